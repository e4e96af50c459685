# The front door. Everything is built in build/; the CMake presets underneath are in CMakePresets.json.
.DEFAULT_GOAL := help
.PHONY: help run studio build python npm deb release docs test check bench coverage format clean

help:
	@echo 'make run       set up, build and serve the studio on localhost; prints its address'
	@echo 'make studio    build the studio: build/studio, a folder for any web server'
	@echo 'make build     build the release command line: build/release/kine'
	@echo 'make python    build the Python package: build/dist/kine-VERSION-….whl'
	@echo 'make npm       build the npm package: build/dist/kine-VERSION.tgz'
	@echo 'make deb       build the Debian packages: build/dist/*.deb'
	@echo 'make release   build all that a release consists of, with checksums: build/dist'
	@echo 'make docs      build the documentation site: build/docs, a folder for any web server'
	@echo 'make test      set up, build and run every test'
	@echo 'make check     make test, static analysis, sanitizers, other platforms, fuzzers (long)'
	@echo 'make bench     run the benchmarks'
	@echo 'make coverage  measure which lines the tests run: build/coverage/report/index.html'
	@echo 'make format    write every C and C++ file as clang-format does'
	@echo 'make clean     remove build/ (installed packages stay)'

run: studio
	@tools/studio serve

studio:
	@tools/setup run
	@tools/studio build

build:
	@tools/setup build
	@tools/build release kine kine_c kine_c_shared kine_cli

python:
	@tools/setup python
	@tools/python wheel

npm:
	@tools/setup run
	@tools/npm

deb:
	@tools/setup deb
	@tools/deb

release:
	@tools/setup run deb
	@tools/release

docs:
	@tools/setup docs
	@tools/studio build
	@tools/docs

test:
	@tools/run_tests test

check:
	@tools/run_tests check

bench:
	@tools/setup bench
	@tools/bench

coverage:
	@tools/setup coverage
	@tools/coverage

format:
	@tools/setup format
	@tools/check/format --fix

clean:
	@rm -rf build
