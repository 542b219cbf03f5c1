import ArgumentParser

/// `paywall placement`.
struct PlacementCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "placement",
    abstract: "List and show placements.",
    discussion: """
      EXAMPLE
        paywall placement list
        paywall placement show onboarding
      """,
    subcommands: [PlacementList.self, PlacementShow.self])
}
