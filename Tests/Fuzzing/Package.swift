// swift-tools-version: 6.2
import PackageDescription

// The modules under attack are links to the package's own sources, so that the fuzzer calls what
// `package` shows and only these modules are instrumented for coverage. See `run`.

func module(
  _ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, resources: resources,
    swiftSettings: [
      .swiftLanguageMode(.v6),
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      .enableUpcomingFeature("InferIsolatedConformances"),
      .define("Server"),
      .unsafeFlags(instrumented.contains(name) ? ["-sanitize=fuzzer"] : []),
      .unsafeFlags(["-enforce-exclusivity=checked", "-enable-testing"]),
    ])
}

/// The modules with which the targets read hostile bytes.
let instrumented: Set = [
  "PaywallTextCoding", "YAMLText", "PaywallCatalog", "CatalogFiles", "PaywallBundles", "PaywallKit",
  "OfferSigning",
  "AppStore",
  "HTTPDocuments", "HTTPService", "HTTPTransport", "PaywallAPI", "PaywallServer",
]

let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let httpClient = Target.Dependency.product(
  name: "AsyncHTTPClient", package: "async-http-client")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let lifecycle = Target.Dependency.product(
  name: "ServiceLifecycle", package: "swift-service-lifecycle")
let unixSignals = Target.Dependency.product(
  name: "UnixSignals", package: "swift-service-lifecycle")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let configuration = Target.Dependency.product(
  name: "Configuration", package: "swift-configuration")
let x509 = Target.Dependency.product(name: "X509", package: "swift-certificates")
let asn1 = Target.Dependency.product(name: "SwiftASN1", package: "swift-asn1")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let nio = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let nioTLS = Target.Dependency.product(name: "NIOTLS", package: "swift-nio")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")
let nioHTTP2 = Target.Dependency.product(name: "NIOHTTP2", package: "swift-nio-http2")
let nioHTTPTypes = Target.Dependency.product(name: "NIOHTTPTypes", package: "swift-nio-extras")
let nioHTTPTypesHTTP1 = Target.Dependency.product(
  name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras")
let nioHTTPTypesHTTP2 = Target.Dependency.product(
  name: "NIOHTTPTypesHTTP2", package: "swift-nio-extras")

let package = Package(
  name: "Fuzzing",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
    .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(
      url: "https://github.com/apple/swift-configuration", from: "1.4.0",
      traits: [.defaults, "CommandLineArguments"]),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
  ],
  targets: [
    .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto"),
    .systemLibrary(name: "CLibYAML", pkgConfig: "yaml-0.1"),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib"),
    .systemLibrary(name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .systemLibrary(name: "CMalloc"),
    .systemLibrary(name: "CStatFS"),
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
      "PaywallPictures",
      [
        "HTTPDocuments",
        "PaywallTextCoding", "PaywallCatalog", "PaywallPresentation", "CatalogFiles",
        "PaywallDecisions", "Serving", "Planning",
      ]),
    module(
      "ExperimentReports",
      [
        "PaywallTextCoding", "PaywallCatalog", "Subscribers", "Serving",
        "Ledger", "ExperimentResults",
      ]),
    module(
      "AppStoreServerAPI",
      [
        "SystemLibrary", "PaywallTextCoding", "PaywallAtomicFile", "PaywallCatalog",
        "Subscribers",
        "OfferSigning", "AppStore", httpClient, nio, nioHTTP1, nioPosix,
      ]),
    module(
      "AppStoreSync",
      [
        "PaywallTextCoding", "PaywallCatalog", "Subscribers", "AppStore",
        "AppStoreServerAPI", "Ledger", crypto,
      ]),
    module(
      "Planning",
      [
        "SystemLibrary", "PaywallTextCoding", "PaywallCatalog",
        "PaywallDecisions", "Serving",
        "ExperimentResults", crypto,
      ]),
    module("PaywallBundles", ["PaywallTextCoding", "PaywallCatalog", crypto]),
    module("BundleWriting", ["PaywallBundles", "PaywallCatalog", "PaywallTextCoding", crypto]),
    module("GrowthBook", ["PaywallTextCoding", "PaywallCatalog"]),
    module(
      "PaywallKit",
      [
        "PaywallTextCoding", "PaywallAtomicFile", "PaywallCatalog",
        "PaywallDecisions", "PaywallBundles", crypto,
      ]),
    module("OfferSigning", ["SystemLibrary", "PaywallTextCoding", "COpenSSL"]),
    module(
      "AppStore", ["PaywallTextCoding", "PaywallCatalog", "Subscribers", x509, asn1, crypto]),
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
      "HTTPTransport",
      [
        "SystemLibrary", "PaywallTextCoding", "CZlib", httpTypes, lifecycle, logging, nio, nioPosix,
        nioTLS,
        nioHTTP1,
        nioHTTPTypes, nioHTTPTypesHTTP1, nioSSL, nioHTTP2, nioHTTPTypesHTTP2,
      ]),
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
      "PaywallServer",
      [
        "CMalloc", "SystemLibrary", "HTTPService", "HTTPDocuments",
        "PaywallAPI", "YAMLText", "PaywallCatalog", "CatalogFiles",
        "PaywallDecisions", "Planning", "PaywallPictures",
        "ExperimentResults", "ExperimentReports", "ResultsPages",
        "OfferSigning", "AppStore", "AppStoreServerAPI", "AppStoreSync", "Ledger",
        "LedgerSQLite", "LedgerPostgres", "LedgerStorage", "PaywallBundles", "GrowthBook",
        "HTTPTransport",
        "PaywallTextCoding", "Subscribers", "Serving", "BundleWriting", "PaywallAtomicFile",
        crypto, httpTypes, httpClient, lifecycle, unixSignals, logging, configuration, nio,
        nioPosix,
        nioHTTP1, nioSSL,
      ]),
    module(
      "AppStoreFixtures", ["PaywallCatalog", "AppStore", x509, asn1, crypto],
      resources: [.copy("Vectors")]),
    module("TestSupport"),
    module(
      "FuzzBodies",
      [
        "HTTPDocuments",
        "TestSupport", "PaywallTextCoding", "PaywallAPI", "YAMLText", "PaywallCatalog",
        "CatalogFiles",
        "PaywallDecisions", "PaywallBundles", "BundleWriting", "PaywallKit", "OfferSigning",
        "AppStore", "AppStoreFixtures", "HTTPTransport", "PaywallServer", crypto, httpTypes,
        logging, nio, nioEmbedded, nioHTTP1, nioHTTPTypes, nioHTTPTypesHTTP1,
      ]),
    .executableTarget(
      name: "Fuzz", dependencies: ["FuzzBodies"], swiftSettings: [.swiftLanguageMode(.v6)]),
  ]
)
