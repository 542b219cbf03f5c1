import AppStoreSync
import ArgumentParser
import CommandSupport
import HTTPDocuments
import Ledger
import PaywallAPI
import PaywallCatalog

/// `paywall seats unclaim`.
struct SeatsUnclaim: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "unclaim", "Give a seat back to Apple, and end the member's access.",
    "It also ends the record of a seat that Apple has taken back, and frees one that is not recorded.",
    examples: "paywall seats unclaim 2000000123000001 1b1e3e4e-6a53-4f39-8b9b-5c2f7d6a2f10")

  @Argument(help: "The original transaction id of the one who pays.") var transaction: String
  @Argument(help: "Apple's seatClaimId, as 'paywall seats show' has it.") var seat: String
  @OptionGroup var seats: SeatOptions
  @OptionGroup var answer: AnswerOptions

  func printed(on console: Console) async throws -> Printed<SeatAnswer> {
    let (change, now) = try await seats.ask { seats async throws(SeatFailure) in
      try await seats.unclaim(seat, of: transaction)
    }
    let card = SeatAnswer(change.seat, isChanged: change.isNew, now: now)
    return Printed(card) { _ in "Seat \(seat) ended \(card.end)." }
  }
}

/// `paywall seats associate`.
struct SeatsAssociate: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "associate", "Say which customer of Apple has a seat that was claimed for a user id.",
    examples:
      "paywall seats associate 2000000123000001 1b1e3e4e-6a53-4f39-8b9b-5c2f7d6a2f10 \\",
    "  704289572307153920")

  @Argument(help: "The original transaction id of the one who pays.") var transaction: String
  @Argument(help: "Apple's seatClaimId, as 'paywall seats show' has it.") var seat: String
  @Argument(help: "The appTransactionId of the member's app.") var appTransaction: String
  @OptionGroup var seats: SeatOptions
  @OptionGroup var answer: AnswerOptions

  func printed(on console: Console) async throws -> Printed<SeatAnswer> {
    let (change, now) = try await seats.ask { seats async throws(SeatFailure) in
      try await seats.associate(seat, of: transaction, with: appTransaction)
    }
    let card = SeatAnswer(change.seat, isChanged: change.isNew, now: now)
    return Printed(card) { _ in "Seat \(seat) is \(card.whom)'s." }
  }
}
