# Every target does its own set-up on a fresh Debian 12 with only Swift 6.3: missing packages are installed by apt, as root or by sudo.

BUILD_PACKAGES := libavif-dev libbrotli-dev libcmark-dev libcurl4-openssl-dev libdeflate-dev libgd-dev libjpeg-dev liblcms2-dev libmaxminddb-dev libpq-dev libqrencode-dev libseccomp-dev libxml2-dev pkg-config postgresql python3-venv
TEST_PACKAGES := chromium chromium-headless-shell dovecot-imapd firefox-esr fonts-liberation libxml2-utils lynx newsboat openjdk-17-jre-headless sfeed

BENCH_PACKAGES := brotli chromium nginx-light php-fpm php-pgsql php-xml postgresql-client wrk

.PHONY: run test test-swift test-api test-browser fuzz screenshots bench bench-smoke build-tests format lint setup setup-test

run: setup
	swift build -c release --product n4md
	.build/release/n4md serve --demo

test: test-swift test-api test-browser

# Everything that the tests and the short run of the benchmarks need; to build what is built takes them seconds.
build-tests: setup-test
	swift build --build-tests

# The tests make and delete hundreds of databases, in memory where there is plenty. A few tests at a time, so that none waits for all.
test-swift: build-tests
	@awk '/^MemAvailable/ { exit $$2 < 12000000 }' /proc/meminfo && \
		[ "$$(df --output=avail /dev/shm | tail -n 1)" -gt 10000000 ] && export TMPDIR=/dev/shm; \
	swift test --skip-build --experimental-maximum-parallelization-width 8

# CASES is how many each operation of the API gets at most; 150 make more than 10,000 in all.
test-api: setup-test
	swift build --product n4md
	Tests/API/run $(CASES)

test-browser: setup-test
	swift build --product n4md
	Tests/Browser/run

# Searches with libFuzzer for bytes that break a reader, TIME seconds for each.
TIME ?= 60
fuzz: setup
	swift build -c release --product fuzz --scratch-path .build-fuzz -Xswiftc -sanitize=address,fuzzer -Xswiftc -DFUZZING -Xcc -fsanitize=address,fuzzer-no-link
	Tests/Fuzzing/run $(TIME) $(ONLY)

screenshots: setup-test
	swift build --product n4md
	Tests/Browser/run --python Tests/Browser/screenshots.py

bench: setup-bench
	swift build -c release
	benchmarks/run

# Whether every benchmark still works, with small loads and the build of the tests: to build another takes longer than all of it.
bench-smoke: setup-bench
	swift build --build-tests
	N4MD_PROGRAM=.build/debug/n4md benchmarks/smoke $(ONLY)

format:
	swift format format -i --recursive Sources Tests Package.swift

lint:
	swift format lint -s --recursive Sources Tests Package.swift

setup:
	@./deploy/install-packages $(BUILD_PACKAGES)
	@./deploy/fetch-editor

setup-bench:
	@./deploy/install-packages $(BUILD_PACKAGES) $(BENCH_PACKAGES)
	@./deploy/fetch-editor

setup-test:
	@./deploy/install-packages $(BUILD_PACKAGES) $(TEST_PACKAGES)
	@./Tests/install-relay
	@./deploy/fetch-editor
