# Compiler settings of all targets: link comb_flags.

option(COMB_WERROR "Treat warnings as errors" OFF)
set(COMB_SANITIZE "" CACHE STRING "Sanitizers for all targets, e.g. address,undefined")
option(COMB_COVERAGE "Count executed lines" OFF)
option(COMB_FUZZ "Build the fuzz targets with libFuzzer (needs clang)" OFF)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release or Debug" FORCE)
endif()

# Assertions stay enabled in release builds, so NDEBUG is never defined.
set(CMAKE_C_FLAGS_RELEASE "-O2 -g")
set(CMAKE_C_FLAGS_DEBUG "-O0 -g3")
set(CMAKE_CXX_FLAGS_RELEASE "${CMAKE_C_FLAGS_RELEASE}")
set(CMAKE_CXX_FLAGS_DEBUG "${CMAKE_C_FLAGS_DEBUG}")

set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

find_program(COMB_CCACHE ccache)
if(COMB_CCACHE)
  set(CMAKE_C_COMPILER_LAUNCHER "${COMB_CCACHE}")
  set(CMAKE_CXX_COMPILER_LAUNCHER "${COMB_CCACHE}")
endif()

add_library(comb_flags INTERFACE)
target_include_directories(comb_flags INTERFACE "${PROJECT_SOURCE_DIR}/src" "${PROJECT_SOURCE_DIR}/include"
                                                "${PROJECT_BINARY_DIR}/generated")
set(comb_warnings -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
# Integer constants are unnamed enums here; Clang 19 counts their use in floating-point arithmetic as a conversion.
include(CheckCCompilerFlag)
check_c_compiler_flag(-Wenum-float-conversion COMB_HAS_ENUM_FLOAT_CONVERSION)
if(COMB_HAS_ENUM_FLOAT_CONVERSION)
  list(APPEND comb_warnings -Wno-enum-float-conversion)
endif()
if(COMB_WERROR)
  list(APPEND comb_warnings -Werror)
endif()
target_compile_options(comb_flags INTERFACE "$<$<COMPILE_LANGUAGE:C,CXX>:${comb_warnings}>")

# The checks that sanitizers insert mislead GCC's flow analysis (false array-bounds warnings), so warnings are errors only in
# the other builds.
if(COMB_SANITIZE)
  target_compile_options(comb_flags INTERFACE "$<$<COMPILE_LANGUAGE:C>:-Wno-error>")
  set(sanitize "-fsanitize=${COMB_SANITIZE}" -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_compile_options(comb_flags INTERFACE ${sanitize})
  target_link_options(comb_flags INTERFACE ${sanitize})
endif()
if(COMB_COVERAGE)
  target_compile_options(comb_flags INTERFACE --coverage)
  target_link_options(comb_flags INTERFACE --coverage)
endif()
if(COMB_FUZZ)
  if(NOT CMAKE_C_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "COMB_FUZZ needs clang (libFuzzer); use the preset 'fuzz'")
  endif()
  target_compile_options(comb_flags INTERFACE -fsanitize=fuzzer-no-link)
  target_link_options(comb_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
