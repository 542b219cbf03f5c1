import ArgumentParser

/// `paywall paywall`.
struct PaywallNoun: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "paywall",
    abstract: "List and show paywalls.",
    discussion: """
      EXAMPLE
        paywall paywall list
        paywall paywall show standard --locale de
      """,
    subcommands: [PaywallList.self, PaywallShow.self])
}
