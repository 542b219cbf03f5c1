import ArgumentParser
import CommandSupport
import HTTPDocuments
import Ledger
import PaywallCatalog
import Subscribers

/// `paywall ledger show`.
struct LedgerShow: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "show",
    "Show what the ledger knows of a customer: state, entitlements, spend, grants, timeline.",
    """
    State is computed from dates at the moment of asking. The server may run beside it. With --at a \
    past moment nothing counts that was bought, refunded or changed later, by Apple's moments.
    Customers of a local App Store are of the sandbox, in a ledger of their own, under the store's \
    root and by its clock: beside 'paywall serve --app-store' add --environment sandbox, --ledger \
    .paywall/local-app-store.sqlite, --apple-root with the file of 'local-app-store root --out', \
    and --at with the store's time.
    Of a visitor who is no customer, by a user id or an anonymous id, it shows what is recorded: \
    assignments, exposures, what the holdout kept them out of, the customers they were seen with \
    and conflicts, in order of time.
    """,
    examples: "paywall ledger show 704000000382071239",
    "paywall ledger show u-17 --user --json",
    "paywall ledger show anon-4f1c")
  static let answerSchema = Schema.list(
    of: .any([CustomerCard.schema, VisitorCard.schema])
  ).described("The customers, or the one visitor who is no customer.")

  @OptionGroup var customer: CustomerOptions
  @OptionGroup var past: PastOptions
  @OptionGroup var ledger: LedgerOptions
  @OptionGroup var answer: AnswerOptions

  func printed(on console: Console) async throws -> Printed<Content> {
    let snapshot = try ledger.configuration.load(for: console)
    let now = past.moment
    return try await ledger.use { opened in
      let found = try await customer.find {
        try await opened.histories(of: $0, in: customer.environment)
      }
      guard let found else {
        let card = past.known(try await visitor(in: opened, console))
        return Printed([card].content, words: card.sheet)
      }
      let entries = past.known(try await opened.entries(of: found.name, in: customer.environment))
      let visitors = try await visitors(of: found.name, found.values, in: opened)
      var histories: [CustomerHistory] = []
      for history in found.values {
        var known = past.known(history, by: entries.all)
        let given = try await opened.givenHistory(
          of: .identity(history.identity), user: nil, in: customer.environment)
        known.access = (given?.access ?? []).filter { $0.givenAt <= now }
        known.seats = (given?.seats ?? []).filter { $0.claim.claimedAt <= now }
        if past.at == nil { known.balances = given?.balances ?? [:] }
        histories.append(known)
      }
      let cards = zip(histories, visitors).map { history, visitors in
        CustomerCard(
          history, texts: entries.known, visitors: visitors,
          in: snapshot, at: now)
      }
      return Printed(cards.content) { console in
        cards.map { $0.sheet(console) }.joined(separator: "\n\n")
      }
    }
  }

  /// Shows a person who is only a visitor.
  private func visitor(
    in ledger: any Ledger, _ console: Console
  ) async throws -> VisitorCard {
    let (id, environment) = (customer.customer, customer.environment)
    let card = try await VisitorCard(of: id, in: environment, from: ledger)
    guard let card else { throw customer.unknown("customer or visitor") }
    if !customer.isUser, try await !ledger.histories(of: .user(id), in: environment).isEmpty {
      console.note("note: '\(id)' is a user with purchases; add --user to see them")
    }
    return card
  }

  /// Returns for each customer the visitors who were seen with it; for the first also the user id
  /// on the command line.
  private func visitors(
    of name: CustomerName, _ histories: [CustomerHistory], in ledger: any Ledger
  ) async throws -> [[VisitorCard]] {
    let sightings = try await ledger.sightings(of: name, in: customer.environment)
    var cards: [[VisitorCard]] = []
    for (number, history) in histories.enumerated() {
      var ids = number == 0 && customer.isUser ? [customer.customer] : []
      for sighting in sightings where history.identity.isOne(of: sighting.customer) {
        if !ids.contains(where: { JoinForm.of($0) == sighting.unit }) { ids.append(sighting.unit) }
      }
      var found: [VisitorCard] = []
      for id in ids {
        let card = try await VisitorCard(of: id, in: customer.environment, from: ledger)
        if let card { found.append(past.known(card)) }
      }
      cards.append(found)
    }
    return cards
  }
}

extension CustomerIdentity {
  /// True if both are ids of the same customer.
  fileprivate func isOne(of other: CustomerIdentity) -> Bool {
    if let id = appTransactionId, let otherId = other.appTransactionId { return id == otherId }
    return !originalTransactionIds.isDisjoint(with: other.originalTransactionIds)
  }
}
