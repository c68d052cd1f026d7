# Sourced by scripts that need the browser of tests/lib/browser.mjs; skips the test if it is not installed.
skip() {
    printf 'skipped: %s\n' "$*"
    exit 77
}

command -v node >/dev/null || skip 'node is not installed (Debian package nodejs)'
command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null ||
    skip 'chromium is not installed (Debian package chromium-headless-shell)'
[ -d .deps/page/node_modules/playwright-core ] || skip 'playwright-core is not installed (tools/page-tools)'
