# What is found by its place in the tree is listed in C here, so that nothing is registered by hand:
#   games_table.c        every folder src/games/<name>, except those that start with an underscore
#   games_table_all.c    the same with the template, for the tests
#   verbs_table.c        every file src/cli/verb_<name>.c
#   comb_version.h       the version of the project

set(comb_generated "${PROJECT_BINARY_DIR}/generated")

# Writes the table `symbol` of pointers to struct `type`; the entries are named <prefix><name>.
function(comb_write_table file header type symbol prefix)
  set(text "/* Generated from the folders of the source tree. */\n#include \"${header}\"\n\n#include <stddef.h>\n\n")
  foreach(name IN LISTS ARGN)
    string(APPEND text "extern const struct ${type} ${prefix}${name};\n")
  endforeach()
  string(APPEND text "\nconst struct ${type} *const ${symbol}[] = {\n")
  foreach(name IN LISTS ARGN)
    string(APPEND text "    &${prefix}${name},\n")
  endforeach()
  string(APPEND text "    NULL,\n};\n")
  file(CONFIGURE OUTPUT "${comb_generated}/${file}" CONTENT "${text}" @ONLY)
endfunction()

function(comb_add_table target file)
  add_library(${target} OBJECT "${comb_generated}/${file}")
  target_link_libraries(${target} PRIVATE comb_flags)
endfunction()

function(comb_game_tables)
  file(GLOB header CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/core/game.h")
  if(NOT header)
    return()
  endif()
  get_property(all GLOBAL PROPERTY comb_names_game)
  set(listed ${all})
  list(FILTER listed EXCLUDE REGEX "^_")
  comb_write_table(games_table.c "core/game.h" comb_game comb_games comb_game_ ${listed})
  comb_write_table(games_table_all.c "core/game.h" comb_game comb_games comb_game_ ${all})
  comb_add_table(comb_games_table games_table.c)
  comb_add_table(comb_games_table_all games_table_all.c)
endfunction()

function(comb_verb_table)
  file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/cli/verb_*.c")
  file(GLOB header CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/cli/verb.h")
  if(NOT header)
    return()
  endif()
  set(verbs "")
  foreach(source IN LISTS sources)
    cmake_path(GET source STEM stem)
    string(REGEX REPLACE "^verb_" "" verb "${stem}")
    list(APPEND verbs "${verb}")
  endforeach()
  comb_write_table(verbs_table.c "cli/verb.h" comb_verb comb_verbs comb_verb_ ${verbs})
  comb_add_table(comb_verbs_table verbs_table.c)
endfunction()

function(comb_tables)
  file(CONFIGURE OUTPUT "${comb_generated}/comb_version.h" CONTENT
       "#ifndef COMB_VERSION_H\n#define COMB_VERSION_H\n\n#define COMB_VERSION \"${PROJECT_VERSION}\"\n\n#endif\n" @ONLY)
  comb_game_tables()
  comb_verb_table()
endfunction()

# The objects of the tables that exist, for the sources of a program: comb_table_objects(out comb_games_table ...).
function(comb_table_objects out)
  set(objects "")
  foreach(table IN LISTS ARGN)
    if(TARGET ${table})
      list(APPEND objects $<TARGET_OBJECTS:${table}>)
    endif()
  endforeach()
  set(${out} ${objects} PARENT_SCOPE)
endfunction()
