// swift-tools-version:6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    // Features are targets of their own: what one calls in another is still inlined and specialised. Worth 2 % of a request.
    .unsafeFlags(["-cross-module-optimization"], .when(configuration: .release)),
]

let package = Package(
    name: "n4md",
    products: [.executable(name: "n4md", targets: ["n4md"])],
    dependencies: [
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-http-structured-headers", from: "1.7.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // C libraries: a module map and a shim each, nothing else.
        .systemLibrary(name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        // gdlib.pc emits a flag that SwiftPM refuses, so the module map links gd by name.
        .systemLibrary(name: "CGD", providers: [.apt(["libgd-dev"])]),
        .systemLibrary(name: "CJPEG", pkgConfig: "libjpeg", providers: [.apt(["libjpeg-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CColor", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"])]),
        .systemLibrary(name: "CBrotli", pkgConfig: "libbrotlienc", providers: [.apt(["libbrotli-dev"])]),
        .systemLibrary(name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"])]),
        .systemLibrary(name: "CMark", pkgConfig: "libcmark", providers: [.apt(["libcmark-dev"])]),
        .systemLibrary(name: "CMaxMind", pkgConfig: "libmaxminddb", providers: [.apt(["libmaxminddb-dev"])]),
        .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(name: "CSandbox", providers: [.apt(["libseccomp-dev"])]),
        .systemLibrary(name: "CResolv"),
        .systemLibrary(name: "CSpawn"),
        .systemLibrary(name: "CXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),

        // How child processes are started and confined: PostgreSQL's programs, picture workers.
        .target(name: "Processes", dependencies: ["CSandbox", "CSpawn"], swiftSettings: settings),
        .target(
            name: "PostgreSQL",
            dependencies: [
                "CLibPQ", "CSpawn", "Processes",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: settings),
        // Both are optimised even in a debug build, where a large graphic would otherwise take longer than a picture may.
        .target(name: "CPixels", cSettings: [.unsafeFlags(["-O2", "-ffast-math", "-Wall", "-Wextra"])]),
        .target(
            name: "Imaging", dependencies: ["CColor", "CDeflate", "CGD", "CJPEG", "CPixels", "CQREncode"],
            swiftSettings: settings + [.unsafeFlags(["-O"])]),
        .target(
            name: "XML", dependencies: ["CXML2"], resources: [.embedInCode("HTML/trackers.txt")],
            swiftSettings: settings),
        .target(name: "Markdown", dependencies: ["CMark", "XML"], swiftSettings: settings),
        .target(
            name: "News",
            resources: ["agents", "apple-screens", "devices"].map { .embedInCode("Devices/\($0).txt") },
            swiftSettings: settings),
        .target(
            name: "Locating",
            dependencies: ["CMaxMind", "CResolv", "News", .product(name: "NIOPosix", package: "swift-nio")],
            swiftSettings: settings),
        .target(
            name: "Credentials",
            dependencies: [
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: settings),
        // What Web Push sends: encrypted messages, and who sends them.
        .target(
            name: "WebPush", dependencies: ["Credentials", .product(name: "Crypto", package: "swift-crypto")],
            swiftSettings: settings),
        // Mails: addresses, texts and signatures.
        .target(
            name: "Mail",
            dependencies: [
                "Syndication",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            swiftSettings: settings),
        .target(
            name: "Fetching", dependencies: ["CCurl", "Mail", .product(name: "NIOCore", package: "swift-nio")],
            swiftSettings: settings),
        // Which articles are about the same.
        .target(name: "Doubles", dependencies: ["News"], swiftSettings: settings),
        // Feeds out: the channel, feeds, sitemaps, and the addresses of all.
        .target(name: "Syndication", dependencies: ["News", "XML"], swiftSettings: settings),
        // Feeds in: formats of others, and what pages say of themselves.
        .target(name: "FeedReading", dependencies: ["News", "Syndication", "XML"], swiftSettings: settings),
        .target(name: "Archive", dependencies: ["Doubles", "News", "PostgreSQL"], swiftSettings: settings),
        // The part of the archive for exchange with others: sources, feeds and their subscribers, whole newspapers.
        .target(
            name: "ExchangeArchive", dependencies: ["Archive", "News", "PostgreSQL"],
            swiftSettings: settings),
        // What all features share: problem+json, conditional requests, forms, limits, templates, assets, metrics.
        .target(
            name: "Web",
            dependencies: [
                "CBrotli", "CDeflate", "Credentials", "Fetching", "Locating", "News", "Syndication", "XML",
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "Mustache", package: "swift-mustache"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "RawStructuredFieldValues", package: "swift-http-structured-headers"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: settings),
        // Documents kept by plan and revision, and the stories written for them.
        .target(
            name: "Documents",
            dependencies: [
                "Archive", "News", "Syndication", "Web",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: settings),
        // The store of pictures, their renditions and workers, uploads.
        .target(
            name: "Pictures",
            dependencies: [
                "Archive", "Credentials", "Documents", "Imaging", "News", "Processes", "Web",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: settings),
        // The weather at readers' places: fetched behind, kept in memory.
        .target(
            name: "Weather",
            dependencies: [
                "Documents", "Fetching", "Locating", "News", "Web",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: settings),
        // /ws and what a device says of itself.
        .target(
            name: "Channels",
            dependencies: [
                "Archive", "Credentials", "Documents", "News", "Syndication", "Weather", "Web",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            swiftSettings: settings),
        // The five web editions: front pages, lists, articles, search.
        .target(
            name: "WebEditions",
            dependencies: [
                "Archive", "Channels", "Documents", "Imaging", "Locating", "News", "Syndication", "Weather", "Web",
                "XML",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: settings),
        // Feeds out, catalogues, and the WebSub hub.
        .target(
            name: "Feeds",
            dependencies: [
                "Archive", "Channels", "Credentials", "Documents", "ExchangeArchive", "Fetching", "News", "Pictures",
                "Syndication", "Web", "WebEditions",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: settings),
        // Messages to readers' devices: subscriptions, receipts, delivery.
        .target(
            name: "Push",
            dependencies: [
                "Archive", "Credentials", "Documents", "Fetching", "News", "Syndication", "Web", "WebPush",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: settings),
        // Logging in with passkeys: readers, and people of the newsroom.
        .target(
            name: "Passkeys",
            dependencies: [
                "Archive", "Credentials", "News", "Web",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),
        // Newsletters by mail.
        .target(
            name: "Letters",
            dependencies: [
                "Archive", "Channels", "Credentials", "Documents", "Fetching", "Locating", "Mail", "News", "Passkeys",
                "Syndication", "Web", "WebEditions", "XML",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: settings),
        // Sources, import, export, webhooks.
        .target(
            name: "Exchange",
            dependencies: [
                "Archive", "Credentials", "Documents", "ExchangeArchive", "FeedReading", "Fetching", "Imaging", "News",
                "Pictures",
                "Syndication", "Web", "XML",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: settings),
        // The editorial API.
        .target(
            name: "Editorial",
            dependencies: [
                "Archive", "Credentials", "Documents", "Exchange", "ExchangeArchive", "FeedReading", "Imaging",
                "Markdown", "News",
                "Pictures",
                "Syndication", "Web", "XML",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: settings),
        // The pages of the newsroom.
        .target(
            name: "Newsroom",
            dependencies: [
                "Archive", "Channels", "Credentials", "Documents", "Editorial", "Exchange", "ExchangeArchive",
                "FeedReading", "Fetching", "Imaging", "Locating", "Mail", "News", "Passkeys", "Pictures", "Syndication",
                "Web", "WebEditions", "XML",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: settings),
        // Options, composition, commands, shutdown.
        .target(
            name: "Server",
            dependencies: [
                "Archive", "Channels", "Credentials", "Documents", "Editorial", "Exchange", "ExchangeArchive",
                "FeedReading",
                "Feeds", "Fetching", "Imaging", "Letters", "Locating", "Mail", "News", "Newsroom", "Pictures",
                "PostgreSQL",
                "Passkeys", "Push",
                "Syndication", "Weather", "Web", "WebEditions", "XML",
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "n4md",
            dependencies: [
                "Archive", "Exchange", "ExchangeArchive", "Letters", "Mail", "News", "Pictures", "Server", "Web",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),

        // How long decisions take.
        .executableTarget(
            name: "decisions", dependencies: ["News"], path: "benchmarks/decisions", swiftSettings: settings),
        // How long feeds take.
        .executableTarget(
            name: "parsing", dependencies: ["FeedReading", "XML"], path: "benchmarks/parser", swiftSettings: settings),
        // How well doubles are told from other stories.
        .executableTarget(
            name: "clusters", dependencies: ["Doubles", "News", "XML"], path: "benchmarks/clusters",
            swiftSettings: settings),
        // What Hummingbird can reach at most, for benchmarks/run to compare with.
        .executableTarget(
            name: "bare",
            dependencies: [
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            path: "benchmarks/bare",
            swiftSettings: settings),

        // Thousands of sources on one machine, and rounds over them, for benchmarks/fetching.
        .executableTarget(
            name: "sources", dependencies: ["RawServer"], path: "benchmarks/sources", swiftSettings: settings),
        .executableTarget(
            name: "round", dependencies: ["Fetching"], path: "benchmarks/round", swiftSettings: settings),

        // Enters the sandbox and tries to get out.
        .executableTarget(
            name: "SandboxProbe", dependencies: ["Processes"], path: "Tests/SandboxProbe", swiftSettings: settings),
        // Makes messages of Web Push, for the libraries of others to read.
        .executableTarget(
            name: "PushProbe", dependencies: ["WebPush"], path: "Tests/PushProbe", swiftSettings: settings),
        // Writes mails, for the libraries of others to read.
        .executableTarget(
            name: "MailProbe", dependencies: ["Mail"], path: "Tests/MailProbe", swiftSettings: settings),
        // Readers of foreign bytes, for libFuzzer and for tests.
        .target(
            name: "Fuzzing",
            dependencies: [
                "Exchange", "FeedReading", "Imaging", "Locating", "Markdown", "News", "Pictures", "Weather", "Web",
                "XML",
            ],
            path: "Tests/Fuzzing", exclude: ["Seeds", "feed.dict", "run"], swiftSettings: settings),
        .executableTarget(
            name: "fuzz", dependencies: ["Fuzzing"], path: "Tests/FuzzProgram", swiftSettings: settings),
        .testTarget(name: "FuzzingTests", dependencies: ["Fuzzing", "TestSupport"], swiftSettings: settings),
        .target(name: "RawServer", path: "Tests/RawServer", swiftSettings: settings),
        .target(
            name: "TestSupport",
            dependencies: [
                "CGD", "PostgreSQL",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            // Pictures that are drawn take seconds without.
            path: "Tests/TestSupport", swiftSettings: settings + [.unsafeFlags(["-O"])]),
        .testTarget(
            name: "PostgreSQLTests",
            dependencies: ["PostgreSQL", "TestSupport", .product(name: "Logging", package: "swift-log")],
            swiftSettings: settings),
        .testTarget(
            name: "ArchiveTests", dependencies: ["Archive", "ExchangeArchive", "News", "PostgreSQL", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "ImagingTests", dependencies: ["CColor", "CDeflate", "CPixels", "Imaging", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "ProcessesTests", dependencies: ["Processes", "SandboxProbe"], swiftSettings: settings),
        .testTarget(name: "XMLTests", dependencies: ["TestSupport", "XML"], swiftSettings: settings),
        .testTarget(name: "LocatingTests", dependencies: ["Locating", "News", "TestSupport"], swiftSettings: settings),
        .testTarget(name: "MailTests", dependencies: ["Mail", "MailProbe"], swiftSettings: settings),
        .testTarget(
            name: "CredentialsTests", dependencies: ["Credentials", .product(name: "Crypto", package: "swift-crypto")],
            swiftSettings: settings),
        .testTarget(
            name: "WebPushTests",
            dependencies: ["Credentials", "PushProbe", "WebPush", .product(name: "Crypto", package: "swift-crypto")],
            swiftSettings: settings),
        .testTarget(name: "MarkdownTests", dependencies: ["Markdown", "TestSupport", "XML"], swiftSettings: settings),
        .testTarget(
            name: "FetchingTests",
            dependencies: [
                "CBrotli", "CDeflate", "Fetching", "Locating", "Mail", "RawServer", "TestSupport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "WeatherTests",
            dependencies: [
                "Locating", "News", "TestSupport", "Weather",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),
        .testTarget(name: "NewsTests", dependencies: ["News", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "DoublesTests", dependencies: ["Doubles", "News"], swiftSettings: settings),
        .testTarget(
            name: "FeedReadingTests", dependencies: ["FeedReading", "Syndication", "TestSupport", "XML"],
            swiftSettings: settings),
        .testTarget(
            name: "SyndicationTests", dependencies: ["FeedReading", "News", "Syndication", "XML"],
            exclude: ["Golden"],
            swiftSettings: settings),
        .testTarget(
            name: "ServerTests",
            dependencies: [
                "Archive", "CBrotli", "CDeflate", "Channels", "Credentials", "Documents", "Editorial", "Exchange",
                "ExchangeArchive", "FeedReading", "Fetching", "Imaging", "Letters", "Locating", "Mail", "News",
                "Newsroom",
                "Pictures", "PostgreSQL", "Push", "RawServer", "Server", "Syndication", "TestSupport", "Weather", "Web",
                "WebEditions", "WebPush", "XML",
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            exclude: ["Feeds/Schemas"], swiftSettings: settings),
    ]
)
