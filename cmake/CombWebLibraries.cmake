# The libraries of the WebAssembly build, compiled from the sources that tools/web-sources fetches. Leptonica, Cairo, X11 and
# the HTTP server have no part in it: files named *_browser.c replace what uses them.

set(comb_web_sources "${PROJECT_SOURCE_DIR}/.deps/web")
set(made "${PROJECT_BINARY_DIR}/generated/libraries")

# comb_web_library(<name> <include folder> <options> <sources>...)
function(comb_web_library name include options)
  add_library(web_${name} STATIC ${ARGN})
  target_include_directories(web_${name} SYSTEM PUBLIC ${include})
  target_compile_options(web_${name} PRIVATE -w ${options})
endfunction()

set(json_inline inline)
foreach(feature IN ITEMS long_long localeconv atomic_builtins sync_builtins)
  set(json_have_${feature} 1)
endforeach()
configure_file("${comb_web_sources}/jansson/source/src/jansson_config.h.in" "${made}/jansson_config.h" @ONLY)
file(CONFIGURE OUTPUT "${made}/jansson_private_config.h" CONTENT "#define HAVE_STDINT_H 1\n#define HAVE_FCNTL_H 1\n#define HAVE_UNISTD_H 1\n" @ONLY)
file(GLOB sources "${comb_web_sources}/jansson/source/src/*.c")
comb_web_library(jansson "${comb_web_sources}/jansson/source/src;${made}" -DHAVE_CONFIG_H ${sources})

comb_web_library(utf8proc "${comb_web_sources}/utf8proc/source" -DUTF8PROC_STATIC "${comb_web_sources}/utf8proc/source/utf8proc.c")
target_compile_definitions(web_utf8proc PUBLIC UTF8PROC_STATIC)

set(comb_web_zlib_files adler32.c crc32.c deflate.c inffast.c inflate.c inftrees.c trees.c zutil.c)
list(TRANSFORM comb_web_zlib_files PREPEND "${comb_web_sources}/zlib/source/")
comb_web_library(zlib "${comb_web_sources}/zlib/source" "" ${comb_web_zlib_files})

comb_web_library(protobuf-c "${comb_web_sources}/protobuf-c/source" "" "${comb_web_sources}/protobuf-c/source/protobuf-c/protobuf-c.c")

file(GLOB sources "${comb_web_sources}/cadical/source/src/*.cpp")
list(FILTER sources EXCLUDE REGEX "/(cadical|mobical)\\.cpp$") # its programs
comb_web_library(cadical "${comb_web_sources}/cadical/source/src" "-DNDEBUG;-DNBUILD;-DNUNLOCKED;-DVERSION=\"1.5.3\"" ${sources})

# One thread, one connection, its own file system (src/wasm/vfs.c): most of SQLite's options are not needed.
comb_web_library(sqlite3 "${comb_web_sources}/sqlite"
                 "-DSQLITE_OS_OTHER=1;-DSQLITE_THREADSAFE=0;-DSQLITE_TEMP_STORE=3;-DSQLITE_OMIT_LOAD_EXTENSION;-DSQLITE_OMIT_WAL;-DSQLITE_OMIT_SHARED_CACHE;-DSQLITE_OMIT_DEPRECATED;-DSQLITE_DQS=0;-DSQLITE_DEFAULT_MEMSTATUS=0;-DSQLITE_LIKE_DOESNT_MATCH_BLOBS"
                 "${comb_web_sources}/sqlite/sqlite3.c")

foreach(name IN ITEMS jansson zlib utf8proc protobuf-c cadical sqlite3)
  comb_package(${name} LINK web_${name})
endforeach()
foreach(name IN ITEMS cairo leptonica threads dl m)
  comb_package(${name} LINK)
endforeach()
