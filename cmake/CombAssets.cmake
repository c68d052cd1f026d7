# The page's files, embedded in the program as read-only data.
#
#     web/index.html, web/*.js, ... --.incbin--> libcomb_assets_data.a, with a table of paths, types and tags
#
# A file's tag is a hash of its contents, so that browsers keep what has not changed; CMake runs again when a file does.

set(comb_asset_types
    html "text/html\; charset=utf-8" js "text/javascript\; charset=utf-8" css "text/css\; charset=utf-8"
    svg "image/svg+xml" png "image/png" json "application/json" webmanifest "application/manifest+json")

function(comb_assets)
  set(folder "${PROJECT_SOURCE_DIR}/web")
  file(GLOB_RECURSE files RELATIVE "${folder}" CONFIGURE_DEPENDS
       "${folder}/*.html" "${folder}/*.js" "${folder}/*.css" "${folder}/*.svg" "${folder}/*.png" "${folder}/*.webmanifest")
  list(SORT files)
  set(assembly ".section .rodata\n")
  set(externs "")
  set(rows "")
  set(sources "")
  set(number 0)
  foreach(file IN LISTS files)
    cmake_path(GET file EXTENSION LAST_ONLY extension)
    string(SUBSTRING "${extension}" 1 -1 extension)
    list(FIND comb_asset_types "${extension}" place)
    math(EXPR place "${place} + 1")
    list(GET comb_asset_types ${place} type)
    file(SHA256 "${folder}/${file}" hash)
    string(SUBSTRING "${hash}" 0 16 tag)
    set(path "/${file}")
    if(file STREQUAL "index.html")
      set(path "/")
    endif()
    string(APPEND assembly ".global comb_asset_${number}\ncomb_asset_${number}:\n.incbin \"${folder}/${file}\"\n"
                           ".global comb_asset_end_${number}\ncomb_asset_end_${number}:\n.byte 0\n")
    string(APPEND externs "extern const unsigned char comb_asset_${number}[], comb_asset_end_${number}[];\n")
    string(APPEND rows "    {\"${path}\", \"${type}\", \"\\\"${tag}\\\"\", comb_asset_${number}, comb_asset_end_${number}},\n")
    list(APPEND sources "${folder}/${file}")
    math(EXPR number "${number} + 1")
  endforeach()
  string(APPEND assembly ".section .note.GNU-stack,\"\",%progbits\n")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${sources})
  set(data "${PROJECT_BINARY_DIR}/generated/assets_data.S")
  set(table "${PROJECT_BINARY_DIR}/generated/assets_table.c")
  file(CONFIGURE OUTPUT "${data}" CONTENT "${assembly}" @ONLY)
  file(CONFIGURE OUTPUT "${table}" CONTENT
       "#include \"web/assets.h\"\n\n${externs}\nconst struct comb_asset comb_assets[] = {\n${rows}    {0},\n};\n" @ONLY)
  set_source_files_properties("${data}" PROPERTIES OBJECT_DEPENDS "${sources}")
  add_library(comb_assets_data STATIC "${data}" "${table}")
  target_link_libraries(comb_assets_data PUBLIC comb_flags)
  set_property(GLOBAL APPEND PROPERTY comb_layers comb_assets_data)
endfunction()
