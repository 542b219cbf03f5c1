import AppStoreSync
import ArgumentParser
import CommandSupport
import HTTPDocuments
import Ledger
import PaywallAPI
import PaywallCatalog
import Subscribers

/// `paywall seats claim`.
struct SeatsClaim: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "claim", "Claim a seat at Apple, and record who has it.",
    """
    Apple is asked first. If the ledger cannot be written then, run the same command again: Apple knows \
    the request, and the person has one seat.
    """,
    examples: "paywall seats claim 2000000123000001 --user user-7",
    "paywall seats claim 2000000123000001 --app-transaction 704289572307153920")

  @Argument(help: "The original transaction id of the one who pays.") var transaction: String
  @Option("id", "The user id of the member.") var user: String?
  @Option("id", "The appTransactionId of the member's app; beside --user or alone.")
  var appTransaction: String?
  @Option("id", "Apple makes one claim for each. (default: it follows from the person)")
  var requestIdentifier: String?
  @OptionGroup var seats: SeatOptions
  @OptionGroup var answer: AnswerOptions

  func validate() throws {
    try require(
      user != nil || appTransaction != nil,
      "Say who gets the seat, with --user, --app-transaction or both.")
    if let requestIdentifier, !(1...128).contains(requestIdentifier.utf8.count) {
      throw ValidationError("--request-identifier has 1 to 128 characters.")
    }
  }

  func printed(on console: Console) async throws -> Printed<SeatAnswer> {
    do throws(Problem) {
      for id in [user, appTransaction].compactMap(\.self) { try GivenAccess.check(holder: id) }
    } catch {
      throw error.failure
    }
    let member = SeatMember(userId: user, appTransactionId: appTransaction)
    let (change, now) = try await seats.ask { seats async throws(SeatFailure) in
      try await seats.claim(
        for: member, of: transaction, requestIdentifier: requestIdentifier)
    }
    let card = SeatAnswer(change.seat, isChanged: change.isNew, now: now)
    return Printed(card) { _ in
      "Seat \(card.seat.claim.id) of \(transaction) is \(card.whom)'s\(change.isNew ? "" : " already")."
    }
  }
}
