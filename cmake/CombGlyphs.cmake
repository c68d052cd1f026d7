# Glyphs are learned from fonts while building and embedded as read-only data: nothing is parsed when the program starts.
#
#     cmake/glyphs_fonts.txt, /usr/share/fonts --comb-glyphs--> generated/model.glyphs --.incbin--> libcomb_glyphs_data.a
#
# Only fonts of that list are used, in its order, so that the same packages give the same model wherever it is built.
# Packages that are not installed are passed over with a note; readings get a little worse with every one.
# COMB_GLYPHS_MODEL names a model that another build of the same sources has learned: it is taken as it is.

set(COMB_FONTS_DIR "/usr/share/fonts" CACHE PATH "Folder that the fonts of cmake/glyphs_fonts.txt lie in")
set(COMB_GLYPHS_MODEL "" CACHE FILEPATH "Glyphs learned by another build of these sources (its generated/model.glyphs); empty: learn them")

# Sets <out> to lines "family path" and <missing> to the packages of which no file was found.
function(comb_glyph_fonts out missing)
  set(lines "")
  set(absent "")
  file(STRINGS "${PROJECT_SOURCE_DIR}/cmake/glyphs_fonts.txt" entries REGEX "^[a-z]")
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

function(comb_glyphs)
  file(GLOB tool_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tools/glyph_*.c")
  set(main "${PROJECT_SOURCE_DIR}/tools/glyph_render.c")
  list(REMOVE_ITEM tool_sources "${main}")
  comb_glyph_fonts(lines missing)
  if(NOT lines)
    message(FATAL_ERROR "no font of cmake/glyphs_fonts.txt lies in ${COMB_FONTS_DIR}; tools/bootstrap installs them")
  endif()
  if(missing)
    list(JOIN missing " " missing)
    message(NOTICE "Glyphs are learned without the fonts of: ${missing} (tools/bootstrap installs them)")
  endif()
  set(list "${PROJECT_BINARY_DIR}/generated/glyph_fonts.list")
  list(JOIN lines "\n" text)
  file(CONFIGURE OUTPUT "${list}" CONTENT "${text}\n" @ONLY)

  # The features must be the very same when learning and when reading: one source file serves both. Learning is long
  # arithmetic, so it is optimised in every kind of build and never instrumented.
  add_library(comb_glyph_learning STATIC EXCLUDE_FROM_ALL ${tool_sources}
              "${PROJECT_SOURCE_DIR}/src/vision/glyph_shape.c" "${PROJECT_SOURCE_DIR}/src/vision/glyph_model.c")
  target_include_directories(comb_glyph_learning PUBLIC "${PROJECT_SOURCE_DIR}/tools")
  target_link_libraries(comb_glyph_learning PUBLIC comb_base)
  set_source_files_properties(${tool_sources} PROPERTIES COMPILE_OPTIONS "-O3;-fno-sanitize=all")
  comb_use(comb_glyph_learning PUBLIC freetype m)

  add_executable(comb-glyphs "${main}")
  target_link_libraries(comb-glyphs PRIVATE comb_glyph_learning)
  if(COMB_GLYPHS_MODEL)
    set(glyphs "${COMB_GLYPHS_MODEL}")
  else()
    set(glyphs "${PROJECT_BINARY_DIR}/generated/model.glyphs")
    add_custom_command(
      OUTPUT "${glyphs}" DEPENDS "${list}" comb-glyphs VERBATIM COMMENT "Learning glyphs from fonts"
      COMMAND comb-glyphs "${list}" "${glyphs}")
  endif()

  set(assembly "${PROJECT_BINARY_DIR}/generated/glyphs_data.S")
  configure_file("${PROJECT_SOURCE_DIR}/cmake/glyphs_data.S.in" "${assembly}" @ONLY)
  set_source_files_properties("${assembly}" PROPERTIES OBJECT_DEPENDS "${glyphs}")
  add_library(comb_glyphs_data STATIC "${assembly}")
  set_property(GLOBAL APPEND PROPERTY comb_layers comb_glyphs_data)
  cmake_language(DEFER DIRECTORY "${PROJECT_SOURCE_DIR}" CALL comb_glyphs_for_bench)
endfunction()

# The measurement of glyphs learns models itself, with some fonts left out.
function(comb_glyphs_for_bench)
  if(TARGET bench_glyph)
    target_link_libraries(bench_glyph PRIVATE comb_glyph_learning)
    target_compile_definitions(bench_glyph PRIVATE GLYPH_FONTS="${PROJECT_BINARY_DIR}/generated/glyph_fonts.list")
  endif()
endfunction()
