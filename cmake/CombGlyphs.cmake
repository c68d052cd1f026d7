# The glyph model: what letters and digits look like, learned from free fonts and checked in.
#
#     src/vision/glyph/glyphs.model --.incbin--> libcomb_glyphs_data.a
#
# `make glyphs` (COMB_GLYPH_TOOLS) learns it again with the program comb-glyphs:
#
#     tools/glyph_fonts.txt, /usr/share/fonts --comb-glyphs--> src/vision/glyph/glyphs.model
#
# Only the fonts of that list are used, in its order, so the same packages give the same model on every machine.

set(COMB_FONTS_DIR "/usr/share/fonts" CACHE PATH "Folder with the fonts of tools/glyph_fonts.txt")
option(COMB_GLYPH_TOOLS "Build comb-glyphs, which learns the glyph model, and bench/glyph, which measures it" OFF)

function(comb_glyphs)
  if(COMB_WEB)
    comb_absent_data(glyphs_data "const unsigned char comb_glyphs_bytes[1]\;" "const uint64_t comb_glyphs_size = 0\;")
    return()
  endif()
  set(glyphs "${PROJECT_SOURCE_DIR}/src/vision/glyph/glyphs.model")
  set(assembly "${PROJECT_BINARY_DIR}/generated/glyphs_data.S")
  configure_file("${PROJECT_SOURCE_DIR}/cmake/glyphs_data.S.in" "${assembly}" @ONLY)
  set_source_files_properties("${assembly}" PROPERTIES OBJECT_DEPENDS "${glyphs}")
  add_library(comb_glyphs_data STATIC "${assembly}")
  set_property(GLOBAL APPEND PROPERTY comb_layers comb_glyphs_data)
  if(COMB_GLYPH_TOOLS)
    comb_glyph_tools()
  endif()
endfunction()

# Sets <out> to lines "family path" and <missing> to the packages of which no file was found.
function(comb_glyph_fonts out missing)
  set(lines "")
  set(absent "")
  file(STRINGS "${PROJECT_SOURCE_DIR}/tools/glyph_fonts.txt" entries REGEX "^[a-z]")
  foreach(entry IN LISTS entries)
    string(REGEX MATCH "^([^ ]+) ([^ ]+) (.+)$" matched "${entry}")
    set(family "${CMAKE_MATCH_1}")
    set(package "${CMAKE_MATCH_2}")
    file(GLOB files "${COMB_FONTS_DIR}/${CMAKE_MATCH_3}")
    list(SORT files)
    if(NOT files)
      list(APPEND absent "${package}")
    endif()
    list(FILTER files EXCLUDE REGEX "[Ii]talic|[Oo]blique|Inclined|Slanted|-[A-Za-z]*It\\.")
    foreach(file IN LISTS files)
      list(APPEND lines "${family} ${file}")
    endforeach()
  endforeach()
  list(REMOVE_DUPLICATES absent)
  set(${out} "${lines}" PARENT_SCOPE)
  set(${missing} "${absent}" PARENT_SCOPE)
endfunction()

# The same source file computes the features for learning and for reading. Learning is long arithmetic, so it is
# optimised in every kind of build and never instrumented.
function(comb_glyph_tools)
  comb_glyph_fonts(lines missing)
  if(missing)
    list(JOIN missing " " missing)
    message(FATAL_ERROR "fonts are missing: ${missing}; 'make setup FOR=glyphs' installs them")
  endif()
  set(fonts "${PROJECT_BINARY_DIR}/generated/glyph_fonts.list")
  list(JOIN lines "\n" text)
  file(CONFIGURE OUTPUT "${fonts}" CONTENT "${text}\n" @ONLY)

  file(GLOB tool_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tools/glyph_*.c")
  set(main "${PROJECT_SOURCE_DIR}/tools/glyph_render.c")
  list(REMOVE_ITEM tool_sources "${main}")
  add_library(comb_glyph_learning STATIC EXCLUDE_FROM_ALL ${tool_sources}
              "${PROJECT_SOURCE_DIR}/src/vision/glyph/shape.c" "${PROJECT_SOURCE_DIR}/src/vision/glyph/model.c")
  target_include_directories(comb_glyph_learning PUBLIC "${PROJECT_SOURCE_DIR}/tools")
  target_link_libraries(comb_glyph_learning PUBLIC comb_base)
  target_compile_definitions(comb_glyph_learning PUBLIC GLYPH_FONTS="${fonts}")
  set_source_files_properties(${tool_sources} PROPERTIES COMPILE_OPTIONS "-O3;-fno-sanitize=all")
  comb_use(comb_glyph_learning PUBLIC freetype m)

  add_executable(comb-glyphs "${main}")
  target_link_libraries(comb-glyphs PRIVATE comb_glyph_learning)
  add_custom_target(glyphs VERBATIM COMMENT "Learning the glyph model from fonts"
                    COMMAND comb-glyphs "${fonts}" "${PROJECT_SOURCE_DIR}/src/vision/glyph/glyphs.model")
endfunction()
