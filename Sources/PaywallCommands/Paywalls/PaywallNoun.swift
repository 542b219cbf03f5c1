import ArgumentParser

/// `paywall wall`; `paywall paywall` is its former name.
struct PaywallNoun: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wall",
    abstract: "List, show, create, rename and delete paywalls.",
    discussion: """
      EXAMPLE
        paywall wall list
        paywall wall show standard --locale de
        paywall wall create winter --from standard
        paywall wall delete gift-wall --replace-with standard
      """,
    subcommands: [
      PaywallList.self, PaywallShow.self, PaywallCreate.self, PaywallRename.self,
      PaywallDelete.self,
    ],
    aliases: ["paywall"])
}
