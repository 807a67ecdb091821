# Shapes that list their crossings with a line.
list(APPEND IMPINGE_CORE_SOURCES
  shape/line_capsule.cpp
  shape/line_csg.cpp
  shape/line_displacement.cpp
  shape/line_function.cpp
  shape/line_mesh.cpp
  shape/line_metaballs.cpp
  shape/line_nurbs.cpp
  shape/line_sphere.cpp
  shape/line_superquadric.cpp
  shape/line_torus.cpp
  shape/line_tree.cpp
  scene/placed_shape.cpp
  shape/make_nurbs.cpp
  shape/nurbs_patch.cpp
  shape/nurbs_search.cpp
  shape/nurbs_seams.cpp
)
