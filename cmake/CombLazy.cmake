# Libraries that are loaded when they are first used, because loading them takes longer than a word solve: `comb solve` needs
# neither a server nor a picture decoder. See docs/decisions.md.
#
#     comb_lazy(<name> "<pkg-config modules>" HEADERS <headers...>)
#
# cmake/lazy/<name>.txt lists the functions and variables used, one per line; one that is missing is an undefined symbol when
# the program is linked. Code includes the generated comb_<name>.h instead of the library's header, and calls
# comb_load_<name>(&err) before the first use. With COMB_LAZY_LIBRARIES=OFF the library is linked as usual and that
# function does nothing.

set(lazy_default OFF)
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
  set(lazy_default ON)
endif()
option(COMB_LAZY_LIBRARIES "Load libraries for pictures, screen and server when they are first used" ${lazy_default})

# Sets <out> to the name under which the loader finds a library, such as libcairo.so.2, and notes its Debian package.
function(comb_soname out name path)
  execute_process(COMMAND "${CMAKE_OBJDUMP}" -p "${path}" OUTPUT_VARIABLE text RESULT_VARIABLE status)
  if(NOT status EQUAL 0 OR NOT text MATCHES "SONAME +([^ \n]+)")
    message(FATAL_ERROR "${path} has no SONAME; configure with -DCOMB_LAZY_LIBRARIES=OFF")
  endif()
  set(soname "${CMAKE_MATCH_1}")
  set(${out} "${soname}" PARENT_SCOPE)
  find_program(COMB_DPKG_QUERY dpkg-query)
  if(COMB_DPKG_QUERY)
    cmake_path(GET path PARENT_PATH folder)
    execute_process(COMMAND "${COMB_DPKG_QUERY}" -S "${folder}/${soname}" OUTPUT_VARIABLE owner ERROR_QUIET)
    if(owner MATCHES "^([^:]+):")
      set_property(GLOBAL APPEND PROPERTY comb_lazy_packages_${name} "${CMAKE_MATCH_1}")
    endif()
  endif()
endfunction()

# Writes comb_<name>.h and lazy_<name>.c.
function(comb_write_lazy name headers symbols files)
  set(guard "COMB_LAZY_${name}_H")
  set(text "/* Generated from cmake/lazy/${name}.txt. */\n#ifndef ${guard}\n#define ${guard}\n\n#include \"base/lazy.h\"\n\n")
  foreach(header IN LISTS headers)
    string(APPEND text "#include <${header}>\n")
  endforeach()
  if(NOT COMB_LAZY_LIBRARIES)
    string(APPEND text "\nstatic inline int comb_load_${name}(struct comb_error *err)\n{\n    (void)err;\n    return COMB_OK;\n}\n")
  else()
    string(APPEND text "\nextern struct comb_lazy_${name} {\n")
    foreach(symbol IN LISTS symbols)
      string(APPEND text "    __typeof__(&${symbol}) ${symbol};\n")
    endforeach()
    string(APPEND text "} comb_lazy_${name};\n\n")
    foreach(symbol IN LISTS symbols)
      string(APPEND text "#define ${symbol} (*comb_lazy_${name}.${symbol})\n")
    endforeach()
    string(APPEND text "\nint comb_load_${name}(struct comb_error *err);\n")
  endif()
  file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/generated/comb_${name}.h" CONTENT "${text}\n#endif\n" @ONLY)

  list(JOIN symbols "\",\n    \"" names)
  list(JOIN files "\", \"" sonames)
  file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/generated/lazy_${name}.c" @ONLY CONTENT
       "/* Generated from cmake/lazy/${name}.txt. */
#include \"comb_${name}.h\"

struct comb_lazy_${name} comb_lazy_${name};

static const char *const files[] = {\"${sonames}\", NULL};
static const char *const names[] = {
    \"${names}\",
};

_Static_assert(sizeof comb_lazy_${name} == sizeof names, \"one pointer per name\");

int comb_load_${name}(struct comb_error *err)
{
    static struct comb_lazy lazy = {
        .files = files, .names = names, .count = sizeof names / sizeof names[0], .table = &comb_lazy_${name}};
    return comb_lazy_load(&lazy, err);
}
")
endfunction()

# Creates the target comb_lazy_<name>, which a layer links instead of the library.
function(comb_lazy name modules)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "HEADERS")
  separate_arguments(modules)
  pkg_check_modules(${name} REQUIRED IMPORTED_TARGET GLOBAL ${modules})
  set(files "")
  foreach(path IN LISTS ${name}_LINK_LIBRARIES)
    if(COMB_LAZY_LIBRARIES)
      comb_soname(soname ${name} "${path}")
      list(APPEND files "${soname}")
    endif()
  endforeach()
  set(list "${PROJECT_SOURCE_DIR}/cmake/lazy/${name}.txt")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${list}")
  file(STRINGS "${list}" symbols)
  comb_write_lazy(${name} "${arg_HEADERS}" "${symbols}" "${files}")
  if(NOT COMB_LAZY_LIBRARIES)
    add_library(comb_lazy_${name} INTERFACE)
    target_link_libraries(comb_lazy_${name} INTERFACE PkgConfig::${name})
    return()
  endif()
  add_library(comb_lazy_${name} STATIC "${PROJECT_BINARY_DIR}/generated/lazy_${name}.c")
  target_link_libraries(comb_lazy_${name} PUBLIC comb_base)
  target_include_directories(comb_lazy_${name} SYSTEM PUBLIC ${${name}_INCLUDE_DIRS})
  set_property(GLOBAL APPEND PROPERTY comb_layers comb_lazy_${name})
endfunction()
