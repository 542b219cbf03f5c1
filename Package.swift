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

func tests(_ name: String, _ dependencies: [Target.Dependency], data: [String] = []) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, resources: data.map { .copy($0) },
    swiftSettings: strict)
}

let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")

let package = Package(
  name: "paywall",
  platforms: [.macOS(.v15), .iOS(.v16)],
  dependencies: [
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2")
  ],
  targets: [
    .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CLibYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),

    module("YAMLText", ["CLibYAML"]),
    module("Catalog"),
    module("CatalogFiles", ["Catalog", "YAMLText", crypto]),
    module("Subscribers", ["Catalog"]),
    module("Decisions", ["Catalog", "Subscribers"]),
    module("OfferSigning", ["COpenSSL"]),

    tests("CatalogTests", ["Catalog"]),
    tests("YAMLTextTests", ["YAMLText"]),
    tests(
      "CatalogFilesTests", ["CatalogFiles", "Catalog", "YAMLText"], data: ["Mistakes", "StoreKit"]),
    tests("DecisionsTests", ["Decisions", "Catalog", "Subscribers"], data: ["Vectors"]),
    tests("OfferSigningTests", ["OfferSigning", crypto], data: ["Vectors"]),
  ]
)
