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
    module("Ledger", ["TextCoding", "Catalog", "Subscribers", "AppStore", crypto]),
    module(
      "LedgerSQLite",
      ["TextCoding", "Catalog", "Subscribers", "AppStore", "Ledger", grdb, sqlite, crypto]),
    .executableTarget(
      name: "Traffic",
      dependencies: [
        "AppStore", "AppStoreFixtures", "Catalog", "Ledger", "LedgerSQLite", "Subscribers", crypto,
      ],
      swiftSettings: [.swiftLanguageMode(.v6)]),
    .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto"),
    .systemLibrary(name: "CLibYAML", pkgConfig: "yaml-0.1"),
    .systemLibrary(name: "CStatFS"),
    module("TextCoding"),
    module("AtomicFile"),
    module("YAMLText", ["CLibYAML"]),
    module("Catalog", ["TextCoding"]),
    module("CatalogFiles", ["TextCoding", "AtomicFile", "Catalog", "YAMLText", "CStatFS", crypto]),
    module("Subscribers", ["TextCoding", "Catalog"]),
    module("Decisions", ["TextCoding", "Catalog", "Subscribers"]),
    module("OfferSigning", ["TextCoding", "COpenSSL"]),
    module("AppStore", ["TextCoding", "Catalog", "Subscribers", x509, asn1, crypto]),
    module(
      "AppStoreFixtures", ["Catalog", "Subscribers", "AppStore", crypto],
      resources: [.copy("Vectors")]),
    module("Bundles", ["TextCoding", "Catalog", crypto]),
    module(
      "PaywallKit",
      ["TextCoding", "AtomicFile", "Catalog", "Subscribers", "Decisions", "Bundles", crypto]),
    .executableTarget(
      name: "Phone", dependencies: ["PaywallKit"], swiftSettings: [.swiftLanguageMode(.v6)]),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "AppStore", "AppStoreFixtures", "Catalog", "CatalogFiles", "Decisions", "OfferSigning",
        "Subscribers", crypto,
      ],
      swiftSettings: [.swiftLanguageMode(.v6)]),
  ]
)
