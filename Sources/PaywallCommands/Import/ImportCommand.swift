import ArgumentParser
import CommandSupport

/// `paywall import`.
struct ImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "import", "Take over an app and its customers from another service.",
    examples: "paywall import revenuecat offerings.json entitlements.json --into photos",
    subcommands: [ImportRevenueCat.self])
}
