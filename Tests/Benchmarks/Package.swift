// swift-tools-version: 6.2
import PackageDescription

// The modules under measurement are links to the package's own sources, so that a benchmark calls
// what `package` shows, without a public product that nobody else needs.

let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: dependencies,
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
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2")
  ],
  targets: [
    .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto"),
    .systemLibrary(name: "CLibYAML", pkgConfig: "yaml-0.1"),
    module("YAMLText", ["CLibYAML"]),
    module("Catalog"),
    module("CatalogFiles", ["Catalog", "YAMLText", crypto]),
    module("Subscribers", ["Catalog"]),
    module("Decisions", ["Catalog", "Subscribers"]),
    module("OfferSigning", ["COpenSSL"]),
    .executableTarget(
      name: "Benchmarks",
      dependencies: ["Catalog", "CatalogFiles", "Decisions", "OfferSigning", "Subscribers"],
      swiftSettings: [.swiftLanguageMode(.v6)]),
  ]
)
