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

func module(
  _ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, resources: resources, swiftSettings: strict)
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

/// A product of another package that only the server, its commands and the tests need. With
/// `traits: []` none of these packages is resolved.
func ofServer(_ name: String, _ package: String) -> Target.Dependency {
  .product(name: name, package: package, condition: .when(traits: ["Server"]))
}

let crypto = ofServer("Crypto", "swift-crypto")
let httpTypes = ofServer("HTTPTypes", "swift-http-types")
let lifecycle = ofServer("ServiceLifecycle", "swift-service-lifecycle")
let unixSignals = ofServer("UnixSignals", "swift-service-lifecycle")
let logging = ofServer("Logging", "swift-log")
let configuration = ofServer("Configuration", "swift-configuration")
let arguments = ofServer("ArgumentParser", "swift-argument-parser")
let x509 = ofServer("X509", "swift-certificates")
let asn1 = ofServer("SwiftASN1", "swift-asn1")
let grdb = ofServer("GRDB", "GRDB.swift")
let sqlite = ofServer("GRDBSQLite", "GRDB.swift")
let httpClient = ofServer("AsyncHTTPClient", "async-http-client")
let nio = ofServer("NIOCore", "swift-nio")
let nioPosix = ofServer("NIOPosix", "swift-nio")
let nioHTTP1 = ofServer("NIOHTTP1", "swift-nio")
let nioTLS = ofServer("NIOTLS", "swift-nio")
let nioEmbedded = ofServer("NIOEmbedded", "swift-nio")
let nioSSL = ofServer("NIOSSL", "swift-nio-ssl")
let nioHTTP2 = ofServer("NIOHTTP2", "swift-nio-http2")
let nioHPACK = ofServer("NIOHPACK", "swift-nio-http2")
let nioHTTPTypes = ofServer("NIOHTTPTypes", "swift-nio-extras")
let nioHTTPTypesHTTP1 = ofServer("NIOHTTPTypesHTTP1", "swift-nio-extras")
let nioHTTPTypesHTTP2 = ofServer("NIOHTTPTypesHTTP2", "swift-nio-extras")
/// On Apple's systems CryptoKit has the same types, and an app links nothing more.
let cryptoOffApple = Target.Dependency.product(
  name: "Crypto", package: "swift-crypto", condition: .when(platforms: [.linux]))

