import AppStoreSync
import ArgumentParser
import CommandSupport
import HTTPDocuments
import Ledger
import PaywallAPI
import PaywallCatalog
import PaywallServer
import Subscribers

/// `paywall seats show`.
struct SeatsShow: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "show", "Show how many seats a purchase has, and who has them.",
    "Apple counts the seats at this moment; ended records stay in the list.",
    examples: "paywall seats show 2000000123000001", "paywall seats show 2000000123000001 --json")

  @Argument(help: "The original transaction id of the one who pays.") var transaction: String
  @OptionGroup var seats: SeatOptions
  @OptionGroup var answer: AnswerOptions

  func printed(on console: Console) async throws -> Printed<SeatOverviewAnswer> {
    let (overview, now) = try await seats.ask { seats async throws(SeatFailure) in
      try await seats.overview(of: transaction)
    }
    let card = SeatOverviewAnswer(overview, at: now)
    return .parts(card) { console in
      console.write(
        "\(card.total) seats, \(card.claimed) claimed, \(card.available) to claim.")
      try Printed(
        list: card.seats, none: "None is recorded.",
        [
          ("SEAT", \.seat.claim.id), ("WHO", \.whom),
          ("CLAIMED", \.seat.claim.claimedAt.rfc3339), ("ENDED", \.end),
        ]
      ).write(console)
      if card.claimed > card.total {
        console.note(
          "more seats are claimed than there are, as after a renewal with fewer: unclaim some")
      }
      for id in card.unrecorded {
        console.note(
          "Apple names the claim \(id), of which nothing is recorded: claim it again for the same person, or 'paywall seats unclaim \(transaction) \(id)'"
        )
      }
    }
  }
}
