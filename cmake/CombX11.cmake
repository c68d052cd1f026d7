# Programs that the tests of `comb play` run on a separate display: tests/x11/<name>/*.c becomes x11_<name>, next to the
# test programs. Included by tests/CMakeLists.txt.

function(comb_x11_programs)
  file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/x11/*/*.c")
  set(names "")
  foreach(source IN LISTS sources)
    string(REGEX REPLACE "^.*/x11/([^/]*)/[^/]*$" "\\1" name "${source}")
    list(APPEND names ${name})
  endforeach()
  list(REMOVE_DUPLICATES names)
  foreach(name IN LISTS names)
    set(mine ${sources})
    list(FILTER mine INCLUDE REGEX "/x11/${name}/[^/]*$")
    add_executable(x11_${name} ${mine} ${test_tables})
    target_link_libraries(x11_${name} PRIVATE ${comb_everything})
    comb_use(x11_${name} PRIVATE m)
    comb_use_linked(x11_${name} PRIVATE cairo xcb)
  endforeach()
endfunction()

comb_x11_programs()
