import ArgumentParser

/// `paywall offer`.
struct OfferCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "offer",
    abstract:
      "List, show and rename offers, sign one, and find out what is wrong with a signature.",
    discussion: """
      EXAMPLE
        paywall offer list
        paywall offer sign loyalty --product pro_yearly --offer-key AuthKey.p8 \\
          --offer-key-id 2X9R4HXF34
      """,
    subcommands: [
      OfferList.self, OfferShow.self, OfferRename.self, OfferExplain.self, OfferSign.self,
      OfferVerify.self,
    ])
}
