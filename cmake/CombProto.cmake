# Schemas of protocol buffers. The build compiles src/<folder>/<name>.proto, and the generated code becomes part of the layer
# that contains it:
#
#     src/<folder>/<name>.proto --protoc-c--> generated/<folder>/<name>.pb-c.c and .h
#
# The header is included as "<folder>/<name>.pb-c.h". Warnings of the generated code are ignored.

find_program(COMB_PROTOC protoc-c)

# Adds the code of every schema below the path `folder` to the list `out`.
function(comb_add_protos out folder)
  file(GLOB_RECURSE schemas CONFIGURE_DEPENDS "${folder}/*.proto")
  set(sources ${${out}})
  foreach(schema IN LISTS schemas)
    if(NOT COMB_PROTOC)
      message(FATAL_ERROR "${schema} needs protoc-c; run 'make setup' to install it")
    endif()
    file(RELATIVE_PATH name "${PROJECT_SOURCE_DIR}/src" "${schema}")
    string(REGEX REPLACE "\\.proto$" ".pb-c" code "${PROJECT_BINARY_DIR}/generated/${name}")
    file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/generated")
    add_custom_command(
      OUTPUT "${code}.c" "${code}.h" DEPENDS "${schema}" VERBATIM COMMENT "Compiling the schema ${name}"
      COMMAND "${COMB_PROTOC}" "--proto_path=${PROJECT_SOURCE_DIR}/src" "--c_out=${PROJECT_BINARY_DIR}/generated" "${name}")
    set_source_files_properties("${code}.c" PROPERTIES COMPILE_OPTIONS -w)
    list(APPEND sources "${code}.c" "${code}.h")
  endforeach()
  set(${out} ${sources} PARENT_SCOPE)
endfunction()
