import ArgumentParser
import CommandSupport

/// `paywall placement`.
struct PlacementCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "placement", "List and show placements.",
    examples: "paywall placement list",
    "paywall placement show onboarding",
    subcommands: [ListCommand<PlacementNoun>.self, ShowCommand<PlacementNoun>.self])
}
