# Commands for building, testing and installing: thin wrappers around CMake, CTest and the scripts in tools/.
#
#     make            build build/comb            make check     static analysis and the project's own checks
#     make demo       solve an example of every game in the terminal
#     make test       all tests                   make install   honours PREFIX and DESTDIR
#     make help       all commands
#
# Only `make demo`, `make test`, `make test-asan`, `make web`, `make test-web`, `make test-platform` and `make setup` install
# packages. The others report what is missing.

PREFIX ?= /usr/local
JOBS ?= $(shell nproc)
FUZZ_SECONDS ?= 60
FOR ?= build

.DEFAULT_GOAL := all
.PHONY: all setup demo test test-asan test-tsan test-web test-platforms test-platform check bench install uninstall package web new clean format generate glyphs fuzz mutate coverage test-cluster help

all: ## build the program: build/comb
	@tools/bootstrap --check build
	@cmake --preset release >/dev/null
	@cmake --build build --parallel $(JOBS)
	@tools/word-lists

setup: ## install the packages for FOR (build; also test, web, platform, package, fuzz, glyphs, cluster) and fetch the word list
	@tools/bootstrap $(FOR)

demo: ## build, then solve one example of every game in the terminal; installs missing packages
	@tools/bootstrap build
	@cmake --preset release >/dev/null
	@cmake --build build --parallel $(JOBS) --target comb
	@tools/word-lists
	@tools/demo

test: ## build and run all tests; installs missing packages
	@tools/bootstrap test
	@tools/page-tools
	@cmake --preset release -DCOMB_TESTS=ON >/dev/null
	@cmake --build build --parallel $(JOBS)
	@tools/word-lists
	@JOBS=$(JOBS) tools/run-tests release

test-asan: ## run the tests except the slow ones with the address and undefined behaviour sanitizers
	@tools/bootstrap test
	@cmake --preset asan -DCOMB_TESTS=ON >/dev/null
	@cmake --build build-asan --parallel $(JOBS)
	@JOBS=$(JOBS) tools/run-tests asan

web: ## build the page with the program inside it, for any web server: build/web; installs missing packages
	@tools/bootstrap build web
	@tools/web-sources
	@cmake --preset release >/dev/null
	@cmake --build build --parallel $(JOBS) --target comb
	@cmake --preset web >/dev/null
	@cmake --build build-web --parallel $(JOBS) --target core
	@tools/web-folder build build-web build/web

test-web: web ## build the static folder and test it: the module under node, the page in a browser without a server
	@tools/bootstrap test
	@tools/page-tools
	@tools/test-web build/web

test-tsan: ## run the multi-threaded tests with the thread sanitizer
	@tools/bootstrap --check test
	@tools/test-tsan

test-platforms: ## build and test on fresh systems, PLATFORMS: bookworm trixie noble (needs root, debootstrap, the network)
	@tests/platforms/run $(PLATFORMS)

test-platform: ## the part of test-platforms that runs on the system under test; installs missing packages
	@tools/bootstrap platform
	@tools/bootstrap --simulate test package fuzz >/dev/null
	@JOBS=$(JOBS) tests/platforms/inside

test-cluster: ## test proofs on a temporary Slurm (needs root) and with GNU parallel
	@tools/bootstrap --check test cluster
	@cmake --preset release >/dev/null
	@cmake --build build --parallel $(JOBS) --target comb
	@COMB=$(CURDIR)/build/comb tests/cluster/test_parallel.sh
	@COMB=$(CURDIR)/build/comb tests/cluster/test_slurm.sh

check: ## format, layers, lengths, asserts, spelling, phrases, scripts, compiler warnings, static analysis, data races
	@tools/bootstrap --check test
	@tools/check

bench: ## run the benchmarks
	@tools/bootstrap --check build
	@cmake --preset release >/dev/null
	@cmake --build build --parallel $(JOBS)
	@tools/bench build

fuzz: ## run every fuzz target for FUZZ_SECONDS (60)
	@tools/bootstrap --check fuzz
	@cmake --preset fuzz >/dev/null
	@cmake --build build-fuzz --parallel $(JOBS)
	@FUZZ_SECONDS=$(FUZZ_SECONDS) tools/fuzz build-fuzz

mutate: ## change one line at a time and check that a test fails (tests/mutations)
	@tools/bootstrap --check test
	@cmake --preset release -DCOMB_TESTS=ON >/dev/null
	@cmake --build build --parallel $(JOBS) --target comb
	@tools/mutate

coverage: ## run the tests with coverage, then print it per file
	@tools/bootstrap --check test
	@cmake --preset coverage -DCOMB_TESTS=ON >/dev/null
	@cmake --build build-coverage --parallel $(JOBS)
	@JOBS=$(JOBS) tools/run-tests coverage
	@tools/coverage build-coverage

install: all ## install below PREFIX (/usr/local); DESTDIR is prepended
	@tools/install build "$(PREFIX)" "$(DESTDIR)"

uninstall: ## remove what `make install` with the same PREFIX and DESTDIR installed
	@tools/uninstall "$(PREFIX)" "$(DESTDIR)"

package: ## build the Debian packages comb, libcomb0 and libcomb-dev in build/
	@tools/bootstrap --check package
	@cmake --preset release >/dev/null
	@cmake --build build --parallel $(JOBS)
	@cd build && cpack -G DEB

glyphs: ## learn the glyph model (src/vision/glyph/glyphs.model) from the fonts of tools/glyph_fonts.txt
	@tools/bootstrap --check glyphs
	@cmake --preset glyphs >/dev/null
	@cmake --build build-glyphs --parallel $(JOBS) --target glyphs

generate: ## write the documents that the program generates (docs/commands.md, docs/api.md, docs/schema, web/types)
	@tools/bootstrap --check build
	@cmake --preset release >/dev/null
	@cmake --build build --parallel $(JOBS) --target comb
	@tools/generate

new: ## make new NAME=foo: create a word game in src/games/foo; FROM=sample: a game without a family
	@tools/new-game "$(NAME)" "$(FROM)"

format: ## format every C file
	@tools/c-files | xargs clang-format -i

clean: ## remove everything that was built (keeps the word list)
	@rm -rf build build-debug build-asan build-tsan build-clang build-fuzz build-coverage build-glyphs build-mutate build-web build-platforms

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile
