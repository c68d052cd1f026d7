# Compiles the word list during the build and embeds it as read-only data: the program parses nothing at start-up.
#
#     .deps/words/enable1.txt --comb-dict--> generated/enable1.dict --.incbin--> libcomb_words_data.a
#
# tools/bootstrap fetches the list. COMB_WORDS_DIR, as an option or in the environment (which takes precedence, as in
# tools/bootstrap), names another folder with enable1.txt.

set(COMB_WORDS_DIR "${PROJECT_SOURCE_DIR}/.deps/words" CACHE PATH "Folder with enable1.txt")
if(NOT "$ENV{COMB_WORDS_DIR}" STREQUAL "")
  set(COMB_WORDS_DIR "$ENV{COMB_WORDS_DIR}")
endif()

function(comb_word_lists)
  set(tool "${PROJECT_SOURCE_DIR}/tools/dict_compile.c")
  file(GLOB found CONFIGURE_DEPENDS "${tool}")
  if(NOT found OR NOT TARGET comb_engine)
    return()
  endif()
  if(COMB_WEB)
    comb_absent_data(words_data "const unsigned char comb_enable1_data[1]\;" "const uint64_t comb_enable1_size = 0\;")
    return()
  endif()
  set(list "${COMB_WORDS_DIR}/enable1.txt")
  if(NOT EXISTS "${list}")
    message(FATAL_ERROR "the word list ${list} is missing; run 'make setup' to fetch it")
  endif()

  add_executable(comb-dict "${tool}")
  target_link_libraries(comb-dict PRIVATE comb_engine)
  set(dict "${PROJECT_BINARY_DIR}/generated/enable1.dict")
  add_custom_command(
    OUTPUT "${dict}" DEPENDS "${list}" comb-dict VERBATIM COMMENT "Compiling the word list"
    COMMAND comb-dict "${list}" "${dict}" --language en --title ENABLE1 --licence "public domain"
            --source "npm package boggle-game-solver 1.0.1 and the 96 words of two letters")

  set(assembly "${PROJECT_BINARY_DIR}/generated/words_data.S")
  configure_file("${PROJECT_SOURCE_DIR}/cmake/words_data.S.in" "${assembly}" @ONLY)
  set_source_files_properties("${assembly}" PROPERTIES OBJECT_DEPENDS "${dict}")
  add_library(comb_words_data STATIC "${assembly}")
  set_property(GLOBAL APPEND PROPERTY comb_layers comb_words_data)
endfunction()
