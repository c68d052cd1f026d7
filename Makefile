# The front door: everything here is a thin wrapper around CMake, CTest and the scripts in tools/.
#
#     make            build build/comb            make check     static analysis and the project's own checks
#     make demo       solve an example of every game in the terminal
#     make test       all tests                   make install   honours PREFIX and DESTDIR
#     make help       the rest
#
# Only `make demo`, `make test`, `make test-asan` and `make setup` install packages. The others say what is missing.

PREFIX ?= /usr/local
JOBS ?= $(shell nproc)
FUZZ_SECONDS ?= 60
FOR ?= build

.DEFAULT_GOAL := all
.PHONY: all setup demo test test-asan test-tsan check bench install uninstall package new clean format fuzz mutate coverage test-cluster help

all: ## build the program: build/comb
	@tools/bootstrap --check build
	@cmake --preset release >/dev/null
	@cmake --build build --parallel $(JOBS)
	@tools/word-lists

setup: ## install the packages for FOR (build; also test, package, fuzz, cluster) and fetch the word list
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

test-asan: ## the same tests with the address and undefined behaviour sanitizers, without the slow ones
	@tools/bootstrap test
	@cmake --preset asan -DCOMB_TESTS=ON -DCOMB_GLYPHS_MODEL="$(wildcard $(CURDIR)/build/generated/model.glyphs)" >/dev/null
	@cmake --build build-asan --parallel $(JOBS)
	@JOBS=$(JOBS) tools/run-tests asan

test-tsan: ## what runs on several threads, with the thread sanitizer
	@tools/bootstrap --check test
	@tools/test-tsan

test-cluster: ## proofs on a throw-away Slurm (needs root) and with GNU parallel
	@tools/bootstrap --check test cluster
	@cmake --preset release >/dev/null
	@cmake --build build --parallel $(JOBS) --target comb
	@COMB=$(CURDIR)/build/comb tests/cluster/test_parallel.sh
	@COMB=$(CURDIR)/build/comb tests/cluster/test_slurm.sh

check: ## format, layers, lengths, scripts, warnings of gcc and clang, static analysis, asserts, data races
	@tools/bootstrap --check test
	@tools/check

bench: ## run the benchmarks
	@tools/bootstrap --check build
	@cmake --preset release >/dev/null
	@cmake --build build --parallel $(JOBS)
	@tools/bench build

fuzz: ## run every fuzz target for FUZZ_SECONDS (60); make fuzz FUZZ_SECONDS=600 for a night
	@tools/bootstrap --check fuzz
	@cmake --preset fuzz >/dev/null
	@cmake --build build-fuzz --parallel $(JOBS)
	@FUZZ_SECONDS=$(FUZZ_SECONDS) tools/fuzz build-fuzz

mutate: ## change one line at a time and check that the tests notice (tests/mutations)
	@tools/bootstrap --check test
	@cmake --preset release -DCOMB_TESTS=ON >/dev/null
	@cmake --build build --parallel $(JOBS) --target comb
	@tools/mutate

coverage: ## run the tests in a build that counts lines, then print the coverage by file
	@tools/bootstrap --check test
	@cmake --preset coverage -DCOMB_TESTS=ON >/dev/null
	@cmake --build build-coverage --parallel $(JOBS)
	@JOBS=$(JOBS) tools/run-tests coverage
	@tools/coverage build-coverage

install: all ## install below PREFIX (/usr/local); DESTDIR is put in front
	@tools/install build "$(PREFIX)" "$(DESTDIR)"

uninstall: ## remove what `make install` with the same PREFIX and DESTDIR installed
	@tools/uninstall "$(PREFIX)" "$(DESTDIR)"

package: ## make the Debian packages comb, libcomb0 and libcomb-dev in build/
	@tools/bootstrap --check package
	@cmake --preset release >/dev/null
	@cmake --build build --parallel $(JOBS)
	@cd build && cpack -G DEB

new: ## make new NAME=foo: a new game from the template, in src/games/foo
	@tools/new-game "$(NAME)"

format: ## put every C file into the project's format
	@tools/c-files | xargs clang-format -i

clean: ## remove everything that was built (the word list stays)
	@rm -rf build build-debug build-asan build-tsan build-clang build-fuzz build-coverage build-mutate

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile
