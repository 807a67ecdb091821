list(APPEND IMPINGE_CORE_SOURCES
  shape/make_box.cpp
)
