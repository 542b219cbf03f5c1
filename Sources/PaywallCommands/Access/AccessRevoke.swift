import ArgumentParser
import CommandSupport
import HTTPDocuments
import Ledger
import PaywallAPI
import PaywallCatalog
import Subscribers

/// `paywall access revoke`.
struct AccessRevoke: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "revoke", "End given access now; the record stays.",
    examples: "paywall access revoke user-7 prize-12 --user",
    "paywall access revoke user-7 sub_1Nq --user --source stripe")

  @OptionGroup var customer: CustomerOptions
  @Argument(help: "The record's id, as 'paywall access list' shows it.") var id: String
  @Option(
    help: "manual, stripe, play or other; default: manual.",
    completion: .list(GivenAccess.Source.allCases.map(\.rawValue)))
  var source = GivenAccess.Source.manual
  @OptionGroup var ledger: LedgerOptions
  @OptionGroup var answer: AnswerOptions

  func printed(on console: Console) async throws -> Printed<AccessAnswer> {
    let now = Timestamp.now()
    let card = try await ledger.use { opened -> AccessAnswer in
      for name in customer.names {
        let revoked = try await opened.revokeAccess(
          id, from: source, of: name, in: customer.environment, at: now)
        guard let revoked else { continue }
        return AccessAnswer(revoked, isChanged: revoked.access.revokedAt == now, now: now)
      }
      throw Failure(
        .no, "'\(customer.customer)' has no record '\(id)' of the source \(source.rawValue)",
        help:
          "see 'paywall access list \(customer.customer)'\(customer.isUser ? "" : "; add --user for a user id")"
      )
    }
    return Printed(card) { _ in
      "'\(card.what)' of \(card.whom), record \(id): \(card.end)."
    }
  }
}

extension GivenAccess.Source: ExpressibleByArgument {}
