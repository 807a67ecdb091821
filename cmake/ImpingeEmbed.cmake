# cmake -DOUT=file.h -DNAMESPACE=a::b -DFILES=a;b -P ImpingeEmbed.cmake: texts as C++ string literals, named after their files.
set(text "#pragma once\n\nnamespace ${NAMESPACE} {\n\n")
foreach(file ${FILES})
  get_filename_component(name ${file} NAME_WE)
  file(READ ${file} content)
  string(APPEND text "inline constexpr char ${name}[] = R\"~(${content})~\";\n\n")
endforeach()
string(APPEND text "}  // namespace ${NAMESPACE}\n")
file(WRITE ${OUT} "${text}")