let package = Package(
  name: "paywall",
  // The server needs macOS 15 (Synchronization); what apps link needs what has `Duration`.
  platforms: [.macOS(.v15), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  // No executable, which an app would be offered too: `swift run paywall` finds the target here.
  products: [
    .library(name: "PaywallKit", targets: ["PaywallKit"]),
    .library(name: "PaywallKitUI", targets: ["PaywallKitUI"]),
    .library(name: "PaywallKitTesting", targets: ["PaywallKitTesting"]),
    .library(name: "PaywallKitLocalStore", targets: ["PaywallKitLocalStore"]),
  ],
  traits: [
    .trait(name: "Server", description: "The server and its commands. An app needs neither."),
    .default(enabledTraits: ["Server"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
    .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(
      url: "https://github.com/apple/swift-configuration", from: "1.4.0",
      traits: [.defaults, "CommandLineArguments"]),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
  ],
  targets: [
    .systemLibrary(
      name: "COpenSSL", pkgConfig: "libcrypto",
      providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
    .systemLibrary(
      name: "CLibYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .systemLibrary(
      name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    .systemLibrary(name: "CMalloc"),
    .systemLibrary(name: "CStatFS"),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

    module("SystemLibrary"),
    module("PaywallTextCoding"),
    module("PaywallAtomicFile"),
    module("YAMLText", ["CLibYAML"]),
    module("PaywallCatalog", ["PaywallTextCoding"]),
    module("PaywallPresentation", ["PaywallCatalog"]),
    module(
      "CatalogFiles",
      [
        "SystemLibrary", "PaywallTextCoding", "PaywallCatalog", "Serving", "PaywallPresentation",
        "YAMLText",
        "CStatFS", crypto,
      ]),
    module("CatalogEditing", ["SystemLibrary", "PaywallAtomicFile", "CatalogFiles", "YAMLText"]),
    module("PaywallDecisions", ["PaywallTextCoding", "PaywallCatalog"]),
    module(
      "Serving", ["PaywallDecisions", "PaywallCatalog", "PaywallTextCoding"]),
    module("Subscribers", ["PaywallCatalog", "PaywallTextCoding"]),
    module("ExperimentResults", ["SystemLibrary", "PaywallCatalog", "Serving"]),
    module(
      "ResultsPages",
      [
        "HTTPDocuments", "PaywallAPI", "PaywallTextCoding", "PaywallCatalog", "ExperimentResults",
        "ExperimentReports",
      ]),
    module(
      "ExperimentReports",
      [
        "PaywallTextCoding", "PaywallCatalog", "Subscribers", "Serving",
        "Ledger", "ExperimentResults",
      ]),
    module(
      "Planning",
      [
        "SystemLibrary", "PaywallTextCoding", "PaywallCatalog",
        "PaywallDecisions", "Serving",
        "ExperimentResults", crypto,
      ]),
    module(
      "PaywallPictures",
      [
        "HTTPDocuments",
        "PaywallCatalog", "PaywallPresentation", "CatalogFiles",
        "PaywallDecisions", "PaywallTextCoding", "Serving", "Planning",
      ]),
    module("PaywallBundles", ["PaywallTextCoding", "PaywallCatalog", cryptoOffApple]),
    module("BundleWriting", ["PaywallBundles", "PaywallCatalog", "PaywallTextCoding", crypto]),
    module("GrowthBook", ["PaywallTextCoding", "PaywallCatalog"]),
    module(
      "PaywallKit",
      [
        "PaywallTextCoding", "PaywallAtomicFile", "PaywallCatalog",
        "PaywallDecisions", "PaywallBundles",
        cryptoOffApple,
      ], resources: [.copy("PrivacyInfo.xcprivacy")]),
    module("PaywallKitUI", ["PaywallKit", "PaywallCatalog", "PaywallPresentation"]),
    module("PaywallKitTesting", ["PaywallKit"]),
    module("PaywallKitLocalStore", ["PaywallKit"]),
    module("OfferSigning", ["SystemLibrary", "PaywallTextCoding", "COpenSSL"]),
    module(
      "AppStore", ["PaywallTextCoding", "PaywallCatalog", "Subscribers", x509, asn1, crypto]),
    module(
      "AppStoreServerAPI",
      [
        "SystemLibrary", "PaywallTextCoding", "PaywallAtomicFile", "PaywallCatalog",
        "Subscribers",
        "OfferSigning", "AppStore", httpClient, nio, nioHTTP1, nioPosix,
      ]),
    module(
      "Ledger",
      [
        "PaywallTextCoding", "PaywallCatalog", "Subscribers", "Serving",
        "AppStore", crypto,
      ]),
    module(
      "LedgerStorage",
      [
        "PaywallTextCoding", "PaywallCatalog", "Subscribers", "Serving",
        "AppStore",
        "Ledger", crypto,
      ]),
    module(
      "LedgerSQLite",
      [
        "CMalloc", "PaywallAtomicFile", "PaywallTextCoding", "PaywallCatalog",
        "Subscribers", "Ledger", "LedgerStorage", grdb, sqlite,
      ]),
    module(
      "LedgerPostgres",
      [
        "CLibPQ", "PaywallTextCoding", "PaywallCatalog", "Subscribers",
        "Ledger",
        "LedgerStorage", crypto,
      ]),
    module(
      "AppStoreSync",
      [
        "PaywallTextCoding", "PaywallCatalog", "Subscribers", "AppStore",
        "AppStoreServerAPI", "Ledger", crypto,
      ]),
    module(
      "LocalAppStore",
      ["PaywallTextCoding", "PaywallCatalog", "OfferSigning", x509, asn1, crypto]),
    module("HTTPDocuments", ["PaywallTextCoding", "PaywallCatalog", httpTypes, crypto]),
    module(
      "HTTPService",
      [
        "SystemLibrary", "HTTPDocuments", "HTTPTransport", "PaywallTextCoding", "PaywallCatalog",
        httpTypes,
        logging, nio,
      ]),
    module(
      "PaywallAPI",
      [
        "HTTPDocuments",
        "PaywallTextCoding", "PaywallCatalog", "ExperimentResults", "ExperimentReports",
        "PaywallDecisions", "Subscribers", "Serving", "AppStore", "Ledger",
        httpTypes,
      ]),
    module(
      "HTTPTransport",
      [
        "SystemLibrary", "PaywallTextCoding", "CZlib", httpTypes, lifecycle, logging, nio, nioPosix,
        nioTLS,
        nioHTTP1,
        nioHTTPTypes, nioHTTPTypesHTTP1, nioSSL, nioHTTP2, nioHTTPTypesHTTP2,
      ]),
    module(
      "PaywallServer",
      [
        "CMalloc", "SystemLibrary", "HTTPService", "HTTPDocuments",
        "PaywallTextCoding", "PaywallAtomicFile", "PaywallAPI", "HTTPTransport", "YAMLText",
        "PaywallCatalog",
        "CatalogFiles",
        "PaywallDecisions", "ExperimentResults", "ExperimentReports", "ResultsPages",
        "PaywallPictures", "Planning",
        "OfferSigning", "AppStore", "AppStoreServerAPI", "AppStoreSync", "Ledger",
        "LedgerPostgres", "LedgerSQLite", "LedgerStorage", "PaywallBundles", "Subscribers",
        "Serving", "BundleWriting",
        "GrowthBook", crypto, httpTypes, httpClient, lifecycle, unixSignals,
        logging,
        configuration, nio, nioPosix, nioHTTP1, nioSSL,
      ]),
    module(
      "LocalAppStoreClient",
      [
        "PaywallTextCoding", "PaywallCatalog", "OfferSigning", httpClient, logging, crypto, nio,
        nioHTTP1,
      ]),
    module(
      "LocalAppStoreServer",
      [
        "LocalAppStoreClient",
        "HTTPDocuments", "HTTPService",
        "PaywallTextCoding", "PaywallAtomicFile", "PaywallCatalog", "OfferSigning", "LocalAppStore",
        "HTTPTransport", httpClient,
        httpTypes, lifecycle, unixSignals, logging, crypto, nio, nioPosix, nioHTTP1,
      ]),
    module(
      "LocalAppStoreStories",
      [
        "LocalAppStoreClient",
        "SystemLibrary", "HTTPDocuments", "PaywallTextCoding", "YAMLText", "PaywallCatalog",
        "CatalogFiles", "LocalAppStore", "LocalAppStoreServer", httpClient, lifecycle, logging,
      ]),
    module(
      "CommandSupport",
      ["SystemLibrary", "HTTPDocuments", "YAMLText", "PaywallCatalog", "CatalogFiles", arguments]),
    module(
      "LocalAppStoreCommands",
      [
        "CommandSupport", "LocalAppStore", "LocalAppStoreClient", "LocalAppStoreServer",
        "LocalAppStoreStories", "YAMLText", "PaywallCatalog", "CatalogFiles",
        "HTTPDocuments", "HTTPService", "PaywallTextCoding", "PaywallAtomicFile", arguments, crypto,
        httpClient, logging,
      ]),
    module(
      "PaywallCommands",
      [
        "SystemLibrary", "CommandSupport",
        "LocalAppStoreClient",
        "HTTPService", "HTTPDocuments",
        httpClient,
        "YAMLText", "PaywallCatalog", "CatalogFiles", "CatalogEditing",
        "PaywallDecisions",
        "ExperimentResults", "ExperimentReports", "ResultsPages",
        "PaywallPictures", "PaywallPresentation",
        "Planning", "OfferSigning", "AppStore", "AppStoreServerAPI", "AppStoreSync", "Ledger",
        "LedgerPostgres", "LedgerSQLite", "LedgerStorage", "PaywallBundles",
        "PaywallTextCoding", "Subscribers", "Serving", "BundleWriting", "PaywallAtomicFile",
        "PaywallAPI", "HTTPTransport", "PaywallServer",
        arguments,
        configuration, crypto,
        logging,
      ]),
    .executableTarget(
      name: "paywall", dependencies: ["PaywallCommands", "CommandSupport", "SystemLibrary"],
      swiftSettings: strict, plugins: ["CommitPlugin"]),
    .executableTarget(
      name: "local-app-store",
      dependencies: ["LocalAppStoreCommands", "CommandSupport", "SystemLibrary"],
      swiftSettings: strict, plugins: ["CommitPlugin"]),
    .executableTarget(
      name: "lumen",
      dependencies: ["PaywallKit", "PaywallKitLocalStore"], swiftSettings: strict),
    .plugin(name: "CommitPlugin", capability: .buildTool(), path: "Sources/CommitPlugin"),

    .target(
      name: "AppStoreFixtures",
      dependencies: ["PaywallCatalog", "AppStore", crypto, x509, asn1],
      path: "Tests/AppStoreFixtures", resources: [.copy("Vectors")], swiftSettings: strict),
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
    .target(
      name: "SchemaValidation", dependencies: ["PaywallCatalog"], path: "Tests/SchemaValidation",
      swiftSettings: strict),
    .executableTarget(
      name: "buying-app", dependencies: ["PaywallKit", "PaywallKitTesting", "AppStoreFixtures"],
      path: "Tests/BuyingApp", swiftSettings: strict),
    // What Tests/Benchmarks/run measures and sends; a build checks it, so that it cannot rot.
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "AppStore", "AppStoreFixtures", "YAMLText", "PaywallCatalog", "CatalogFiles",
        "PaywallDecisions", "OfferSigning", crypto,
      ], path: "Tests/Benchmarks/Benchmarks", swiftSettings: strict),
    .executableTarget(
      name: "Phone", dependencies: ["PaywallKit", "PaywallKitTesting"],
      path: "Tests/Benchmarks/Phone", swiftSettings: strict),
    .executableTarget(
      name: "Traffic",
      dependencies: [
        "AppStore", "AppStoreFixtures", "PaywallCatalog", "Ledger", "LedgerPostgres",
        "LedgerSQLite", "LedgerStorage", "Subscribers", "Serving", crypto,
      ], path: "Tests/Benchmarks/Traffic", swiftSettings: strict),
    tests(
      "PaywallCatalogTests", ["PaywallTextCoding", "PaywallCatalog", "Serving"],
      data: ["Languages"],
      support: []),
    tests(
      "SubscribersTests",
      ["PaywallCatalog", "Subscribers", "AppStoreFixtures"]),
    tests("PaywallTextCodingTests", ["PaywallTextCoding"], support: []),
    tests("PaywallAtomicFileTests", ["PaywallAtomicFile"], support: []),
    tests(
      "AppStoreTests",
      [
        "AppStore", "AppStoreFixtures", "PaywallTextCoding", "PaywallCatalog", "Subscribers",
        crypto, x509,
      ]),
    tests(
      "AppStoreServerAPITests",
      [
        "AppStoreServerAPI", "AppStore", "AppStoreFixtures", "OfferSigning", "PaywallCatalog",
        "Subscribers", httpClient, nio, nioHTTP1, nioPosix,
      ], data: ["Vectors"]),
    tests(
      "LedgerTests",
      [
        "Ledger", "LedgerPostgres", "LedgerSQLite", "LedgerStorage", "AppStore",
        "AppStoreFixtures", "PaywallCatalog",
        "PaywallTextCoding", "Subscribers", "Serving", crypto, grdb,
      ]),
    tests(
      "AppStoreSyncTests",
      [
        "AppStoreSync", "AppStore", "AppStoreServerAPI", "Ledger", "LedgerSQLite", "LedgerStorage",
        "PaywallCatalog", "Subscribers",
      ]),
    tests("YAMLTextTests", ["YAMLText"]),
    tests("CatalogEditingTests", ["PaywallAtomicFile", "CatalogEditing", "YAMLText"], support: []),
    tests(
      "CatalogFilesTests",
      [
        "CatalogFiles", "CatalogEditing", "PaywallCatalog", "Serving", "PaywallPresentation",
        "SchemaValidation", "YAMLText",
      ],
      data: ["Mistakes", "StoreKit"]),
    tests(
      "PaywallDecisionsTests",
      ["PaywallDecisions", "PaywallTextCoding", "PaywallCatalog", "Serving"],
      data: ["Vectors"]),
    tests("ExperimentResultsTests", ["ExperimentResults", "PaywallCatalog"], data: ["Vectors"]),
    tests(
      "PaywallPicturesTests",
      [
        "PaywallPictures", "CatalogFiles", "PaywallCatalog", "PaywallDecisions",
        "PaywallPresentation",
      ], data: ["Vectors"], support: []),
    tests(
      "ResultsPagesTests",
      [
        "HTTPDocuments", "ResultsPages", "PaywallAPI", "PaywallCatalog", "ExperimentResults",
        "ExperimentReports",
      ], support: []),
    tests(
      "ExperimentReportsTests",
      [
        "ExperimentReports", "ExperimentResults", "Ledger", "LedgerSQLite", "LedgerStorage",
        "AppStore",
        "PaywallCatalog", "Subscribers", "Serving",
      ], data: ["Judge"]),
    tests(
      "PlanningTests",
      [
        "Planning", "PaywallCatalog", "PaywallDecisions", "Serving",
        "ExperimentResults", "CatalogFiles",
      ]),
    tests(
      "PaywallBundlesTests",
      [
        "PaywallBundles", "PaywallCatalog", "CatalogFiles", "PaywallDecisions",
        "Serving", "BundleWriting",
      ],
      data: ["Vectors"]),
    tests(
      "GrowthBookTests", ["GrowthBook", "PaywallCatalog", "PaywallDecisions", "Serving"],
      data: ["Vectors"],
      support: []),
    tests(
      "PaywallKitTests",
      [
        "HTTPService",
        "PaywallKit", "PaywallKitTesting", "PaywallBundles", "PaywallCatalog",
        "Subscribers", "Serving", "BundleWriting",
        "AppStore", "AppStoreFixtures", "Ledger", "LedgerSQLite",
        "OfferSigning", "HTTPTransport", "PaywallServer", crypto, lifecycle, logging,
        nio, nioPosix,
      ]),
    tests(
      "PaywallKitUITests",
      [
        "PaywallKitUI", "PaywallKit", "PaywallKitTesting", "PaywallPresentation", "PaywallPictures",
        "HTTPDocuments",
      ]),
    tests(
      "LocalAppStoreTests",
      [
        "LocalAppStore", "AppStore", "AppStoreSync", "CatalogFiles", "Ledger", "LedgerSQLite",
        "LedgerStorage", "OfferSigning", "PaywallCatalog", "Subscribers", crypto,
      ]),
    tests(
      "LocalAppStoreServerTests",
      [
        "LocalAppStoreClient",
        "HTTPDocuments", "HTTPService",
        "LocalAppStoreServer", "LocalAppStore", "OfferSigning", "AppStore", "AppStoreServerAPI",
        "PaywallCatalog", "Ledger", "LedgerSQLite", "LedgerStorage", "PaywallKit",
        "PaywallKitLocalStore",
        "PaywallServer", "PaywallAPI", "HTTPTransport",
        "PaywallTextCoding", "Subscribers", httpClient, httpTypes, lifecycle, logging, nio,
        nioHTTP1, crypto,
      ]),
    tests(
      "LocalAppStoreStoriesTests",
      [
        "LocalAppStoreClient", "HTTPService", "HTTPDocuments", "LocalAppStoreStories",
        "LocalAppStoreServer", "LocalAppStore", "CatalogFiles", "PaywallCatalog", "HTTPTransport",
        "PaywallTextCoding", "SchemaValidation", "YAMLText", "paywall", httpClient, httpTypes,
        logging, nio, nioPosix,
      ]),
    tests("OfferSigningTests", ["OfferSigning", "PaywallTextCoding", crypto], data: ["Vectors"]),
    tests(
      "PaywallAPITests",
      ["HTTPDocuments", "PaywallAPI", "PaywallCatalog", "PaywallDecisions", httpTypes],
      support: []),
    tests(
      "HTTPTransportTests",
      [
        "HTTPTransport", httpTypes, logging, nio, nioPosix,
        nioEmbedded, nioHTTPTypes,
      ], support: []),
    tests(
      "PaywallServerTests",
      [
        "SchemaValidation",
        "HTTPService", "HTTPDocuments",
        "PaywallServer", "PaywallAPI", "HTTPTransport", "PaywallCatalog",
        "CatalogFiles", "PaywallDecisions", "ExperimentResults", "ExperimentReports",
        "Planning", "OfferSigning",
        "PaywallBundles", "Subscribers", "Serving", "BundleWriting", "AppStore",
        "AppStoreServerAPI", "AppStoreSync", "AppStoreFixtures",
        "Ledger", "LedgerPostgres", "LedgerSQLite", "LedgerStorage", crypto,
        httpTypes, lifecycle, logging, configuration, nio, nioPosix, "CZlib", x509, asn1, nioHTTP1,
        nioHTTPTypes, nioSSL, nioHTTP2, nioHPACK,
        nioEmbedded,
      ], data: ["Vectors"]),
    tests(
      "FuzzingTests",
      [
        "HTTPDocuments",
        "PaywallTextCoding", "YAMLText", "PaywallCatalog", "CatalogFiles", "PaywallDecisions",
        "PaywallBundles", "BundleWriting", "PaywallKit",
        "OfferSigning",
        "AppStore", "AppStoreFixtures", "PaywallAPI", "HTTPTransport", "PaywallServer", crypto,
        httpTypes, logging, nio,
        nioHTTP1, nioHTTPTypes, nioHTTPTypesHTTP1,
        nioEmbedded,
      ]),
    tests(
      "PaywallCommandsTests",
      [
        "HTTPDocuments",
        "PaywallCommands", "CommandSupport", "LocalAppStoreClient", "LocalAppStoreCommands",
        "LocalAppStoreStories",
        "PaywallServer", "PaywallAPI", httpClient,
        "paywall", "local-app-store", "lumen", "buying-app",
        "AppStore", "AppStoreServerAPI", "AppStoreFixtures", "ExperimentResults",
        "PaywallBundles", "PaywallCatalog", "CatalogFiles", "Ledger", "LedgerPostgres",
        "LedgerSQLite", "LedgerStorage", "Planning",
        "PaywallTextCoding", "Subscribers", "Serving", "BundleWriting", "SchemaValidation",
        "YAMLText", arguments, nio, nioPosix, nioHTTP1,
      ],
      data: ["Help", "Output", "RevenueCat"]),
  ]
)
