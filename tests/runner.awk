# Writes a main() that runs the `static void test_NAME(void **state)` of the file `path`, which it includes.
#
# Without an argument it runs all but those called test_shared_NAME, which need the puzzles and pictures of ../shared;
# with the argument "shared" it runs those alone. It ends with 77 when a test was skipped and none failed, so that CTest
# never counts as passed what was not tested.

/^static void test_[A-Za-z0-9_]+\(void \*\*[a-z_]+\)/ {
    name = $0
    sub(/^static void /, "", name)
    sub(/\(.*/, "", name)
    kind = name ~ /^test_shared_/ ? "shared" : "own"
    tests[kind, count[kind]++] = name
}

function list_tests(kind,    i) {
    printf "static int run_%s_tests(void)\n{\n", kind
    if (count[kind] == 0) {
        printf "    fputs(\"no such tests in %s\\n\", stderr);\n    return 1;\n}\n\n", path
        return
    }
    print "    const struct CMUnitTest tests[] = {"
    for (i = 0; i < count[kind]; i++)
        printf "        cmocka_unit_test(%s),\n", tests[kind, i]
    print "    };\n    return cmocka_run_group_tests(tests, NULL, NULL);\n}\n"
}

END {
    if (count["own"] + count["shared"] == 0) {
        print path ": no function `static void test_NAME(void **state)`" > "/dev/stderr"
        exit 1
    }
    printf "/* Generated from the test functions of the file below. */\n#include \"%s\"\n\n#include <stdio.h>\n#include <string.h>\n\n", path
    list_tests("own")
    list_tests("shared")
    print "int main(int argc, char **argv)\n{"
    print "    bool shared = argc > 1 && strcmp(argv[1], \"shared\") == 0;"
    print "    int failed = shared ? run_shared_tests() : run_own_tests();"
    print "    return failed ? 1 : comb_tests_skipped ? 77 : 0;\n}"
}
