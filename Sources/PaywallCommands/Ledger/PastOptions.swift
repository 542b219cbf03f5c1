import ArgumentParser
import CommandSupport
import Ledger
import PaywallCatalog
import Subscribers

/// The moment at which a command looks at a customer.
struct PastOptions: ParsableArguments {
  @Option("time", "Look as if it were this moment: what came later is not known. (default: now)")
  var at: String?

  private static let present = Timestamp.now()

  func validate() throws {
    if let at, Timestamp(rfc3339: at) == nil {
      throw ValidationError("--at takes a time with a zone, such as 2026-12-01T09:00Z.")
    }
  }

  var moment: Timestamp { at.flatMap { Timestamp(rfc3339: $0) } ?? Self.present }

  /// True if a moment is given. Without it facts that are dated ahead count, since clocks differ.
  private var isGiven: Bool { at != nil }

  /// Returns the texts of a customer, and how many of them Apple had signed by then.
  func known(_ entries: [LedgerEntry]) -> (all: [LedgerEntry], known: Int) {
    let known = entries.count { !isGiven || $0.signedDate.map { $0 <= moment } ?? true }
    return (entries, known)
  }

  /// Returns the card without the events that were recorded later.
  func known(_ card: VisitorCard) -> VisitorCard {
    guard isGiven else { return card }
    var card = card
    card.timeline.removeAll { $0.moment > moment }
    return card
  }

  func known(_ history: CustomerHistory, by entries: [LedgerEntry]) -> CustomerHistory {
    isGiven ? history.known(at: moment, by: entries) : history
  }
}
