# The program build/comb and the shared library libcomb.so.

get_property(comb_everything GLOBAL PROPERTY comb_layers)

file(GLOB comb_main CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/cli/main.c")
if(comb_main AND TARGET comb_cli)
  comb_table_objects(tables comb_games_table comb_verbs_table)
  add_executable(comb ${comb_main} ${tables})
  target_link_libraries(comb PRIVATE ${comb_everything})
endif()

# Everything below the command line and the web server; exports only what comb.h marks with COMB_API.
set(comb_library_layers ${comb_everything})
list(REMOVE_ITEM comb_library_layers comb_cli comb_web comb_screen comb_game__template comb_game__sample)
set(library_objects "")
foreach(layer IN LISTS comb_library_layers)
  list(APPEND library_objects $<TARGET_OBJECTS:${layer}>)
endforeach()
comb_table_objects(tables comb_games_table)
add_library(comb_shared SHARED ${library_objects} ${tables})
set_target_properties(comb_shared PROPERTIES OUTPUT_NAME comb VERSION ${PROJECT_VERSION}
                                             SOVERSION ${PROJECT_VERSION_MAJOR} LINKER_LANGUAGE C)
target_link_libraries(comb_shared PRIVATE comb_flags)
foreach(layer IN LISTS comb_library_layers)
  target_link_libraries(comb_shared PRIVATE $<FILTER:$<TARGET_PROPERTY:${layer},LINK_LIBRARIES>,EXCLUDE,^comb_>)
endforeach()
target_link_options(comb_shared PRIVATE -Wl,--exclude-libs,ALL) # nor symbols of static libraries
if(NOT COMB_SANITIZE)
  target_link_options(comb_shared PRIVATE -Wl,-z,defs)
endif()
