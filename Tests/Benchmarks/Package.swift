// swift-tools-version: 6.2
import PackageDescription

// The modules under measurement are links to the package's own sources, so that a benchmark calls
// what `package` shows, without a public product that nobody else needs.

let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")

let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let x509 = Target.Dependency.product(name: "X509", package: "swift-certificates")
let asn1 = Target.Dependency.product(name: "SwiftASN1", package: "swift-asn1")

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
    ])
}

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
    .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
  ],
  targets: [
    module(
      "Ledger", ["PaywallTextCoding", "PaywallCatalog", "PaywallSubscribers", "AppStore", crypto]),
    module(
      "LedgerSQLite",
      [
        "PaywallTextCoding", "PaywallCatalog", "PaywallSubscribers", "AppStore", "Ledger", grdb,
        sqlite, crypto,
      ]),
    .executableTarget(
      name: "Traffic",
      dependencies: [
        "AppStore", "AppStoreFixtures", "PaywallCatalog", "Ledger", "LedgerSQLite",
        "PaywallSubscribers", crypto,
      ],
      swiftSettings: [.swiftLanguageMode(.v6)]),
    .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto"),
    .systemLibrary(name: "CLibYAML", pkgConfig: "yaml-0.1"),
    .systemLibrary(name: "CStatFS"),
    module("PaywallTextCoding"),
    module("PaywallAtomicFile"),
    module("YAMLText", ["CLibYAML"]),
    module("PaywallCatalog", ["PaywallTextCoding"]),
    module(
      "CatalogFiles",
      ["PaywallTextCoding", "PaywallCatalog", "YAMLText", "CStatFS", crypto]),
    module("PaywallSubscribers", ["PaywallTextCoding", "PaywallCatalog"]),
    module("PaywallDecisions", ["PaywallTextCoding", "PaywallCatalog", "PaywallSubscribers"]),
    module("OfferSigning", ["PaywallTextCoding", "COpenSSL"]),
    module(
      "AppStore", ["PaywallTextCoding", "PaywallCatalog", "PaywallSubscribers", x509, asn1, crypto]),
    module(
      "AppStoreFixtures", ["PaywallCatalog", "AppStore", x509, asn1, crypto],
      resources: [.copy("Vectors")]),
    module("PaywallBundles", ["PaywallTextCoding", "PaywallCatalog", crypto]),
    module(
      "PaywallKit",
      [
        "PaywallTextCoding", "PaywallAtomicFile", "PaywallCatalog", "PaywallSubscribers",
        "PaywallDecisions", "PaywallBundles", crypto,
      ]),
    .executableTarget(
      name: "Phone", dependencies: ["PaywallKit"], swiftSettings: [.swiftLanguageMode(.v6)]),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "AppStore", "AppStoreFixtures", "PaywallCatalog", "CatalogFiles", "PaywallDecisions",
        "OfferSigning", crypto,
      ],
      swiftSettings: [.swiftLanguageMode(.v6)]),
  ]
)
