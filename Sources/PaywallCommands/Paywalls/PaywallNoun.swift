import ArgumentParser
import CommandSupport

/// `paywall wall`; `paywall paywall` is its former name.
struct PaywallNoun: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "wall", "List, show, create, rename and delete paywalls.",
    examples: "paywall wall list",
    "paywall wall show standard --locale de",
    "paywall wall create winter --from standard",
    "paywall wall delete gift-wall --replace-with standard",
    subcommands: [
      ListCommand<WallNoun>.self, PaywallShow.self, PaywallCreate.self,
      RenameCommand<WallNoun>.self,
      PaywallDelete.self,
    ],
    aliases: ["paywall"])
}
