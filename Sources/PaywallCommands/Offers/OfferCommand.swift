import ArgumentParser
import CommandSupport

/// `paywall offer`.
struct OfferCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "offer", "List, show and rename offers, sign one, and find out what is wrong with a signature.",
    examples: "paywall offer list",
    "paywall offer sign loyalty --product pro_yearly --offer-key AuthKey.p8 \\",
    "  --offer-key-id 2X9R4HXF34",
    subcommands: [
      ListCommand<OfferNoun>.self, ShowCommand<OfferNoun>.self, RenameCommand<OfferNoun>.self,
      OfferExplain.self, OfferSign.self, OfferVerify.self,
    ])
}
