// swift-tools-version: 6.1
import PackageDescription

// An app that adopts PaywallKit, with modules of its own that are called like parts of the server.
// `.ci/app-package` copies this folder, builds it so, and once more with the client's own repository.
let paywall = Package.Dependency.package(path: "../paywall", traits: [])

let own = [
  "AppStore", "AtomicFile", "Bundles", "Catalog", "Decisions", "Ledger", "Planning", "Subscribers",
  "TestSupport", "TextCoding",
]

let package = Package(
  name: "App",
  platforms: [.macOS(.v15), .iOS(.v16)],
  dependencies: [paywall],
  targets: own.map { .target(name: $0) } + [
    .executableTarget(
      name: "App",
      dependencies: [.product(name: "PaywallKit", package: "paywall")]
        + own.map { .target(name: $0) })
  ]
)
