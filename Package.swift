// swift-tools-version: 6.2
import PackageDescription

/// What the compiler holds every target of this package to. Set here, per target, so that no
/// flag reaches a dependency.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// - Parameter support: what most tests share: random numbers, rounds and turns.
func tests(
  _ name: String, _ dependencies: [Target.Dependency], data: [String] = [],
  support: [Target.Dependency] = ["TestSupport"]
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + support, resources: data.map { .copy($0) },
    swiftSettings: strict)
}

let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let hummingbirdCore = Target.Dependency.product(name: "HummingbirdCore", package: "hummingbird")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let lifecycle = Target.Dependency.product(
  name: "ServiceLifecycle", package: "swift-service-lifecycle")
let unixSignals = Target.Dependency.product(
  name: "UnixSignals", package: "swift-service-lifecycle")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let configuration = Target.Dependency.product(
  name: "Configuration", package: "swift-configuration")
let arguments = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")
let x509 = Target.Dependency.product(name: "X509", package: "swift-certificates")
let asn1 = Target.Dependency.product(name: "SwiftASN1", package: "swift-asn1")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let nio = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioTLS = Target.Dependency.product(name: "NIOTLS", package: "swift-nio")
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")
let nioHTTP2 = Target.Dependency.product(name: "NIOHTTP2", package: "swift-nio-http2")
let nioHTTPTypes = Target.Dependency.product(name: "NIOHTTPTypes", package: "swift-nio-extras")
let nioHTTPTypesHTTP1 = Target.Dependency.product(
  name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras")
let nioHTTPTypesHTTP2 = Target.Dependency.product(
  name: "NIOHTTPTypesHTTP2", package: "swift-nio-extras")
/// On Apple's systems CryptoKit has the same types, and an app links nothing more.
let cryptoOffApple = Target.Dependency.product(
  name: "Crypto", package: "swift-crypto", condition: .when(platforms: [.linux]))

let package = Package(
  name: "paywall",
  // The server needs macOS 15 (Synchronization); what apps link needs what has `Duration`.
  platforms: [.macOS(.v15), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .executable(name: "paywall", targets: ["paywall"]),
    .library(name: "PaywallKit", targets: ["PaywallKit"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
    .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(
      url: "https://github.com/apple/swift-configuration", from: "1.4.0",
      traits: [.defaults, "CommandLineArguments"]),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
  ],
  targets: [
    .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CLibYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(name: "CStatFS"),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

    module("TextCoding"),
    module("AtomicFile"),
    module("YAMLText", ["CLibYAML"]),
    module("Catalog", ["TextCoding"]),
    module(
      "CatalogFiles", ["TextCoding", "Catalog", "YAMLText", "CStatFS", crypto]),
    module("CatalogEditing", ["AtomicFile", "CatalogFiles", "YAMLText"]),
    module("Subscribers", ["TextCoding", "Catalog"]),
    module("Decisions", ["TextCoding", "Catalog", "Subscribers"]),
    module("ExperimentResults"),
    module(
      "Planning",
      ["TextCoding", "Catalog", "Subscribers", "Decisions", "ExperimentResults", crypto]),
    module("Bundles", ["TextCoding", "Catalog", cryptoOffApple]),
    module("GrowthBook", ["TextCoding", "Catalog"]),
    module(
      "PaywallKit",
      [
        "TextCoding", "AtomicFile", "Catalog", "Subscribers", "Decisions", "Bundles",
        cryptoOffApple,
      ]),
    module("OfferSigning", ["TextCoding", "COpenSSL"]),
    module("AppStore", ["TextCoding", "Catalog", "Subscribers", x509, asn1, crypto]),
    module("Ledger", ["TextCoding", "Catalog", "Subscribers", "AppStore", crypto]),
    module(
      "LedgerSQLite",
      ["TextCoding", "Catalog", "Subscribers", "AppStore", "Ledger", grdb, sqlite, crypto]),
    module(
      "PaywallAPI",
      [
        "TextCoding", "Catalog", "Subscribers", "Decisions", "AppStore", "Ledger", httpTypes,
        crypto,
      ]),
    module(
      "HTTPTransport",
      [
        "TextCoding", "CZlib", hummingbirdCore, httpTypes, logging, nio, nioTLS, nioHTTP1,
        nioHTTPTypes,
        nioHTTPTypesHTTP1, nioSSL, nioHTTP2, nioHTTPTypesHTTP2,
      ]),
    module(
      "PaywallServer",
      [
        "TextCoding", "AtomicFile", "PaywallAPI", "HTTPTransport", "YAMLText", "Catalog",
        "CatalogFiles", "Subscribers",
        "Decisions", "Planning", "OfferSigning", "AppStore", "Ledger", "LedgerSQLite", "Bundles",
        "GrowthBook", crypto, hummingbird, hummingbirdCore, httpTypes, lifecycle, unixSignals,
        logging,
        configuration, nio, nioPosix,
      ]),
    module(
      "PaywallCommands",
      [
        "YAMLText", "Catalog", "CatalogFiles", "CatalogEditing", "Subscribers", "Decisions",
        "ExperimentResults",
        "Planning", "OfferSigning", "AppStore", "Ledger", "LedgerSQLite", "Bundles",
        "TextCoding", "AtomicFile", "PaywallAPI", "HTTPTransport", "PaywallServer", arguments,
        configuration, crypto,
        logging,
      ]),
    .executableTarget(
      name: "paywall", dependencies: ["PaywallCommands"], swiftSettings: strict,
      plugins: ["CommitPlugin"]),
    .plugin(name: "CommitPlugin", capability: .buildTool(), path: "Sources/CommitPlugin"),

    .target(
      name: "AppStoreFixtures",
      dependencies: ["Catalog", "AppStore", crypto, x509, asn1],
      path: "Tests/AppStoreFixtures", resources: [.copy("Vectors")], swiftSettings: strict),
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
    tests("CatalogTests", ["TextCoding", "Catalog"], support: []),
    tests("SubscribersTests", ["Subscribers", "Catalog", "AppStoreFixtures"]),
    tests("TextCodingTests", ["TextCoding"], support: []),
    tests("AtomicFileTests", ["AtomicFile"], support: []),
    tests(
      "AppStoreTests",
      ["AppStore", "AppStoreFixtures", "TextCoding", "Catalog", "Subscribers", crypto, x509]),
    tests(
      "LedgerTests",
      [
        "Ledger", "LedgerSQLite", "AppStore", "AppStoreFixtures", "Catalog", "Subscribers",
        "TextCoding", crypto, grdb,
      ]),
    tests("YAMLTextTests", ["YAMLText"]),
    tests("CatalogEditingTests", ["AtomicFile", "CatalogEditing", "YAMLText"], support: []),
    tests(
      "CatalogFilesTests", ["CatalogFiles", "CatalogEditing", "Catalog", "YAMLText"],
      data: ["Mistakes", "StoreKit"]),
    tests(
      "DecisionsTests", ["Decisions", "TextCoding", "Catalog", "Subscribers"], data: ["Vectors"]),
    tests("ExperimentResultsTests", ["ExperimentResults"]),
    tests(
      "PlanningTests",
      [
        "Planning", "TextCoding", "Catalog", "Subscribers", "Decisions", "ExperimentResults",
        "CatalogFiles",
      ]),
    tests(
      "BundlesTests", ["Bundles", "Catalog", "CatalogFiles", "Decisions", "Subscribers"],
      data: ["Vectors"]),
    tests(
      "GrowthBookTests", ["GrowthBook", "Catalog", "Decisions"], data: ["Vectors"], support: []),
    tests(
      "PaywallKitTests",
      [
        "PaywallKit", "Bundles", "Catalog", "Subscribers", "AppStore", "AppStoreFixtures", "Ledger",
        "OfferSigning", "HTTPTransport", "PaywallServer", crypto, hummingbird, lifecycle, logging,
        nio, nioPosix,
      ]),
    tests("OfferSigningTests", ["OfferSigning", "TextCoding", crypto], data: ["Vectors"]),
    tests(
      "PaywallAPITests", ["PaywallAPI", "Catalog", "Decisions", httpTypes], support: []),
    tests(
      "HTTPTransportTests",
      [
        "HTTPTransport", httpTypes, logging, nio, nioPosix,
        .product(name: "NIOEmbedded", package: "swift-nio"),
      ], support: []),
    tests(
      "PaywallServerTests",
      [
        "PaywallServer", "TextCoding", "PaywallAPI", "HTTPTransport", "Catalog", "CatalogFiles",
        "Subscribers", "Planning", "OfferSigning",
        "Bundles", "AppStore", "AppStoreFixtures", "Ledger", "LedgerSQLite", crypto, hummingbird,
        hummingbirdCore, httpTypes, lifecycle, logging, configuration, nio, nioPosix, "CZlib", x509,
        asn1, nioHTTP1, nioSSL, nioHTTP2, .product(name: "NIOHPACK", package: "swift-nio-http2"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
      ], data: ["Vectors"]),
    tests(
      "FuzzingTests",
      [
        "TextCoding", "YAMLText", "Catalog", "CatalogFiles", "Decisions", "Bundles", "PaywallKit",
        "OfferSigning",
        "AppStore", "AppStoreFixtures", "PaywallAPI", "HTTPTransport", "PaywallServer", crypto,
        httpTypes, nio,
        nioHTTP1, nioHTTPTypes, nioHTTPTypesHTTP1,
        .product(name: "NIOEmbedded", package: "swift-nio"),
      ]),
    tests(
      "PaywallCommandsTests",
      [
        "PaywallCommands", "PaywallServer", "PaywallAPI", "paywall", "AppStore", "AppStoreFixtures",
        "Bundles", "Catalog", "CatalogFiles", "Ledger", "LedgerSQLite", "Subscribers", arguments,
      ],
      data: ["Help", "Output"]),
  ]
)
