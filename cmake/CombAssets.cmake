# Embeds the files of the page in the program as read-only data.
#
#     web/index.html + web/page.css + web/style/*.css --> generated/assets/index.html
#     web/plain.css + web/style/*.css --> generated/assets/plain.css
#     that, web/*.js, ... --gzip--> generated/assets/*.gz
#                         --.incbin--> libcomb_assets_data.a, both forms, with a table of paths, types, tags
#
# The tag of a file is a hash of its content, so that browsers cache unchanged files; CMake runs again when a file changes.

set(comb_asset_types
    html "text/html\; charset=utf-8" css "text/css\; charset=utf-8" js "text/javascript\; charset=utf-8"
    svg "image/svg+xml" png "image/png" json "application/json" webmanifest "application/manifest+json")

# Writes a style sheet of web/ with the sheets that it imports to one file.
function(comb_sheet name)
  set(folder "${PROJECT_SOURCE_DIR}/web")
  file(GLOB sheets CONFIGURE_DEPENDS "${folder}/style/*.css")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${folder}/${name}" ${sheets})
  file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/generated/assets")
  execute_process(COMMAND awk "-F\"" "/^@import/ { while ((getline line < $2) > 0) print line; next } { print }" "${name}"
                  WORKING_DIRECTORY "${folder}" OUTPUT_FILE "${PROJECT_BINARY_DIR}/generated/assets/${name}"
                  COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# Writes the page with its inline style (web/page.css and the sheets that it imports) and computes the style's hash, which the
# server's content policy allows. Inline, because a browser paints nothing before it has the style, and fetching it takes time.
function(comb_page out_page out_hash)
  set(folder "${PROJECT_SOURCE_DIR}/web")
  set(made "${PROJECT_BINARY_DIR}/generated/assets")
  comb_sheet(page.css)
  execute_process(COMMAND awk -v "style=${made}/page.css"
                          "/rel=.stylesheet/ { printf \"<style>\"; while ((getline line < style) > 0) print line; print \"</style>\"; next } { print }"
                          index.html
                  WORKING_DIRECTORY "${folder}" OUTPUT_FILE "${made}/index.html" COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND bash -c [[printf "$(sha256sum "$1" | cut -c1-64 | sed 's/../\\x&/g')" | base64]] hash "${made}/page.css"
                  OUTPUT_VARIABLE hash OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  set(${out_page} "${made}/index.html" PARENT_SCOPE)
  set(${out_hash} "sha256-${hash}" PARENT_SCOPE)
endfunction()

function(comb_assets)
  set(folder "${PROJECT_SOURCE_DIR}/web")
  comb_page(page style_hash)
  comb_sheet(plain.css)
  file(GLOB_RECURSE files RELATIVE "${folder}" CONFIGURE_DEPENDS
       "${folder}/*.html" "${folder}/plain.css" "${folder}/*.js" "${folder}/*.svg" "${folder}/*.png" "${folder}/*.webmanifest")
  list(FILTER files EXCLUDE REGEX "^local/") # for the page without a server (CombWeb.cmake)
  list(SORT files)
  set(assembly ".section .rodata\n")
  set(externs "")
  set(rows "")
  set(sources "")
  set(originals "")
  set(number 0)
  foreach(file IN LISTS files)
    cmake_path(GET file EXTENSION LAST_ONLY extension)
    string(SUBSTRING "${extension}" 1 -1 extension)
    list(FIND comb_asset_types "${extension}" place)
    math(EXPR place "${place} + 1")
    list(GET comb_asset_types ${place} type)
    set(original "${folder}/${file}")
    set(path "/${file}")
    if(file STREQUAL "index.html")
      set(original "${page}")
      set(path "/")
    elseif(extension STREQUAL "css")
      set(original "${PROJECT_BINARY_DIR}/generated/assets/${file}")
    endif()
    file(SHA256 "${original}" hash)
    string(SUBSTRING "${hash}" 0 16 tag)
    set(packed "${PROJECT_BINARY_DIR}/generated/assets/${number}.gz")
    add_custom_command(OUTPUT "${packed}" DEPENDS "${original}" VERBATIM
                       COMMAND sh -c "gzip -9nc \"$1\" >\"$2\"" pack "${original}" "${packed}")
    foreach(part IN ITEMS "asset_${number};${original}" "packed_${number};${packed}")
      list(GET part 0 label)
      list(GET part 1 source)
      string(APPEND assembly ".global comb_${label}, comb_${label}_end\n.hidden comb_${label}, comb_${label}_end\n"
                             "comb_${label}:\n.incbin \"${source}\"\ncomb_${label}_end:\n.byte 0\n")
      string(APPEND externs "extern const unsigned char comb_${label}[], comb_${label}_end[];\n")
      list(APPEND sources "${source}")
    endforeach()
    string(APPEND rows "    {\"${path}\", \"${type}\", \"\\\"${tag}\\\"\", comb_asset_${number}, comb_asset_${number}_end,\n"
                       "     comb_packed_${number}, comb_packed_${number}_end},\n")
    list(APPEND originals "${folder}/${file}")
    math(EXPR number "${number} + 1")
  endforeach()
  string(APPEND assembly ".section .note.GNU-stack,\"\",%progbits\n")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${originals})
  set(data "${PROJECT_BINARY_DIR}/generated/assets_data.S")
  set(table "${PROJECT_BINARY_DIR}/generated/assets_table.c")
  file(CONFIGURE OUTPUT "${data}" CONTENT "${assembly}" @ONLY)
  file(CONFIGURE OUTPUT "${table}" CONTENT
       "#include \"web/assets.h\"\n\n${externs}\nconst char comb_style_hash[] = \"${style_hash}\";\n\nconst struct comb_asset comb_assets[] = {\n${rows}    {0},\n};\n" @ONLY)
  set_source_files_properties("${data}" PROPERTIES OBJECT_DEPENDS "${sources}")
  add_library(comb_assets_data STATIC "${data}" "${table}")
  target_link_libraries(comb_assets_data PUBLIC comb_flags)
  set_property(GLOBAL APPEND PROPERTY comb_layers comb_assets_data)
endfunction()
