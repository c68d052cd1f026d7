# Installation (`make install`, PREFIX and DESTDIR) and the Debian package (`make package`). The manual page and the
# shell completions are printed by the program itself, from the same tables that its help comes from.

install(TARGETS comb_shared LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(FILES "${PROJECT_SOURCE_DIR}/include/comb.h" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")

# The .pc file finds the prefix from its own place, so that it is right wherever it is installed.
file(RELATIVE_PATH comb_pc_prefix "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
string(REGEX REPLACE "/$" "" comb_pc_prefix "${comb_pc_prefix}")
configure_file(cmake/comb.pc.in "${PROJECT_BINARY_DIR}/comb.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/comb.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}" RENAME copyright)

# comb_printed(<verb that must exist> <file> <destination> <arguments of the program...>)
function(comb_printed verb file destination)
  file(GLOB found CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/cli/verb_${verb}.c")
  if(NOT found OR NOT TARGET comb)
    return()
  endif()
  set(output "${PROJECT_BINARY_DIR}/generated/${file}")
  add_custom_command(OUTPUT "${output}" COMMAND comb ${verb} ${ARGN} > "${output}" DEPENDS comb VERBATIM
                     COMMENT "Printing ${file}")
  set_property(GLOBAL APPEND PROPERTY comb_printed_files "${output}")
  install(FILES "${output}" DESTINATION "${destination}")
endfunction()

if(TARGET comb)
  install(TARGETS comb RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()
comb_printed(help comb.1 "${CMAKE_INSTALL_MANDIR}/man1" --man)
comb_printed(completion comb "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" bash)
comb_printed(completion _comb "${CMAKE_INSTALL_DATADIR}/zsh/site-functions" zsh)
comb_printed(completion comb.fish "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d" fish)
get_property(printed_files GLOBAL PROPERTY comb_printed_files)
add_custom_target(printed ALL DEPENDS ${printed_files})

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME comb)
set(CPACK_PACKAGE_CONTACT "The Comb authors <comb@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
find_program(COMB_SHLIBDEPS dpkg-shlibdeps)
if(COMB_SHLIBDEPS)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
endif()
include(CPack)
