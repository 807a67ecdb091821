list(APPEND IMPINGE_CORE_SOURCES
  shape/generator.cpp
  shape/generator_table.cpp
  shape/make_surface.cpp
  shape/make_box.cpp
)
