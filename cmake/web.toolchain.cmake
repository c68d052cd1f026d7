# Compiles for WebAssembly with Debian's emscripten. Objects are compiled by clang directly, with the options that emcc would
# pass, because emcc takes longer to start than most files to compile; em++ links.

set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_EXECUTABLE_SUFFIX .mjs)

set(comb_emscripten /usr/share/emscripten)
find_program(COMB_EMCC em++ REQUIRED)
foreach(language IN ITEMS C CXX ASM)
  set(CMAKE_${language}_COMPILER_TARGET wasm32-unknown-emscripten)
endforeach()
set(CMAKE_C_COMPILER clang-14)
set(CMAKE_CXX_COMPILER clang++-14)
set(CMAKE_ASM_COMPILER clang-14)
set(CMAKE_AR llvm-ar-14)
set(CMAKE_RANLIB llvm-ranlib-14)
set(CMAKE_SYSROOT "${comb_emscripten}/cache/sysroot")
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)

# Exceptions are those of WebAssembly itself: only the SAT solver throws any.
set(comb_web_flags "-D__EMSCRIPTEN__ -D__EMSCRIPTEN_major__=3 -D__EMSCRIPTEN_minor__=1 -D__EMSCRIPTEN_tiny__=6 -D__unix__ \
-D_LIBCPP_ABI_VERSION=2 -fno-threadsafe-statics -msimd128 -mbulk-memory -mllvm -combiner-global-alias-analysis=false \
-mllvm -disable-lsr -Xclang -iwithsysroot/include/compat")
set(CMAKE_C_FLAGS_INIT "${comb_web_flags}")
set(CMAKE_CXX_FLAGS_INIT "${comb_web_flags} -fwasm-exceptions -nostdinc++ -Xclang -iwithsysroot/include/c++/v1")

# NODE_PATH: emcc does not find Debian's acorn by itself.
set(CMAKE_CXX_LINK_EXECUTABLE
    "${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs ${COMB_EMCC} <LINK_FLAGS> <OBJECTS> -o <TARGET> <LINK_LIBRARIES>")
set(CMAKE_C_LINK_EXECUTABLE "${CMAKE_CXX_LINK_EXECUTABLE}")
