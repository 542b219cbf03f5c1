import ArgumentParser
import CommandSupport
import Foundation
import HTTPDocuments
import Ledger
import PaywallAPI
import PaywallCatalog
import Subscribers

/// `paywall access grant`.
struct AccessGrant: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "grant", "Give an entitlement until a moment; a running server shows it at once.",
    """
    With --user it is the user id's own: the id may be new to the ledger, and is linked to no customer. The \
    same --id again is the same record, which a later end extends.
    """,
    examples: "paywall access grant user-7 pro --user --for P30D --reason \"an outage\"",
    "paywall access grant 704000000382071239 pro --until 2027-01-31T00:00:00Z \\",
    "  --reason \"a prize\" --id prize-12")

  @OptionGroup var customer: CustomerOptions
  @Argument(help: "The entitlement's name in the configuration.") var entitlement: String
  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("How long from now: P30D, P1M; ten years at most.", valueName: "period"),
    transform: AccessGrant.period)
  var length: Period?
  @Option(help: "Instead of --for: the first moment without it, \(Moment.examples).")
  var until: Moment?
  @Option(help: "Why; it is kept with the record.") var reason: String
  @Option(help: "A key of yours that makes a repeat safe; default: a new record.") var id: String?
  @OptionGroup var ledger: LedgerOptions
  @OptionGroup var answer: AnswerOptions

  static func period(_ text: String) throws -> Period {
    if let period = Period(iso8601: text) { return period }
    throw ValidationError("'\(text)' is no period; write P30D for 30 days or P1M for a month.")
  }

  func validate() throws {
    try require(
      (length == nil) != (until == nil), "Give --for with a period, or --until with a moment.")
    try require(
      !reason.allSatisfy(\.isWhitespace) && reason.unicodeScalars.count <= Limits.value,
      "--reason has 1 to \(Limits.value) characters, and not only blanks.")
  }

  func printed(on console: Console) async throws -> Printed<AccessAnswer> {
    let now = Timestamp.now()
    let until = until?.timestamp ?? length.map { now.adding($0) } ?? now
    let access = GivenAccess(
      id: id ?? UUID().uuidString.lowercased(), source: .manual, right: .entitlement(entitlement),
      until: until, reason: reason, giver: Self.giver, givenAt: now)
    let snapshot = try ledger.configuration.load(for: console)
    do throws(Problem) {
      try GivenAccess.check(holder: customer.customer)
      try access.check(in: snapshot)
    } catch {
      throw error.failure
    }
    let card = try await ledger.use { opened in try await give(access, in: opened) }
    return Printed(card) { _ in
      "'\(card.what)' is given to \(card.whom) until \(card.end), by record \(card.held.access.id)."
    }
  }

  private func give(_ access: GivenAccess, in ledger: any Ledger) async throws -> AccessAnswer {
    for name in customer.names {
      let outcome = try await ledger.give(
        access, to: name, atMost: nil, in: customer.environment, at: access.givenAt)
      switch outcome {
      case .given(let held, let isNew):
        return AccessAnswer(held, isChanged: isNew, now: access.givenAt)
      case .unknownCustomer, .limitReached: continue
      case .severalCustomers(let count):
        throw Failure(
          .no, "'\(customer.customer)' matches \(count) customers", help: "name one of them")
      case .taken:
        throw Failure(
          .no, "the record '\(access.id)' is another person's", help: "give another --id")
      }
    }
    throw customer.unknown("customer")
  }

  /// No key has such a name: it has a blank.
  private static var giver: String { "operator \(NSUserName())" }
}
