# The program build/comb and the library, shared (libcomb.so) and static (libcomb.a).

get_property(comb_everything GLOBAL PROPERTY comb_layers)

file(GLOB comb_main CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/cli/main.c")
if(comb_main AND TARGET comb_cli)
  comb_table_objects(tables comb_games_table comb_verbs_table)
  add_executable(comb ${comb_main} ${tables})
  target_link_libraries(comb PRIVATE ${comb_everything})
endif()

# Everything below the command line and the web server.
set(comb_library_layers ${comb_everything})
list(REMOVE_ITEM comb_library_layers comb_cli comb_web comb_screen comb_lazy_microhttpd comb_lazy_xcb comb_assets_data
     comb_game__template comb_game__sample)
set(library_objects "")
foreach(layer IN LISTS comb_library_layers)
  list(APPEND library_objects $<TARGET_OBJECTS:${layer}>)
endforeach()
comb_table_objects(tables comb_games_table)

# The functions of comb.h, all with one version: a program records it, and the loader reports a library that lacks it.
file(STRINGS "${PROJECT_SOURCE_DIR}/include/comb.h" functions REGEX "^COMB_API ")
list(TRANSFORM functions REPLACE "^COMB_API .*[ *](comb_[a-z0-9_]+)\\(.*$" "        \\1")
list(JOIN functions "|" functions)
string(REPLACE "|" "$<SEMICOLON>\n" functions "${functions}")
set(comb_map "${PROJECT_BINARY_DIR}/generated/comb.map")
file(GENERATE OUTPUT "${comb_map}" CONTENT "COMB_${PROJECT_VERSION_MAJOR} {\n    global:\n${functions}$<SEMICOLON>\n    local:\n        *$<SEMICOLON>\n}$<SEMICOLON>\n")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/include/comb.h")

add_library(comb_shared SHARED ${library_objects} ${tables})
set_target_properties(comb_shared PROPERTIES OUTPUT_NAME comb VERSION ${PROJECT_VERSION}
                                             SOVERSION ${PROJECT_VERSION_MAJOR} LINKER_LANGUAGE C LINK_DEPENDS "${comb_map}")
target_link_libraries(comb_shared PRIVATE comb_flags)
foreach(layer IN LISTS comb_library_layers)
  target_link_libraries(comb_shared PRIVATE $<FILTER:$<TARGET_PROPERTY:${layer},LINK_LIBRARIES>,EXCLUDE,^comb_>)
endforeach()
if(NOT COMB_LAZY_LIBRARIES)
  target_link_libraries(comb_shared PRIVATE comb_lazy_cairo comb_lazy_leptonica)
endif()
target_link_options(comb_shared PRIVATE "-Wl,--version-script,${comb_map}")
if(NOT COMB_SANITIZE)
  target_link_options(comb_shared PRIVATE -Wl,-z,defs)
endif()

add_library(comb_static STATIC ${library_objects} ${tables})
set_target_properties(comb_static PROPERTIES OUTPUT_NAME comb LINKER_LANGUAGE C)
target_link_libraries(comb_static PRIVATE comb_flags)
if(NOT COMB_SANITIZE AND NOT COMB_COVERAGE) # CMake strips only programs and shared libraries when it installs them
  add_custom_command(TARGET comb_static POST_BUILD VERBATIM
                     COMMAND "${CMAKE_STRIP}" --strip-debug --enable-deterministic-archives "$<TARGET_FILE:comb_static>")
endif()
# What a program that links the static library needs besides it.
set(comb_static_libraries jansson z utf8proc protobuf-c sqlite3 cadical stdc++ pthread m ${CMAKE_DL_LIBS})
if(NOT COMB_LAZY_LIBRARIES)
  list(APPEND comb_static_libraries cairo lept)
endif()
