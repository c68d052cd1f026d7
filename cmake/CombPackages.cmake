# The libraries that Comb uses. A layer names those it needs in CMakeLists.txt; add new ones here.
#
#     comb_package(NAME PKGCONFIG module)    looked up with pkg-config when a layer first needs it
#     comb_package(NAME LINK flags...)       for libraries without a .pc file

find_package(PkgConfig REQUIRED)
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)

macro(comb_package name kind)
  set(comb_package_${name} ${kind} ${ARGN})
endmacro()

comb_package(jansson PKGCONFIG jansson)
comb_package(zlib PKGCONFIG zlib)
comb_package(cairo PKGCONFIG cairo)
comb_package(utf8proc PKGCONFIG libutf8proc)
comb_package(sqlite3 PKGCONFIG sqlite3)
comb_package(microhttpd PKGCONFIG libmicrohttpd)
comb_package(leptonica PKGCONFIG lept)
comb_package(freetype PKGCONFIG freetype2)
comb_package(protobuf-c PKGCONFIG libprotobuf-c)
comb_package(xcb PKGCONFIG xcb xcb-xtest xcb-keysyms)
comb_package(cmocka PKGCONFIG cmocka)
comb_package(cadical LINK -lcadical -lstdc++ -lm)
comb_package(threads LINK Threads::Threads)
comb_package(m LINK -lm)

# Links `target` with packages. System headers are marked as such, so that they cause no warnings.
function(comb_use target scope)
  foreach(name IN LISTS ARGN)
    if(NOT comb_package_${name})
      message(FATAL_ERROR "${target}: unknown package '${name}'; add it to cmake/CombPackages.cmake")
    endif()
    list(POP_FRONT comb_package_${name} kind)
    if(kind STREQUAL "LINK")
      target_link_libraries(${target} ${scope} ${comb_package_${name}})
      continue()
    endif()
    if(NOT TARGET PkgConfig::${name})
      pkg_check_modules(${name} REQUIRED IMPORTED_TARGET GLOBAL ${comb_package_${name}})
    endif()
    target_link_libraries(${target} ${scope} PkgConfig::${name})
  endforeach()
endfunction()
