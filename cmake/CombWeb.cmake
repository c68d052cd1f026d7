# The WebAssembly build (preset `web`): the request layer and everything below it as one module.
#
#     src/... --clang--> layers --emcc--> core.mjs, core.wasm
#
# tools/web-folder adds the page and the data files to build/web. Data files are not part of the module, so that a page that
# needs no words or pictures does not load them.

# A data library without data (size 0): the program loads the file when it first needs it (base/platform.h).
function(comb_absent_data name)
  set(file "${PROJECT_BINARY_DIR}/generated/${name}.c")
  list(JOIN ARGN "\n" text)
  file(CONFIGURE OUTPUT "${file}" CONTENT "#include <stdint.h>\n\nextern const unsigned char comb_enable1_data[1], comb_glyphs_bytes[1];\nextern const uint64_t comb_enable1_size, comb_glyphs_size;\n${text}\n" @ONLY)
  add_library(comb_${name} STATIC "${file}")
  target_link_libraries(comb_${name} PUBLIC comb_flags)
  set_property(GLOBAL APPEND PROPERTY comb_layers comb_${name})
endfunction()

set(comb_web_options
    -O2 -fwasm-exceptions --no-entry
    -sMODULARIZE=1 -sEXPORT_ES6=1 -sEXPORT_NAME=createCore -sENVIRONMENT=web,worker
    -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=33554432 -sMAXIMUM_MEMORY=2147483648 -sTOTAL_STACK=4194304
    -sDYNAMIC_EXECUTION=0 -sSTRICT=1 -sASSERTIONS=0 -sWASM_BIGINT=1 -sFORCE_FILESYSTEM=1
    -sEXPORTED_RUNTIME_METHODS=FS,UTF8ToString,stringToUTF8,lengthBytesUTF8)

function(comb_web)
  get_property(everything GLOBAL PROPERTY comb_layers)
  list(FILTER everything EXCLUDE REGEX "^comb_game__")
  comb_table_objects(tables comb_games_table)
  add_executable(core ${tables} $<TARGET_OBJECTS:comb_wasm>)
  set_target_properties(core PROPERTIES LINKER_LANGUAGE CXX SUFFIX .mjs)
  target_link_libraries(core PRIVATE ${everything})
  target_link_options(core PRIVATE ${comb_web_options})
endfunction()
