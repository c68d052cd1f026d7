# Installation (`make install`, PREFIX and DESTDIR) and the Debian packages (`make package`). The program itself
# prints the manual page and the shell completions, from the tables that its help uses.
#
#     component       Debian package      content
#     program         comb                the program, its manual page, completions
#     library         libcomb0            libcomb.so.0, named after its version (see SOVERSION in CombProgram.cmake)
#     development     libcomb-dev         comb.h, comb.pc, comb-config.cmake, libcomb.a, the link libcomb.so

include(CMakePackageConfigHelpers)
set(comb_library_package libcomb${PROJECT_VERSION_MAJOR})

# comb_install_library(<folder of libraries> <component of libcomb.so.0> <component for programmers> <options of install>...)
function(comb_install_library libdir component dev)
  set(header "${PROJECT_SOURCE_DIR}/include/comb.h")
  set(pc "${PROJECT_BINARY_DIR}/generated/${dev}/comb.pc")
  # The .pc file computes the prefix from its own location, so that the installation can be moved.
  file(RELATIVE_PATH comb_pc_prefix "/${libdir}/pkgconfig" "/")
  string(REGEX REPLACE "/$" "" comb_pc_prefix "${comb_pc_prefix}")
  string(REPLACE ";" " -l" comb_pc_libraries "-l${comb_static_libraries}")
  configure_file(cmake/comb.pc.in "${pc}" @ONLY)
  set(config "${PROJECT_BINARY_DIR}/generated/${dev}/comb-config.cmake")
  set(config_version "${PROJECT_BINARY_DIR}/generated/${dev}/comb-config-version.cmake")
  configure_file(cmake/comb-config.cmake.in "${config}" @ONLY)
  write_basic_package_version_file("${config_version}" VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
  install(TARGETS comb_shared LIBRARY DESTINATION "${libdir}" COMPONENT ${component} NAMELINK_COMPONENT ${dev} ${ARGN})
  install(FILES "${header}" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT ${dev} ${ARGN})
  install(TARGETS comb_static ARCHIVE DESTINATION "${libdir}" COMPONENT ${dev} ${ARGN})
  install(FILES "${config}" "${config_version}" DESTINATION "${libdir}/cmake/comb" COMPONENT ${dev} ${ARGN})
  install(FILES "${pc}" DESTINATION "${libdir}/pkgconfig" COMPONENT ${dev} ${ARGN})
endfunction()

# `make install` installs the library in PREFIX/lib, Debian in a folder per architecture.
comb_install_library("${CMAKE_INSTALL_LIBDIR}" local_library local_development)
comb_install_library("lib/${CMAKE_LIBRARY_ARCHITECTURE}" library development EXCLUDE_FROM_ALL)

# comb_packed(<file> <original>): `file` is `original` compressed, without name and time: reproducible.
function(comb_packed file original)
  add_custom_command(OUTPUT "${file}" DEPENDS "${original}" VERBATIM
                     COMMAND sh -c "gzip -9nc \"$1\" >\"$2\"" pack "${original}" "${file}")
  set_property(GLOBAL APPEND PROPERTY comb_printed_files "${file}")
endfunction()

# comb_printed(<verb> <file> <destination> <arguments of the program...>)
function(comb_printed verb file destination)
  set(output "${PROJECT_BINARY_DIR}/generated/${file}")
  add_custom_command(OUTPUT "${output}" COMMAND comb ${verb} ${ARGN} > "${output}" DEPENDS comb VERBATIM
                     COMMENT "Printing ${file}")
  if(destination MATCHES "/man1$") # manual pages are installed compressed
    comb_packed("${output}.gz" "${output}")
    set(output "${output}.gz")
  endif()
  set_property(GLOBAL APPEND PROPERTY comb_printed_files "${output}")
  install(FILES "${output}" DESTINATION "${destination}" COMPONENT program)
endfunction()

install(TARGETS comb RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT program)
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}" RENAME copyright COMPONENT program)
file(GLOB documents CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/docs/*.md") # the help and the man page refer to them
install(FILES ${documents} DESTINATION "${CMAKE_INSTALL_DOCDIR}/docs" COMPONENT program)
comb_printed(help comb.1 "${CMAKE_INSTALL_MANDIR}/man1" --man)
comb_printed(completion comb "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" bash)
comb_printed(completion _comb "${CMAKE_INSTALL_DATADIR}/zsh/site-functions" zsh)
comb_printed(completion comb.fish "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d" fish)

# The Debian packages. The address cannot exist (RFC 2606), because there is no mailing list yet.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME comb)
set(CPACK_PACKAGE_CONTACT "Comb developers <comb@comb.invalid>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_COMPONENTS_ALL program library development)
find_program(COMB_SHLIBDEPS dpkg-shlibdeps)
if(COMB_SHLIBDEPS)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
endif()
# The default text makes CPack take the summary from the description of each component.
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${CMAKE_PROJECT_NAME} built using CMake")
set(comb_about "Comb reads a board of Hexhunt, Boggle, Word Hunt, Ruzzle, Hexicon, Hexcells or
The Witness from text, a link or a screenshot, solves it, explains the
solution, checks it with independent code, and draws it.")

# comb_debian(<component> <package> <section> <summary> <description>)
macro(comb_debian component package section summary description)
  string(TOUPPER "${component}" upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME "${package}")
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION "${section}")
  set(CPACK_COMPONENT_${upper}_DESCRIPTION "${summary}\n${comb_about}\n.\n${description}")
endmacro()

comb_debian(program comb utils "workbench for hexagon and grid puzzles"
            "This package contains the program: command line and page in the browser.")
comb_debian(library ${comb_library_package} libs "workbench for hexagon and grid puzzles - shared library"
            "This package contains the shared library.")
comb_debian(development libcomb-dev libdevel "workbench for hexagon and grid puzzles - development files"
            "This package contains the header, which documents the API, and the files for
linking.")
# dpkg-shlibdeps does not see libraries that are loaded on first use.
function(comb_lazy_depends out)
  set(packages "")
  foreach(name IN LISTS ARGN)
    get_property(owners GLOBAL PROPERTY comb_lazy_packages_${name})
    list(APPEND packages ${owners})
  endforeach()
  list(REMOVE_DUPLICATES packages)
  list(JOIN packages ", " packages)
  set(${out} "${packages}" PARENT_SCOPE)
endfunction()
comb_lazy_depends(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS cairo leptonica microhttpd xcb)
comb_lazy_depends(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS cairo leptonica)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "hunspell-en-us, hunspell-it, hunspell-es")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS # for the static library
    "libjansson-dev, zlib1g-dev, libutf8proc-dev, libprotobuf-c-dev, libsqlite3-dev, libcadical-dev")
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
file(WRITE "${PROJECT_BINARY_DIR}/generated/triggers" "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA "${PROJECT_BINARY_DIR}/generated/triggers")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "${comb_library_package} (= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})")

# Files that Debian requires in the documents of every package and `make install` does not install.
file(TIMESTAMP "${PROJECT_SOURCE_DIR}/CHANGELOG.md" comb_changed "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/generated/changelog.Debian" @ONLY CONTENT
     "comb (@PROJECT_VERSION@-@CPACK_DEBIAN_PACKAGE_RELEASE@) unstable; urgency=medium

  * Packaged by 'make package'; see changelog.gz for changes.

 -- @CPACK_PACKAGE_CONTACT@  @comb_changed@
")
comb_packed("${PROJECT_BINARY_DIR}/generated/changelog.Debian.gz" "${PROJECT_BINARY_DIR}/generated/changelog.Debian")
comb_packed("${PROJECT_BINARY_DIR}/generated/changelog.gz" "${PROJECT_SOURCE_DIR}/CHANGELOG.md")
foreach(part IN ITEMS "program;comb" "library;${comb_library_package}" "development;libcomb-dev")
  list(GET part 0 component)
  list(GET part 1 package)
  set(place "${CMAKE_INSTALL_DATADIR}/doc/${package}")
  install(FILES "${PROJECT_BINARY_DIR}/generated/changelog.Debian.gz" "${PROJECT_BINARY_DIR}/generated/changelog.gz"
          DESTINATION "${place}" COMPONENT ${component} EXCLUDE_FROM_ALL)
  install(FILES "${PROJECT_SOURCE_DIR}/cmake/lintian/${package}" DESTINATION "${CMAKE_INSTALL_DATADIR}/lintian/overrides"
          COMPONENT ${component} EXCLUDE_FROM_ALL)
  if(NOT component STREQUAL "program")
    install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${place}" RENAME copyright
            COMPONENT ${component} EXCLUDE_FROM_ALL)
  endif()
endforeach()

get_property(printed_files GLOBAL PROPERTY comb_printed_files)
add_custom_target(printed ALL DEPENDS ${printed_files})
include(CPack)
