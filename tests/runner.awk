# Writes a main() that runs every `static void test_NAME(void **state)` of the file `path`, which it includes.

/^static void test_[A-Za-z0-9_]+\(void \*\*[a-z_]+\)/ {
    name = $0
    sub(/^static void /, "", name)
    sub(/\(.*/, "", name)
    tests[count++] = name
}

END {
    if (count == 0) {
        print path ": no function `static void test_NAME(void **state)`" > "/dev/stderr"
        exit 1
    }
    printf "/* Generated from the test functions of the file below. */\n#include \"%s\"\n\n", path
    print "int main(void)\n{\n    const struct CMUnitTest tests[] = {"
    for (i = 0; i < count; i++)
        printf "        cmocka_unit_test(%s),\n", tests[i]
    print "    };\n    return cmocka_run_group_tests(tests, NULL, NULL) != 0;\n}"
}
