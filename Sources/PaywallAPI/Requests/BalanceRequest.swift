package import HTTPDocuments
package import PaywallCatalog
import PaywallDecisions
import Subscribers

/// The body of `POST /v1/customers/{id}/balance`, which the team's server sends.
package struct BalanceRequest {
  package let id: String
  package let currency: String
  /// A spend has 1 or more; a correction has its sign.
  package let amount: Int64
  package let kind: Kind
  package let reason: String?

  package enum Kind: String, CaseIterable, Sendable {
    case spend, correction
  }

  package init(_ body: JSONValue) throws(Problem) {
    var members = try MemberReader(body)
    id = try members.requiredText("id", "a key of yours that names this change: an order's id")
    currency = try members.requiredText("currency", "a name in 'currencies' of a product")
    kind = try members.word("kind", "a kind of change") ?? .spend
    let amount = try members.whole(
      "amount", in: -Posting.most...Posting.most,
      "a whole number of units from -\(Posting.most) to \(Posting.most)")
    guard let amount else {
      throw Problem(
        .missingMember, "Send 'amount': a whole number of units.", field: "amount")
    }
    self.amount = Int64(amount)
    let reason = try members.text("reason") ?? ""
    try Limits.check(reason, of: "reason")
    guard kind == .correction || amount > 0 else {
      throw Problem(
        .balanceIncomplete,
        "'amount' of a spend is 1 or more: to give units, send a correction with an admin key.",
        field: "amount")
    }
    if kind == .correction {
      guard amount != 0 else {
        throw Problem(
          .balanceIncomplete, "'amount' is 0 and corrects nothing: send the difference.",
          field: "amount")
      }
      guard !reason.allSatisfy(\.isWhitespace) else {
        throw Problem(
          .balanceIncomplete, "Send 'reason': why the balance is corrected.", field: "reason")
      }
    }
    self.reason = reason.isEmpty ? nil : reason
    try members.finish()
  }
}

extension Snapshot {
  /// The names of the currencies that products give, sorted.
  package var currencies: [String] {
    Set(products.values.flatMap(\.currencies.keys)).sorted()
  }

  /// The refusal of a currency that no product gives.
  package func refusal(ofCurrency name: String) -> Problem? {
    guard !currencies.contains(name) else { return nil }
    let known =
      currencies.isEmpty
      ? "No product of store/products.yaml has 'currencies'."
      : "Known are: \(currencies.joined(separator: ", "))."
    return Problem(
      .unknownCurrency, "No product credits '\(name.prefix(64))'. \(known)",
      field: "currency")
  }
}

extension MemberReader {
  fileprivate mutating func requiredText(
    _ name: String, _ expected: String
  ) throws(Problem) -> String {
    let text = try required(name, expected)
    try Limits.check(text, of: name)
    guard !text.isEmpty else {
      throw Problem(.wrongType, "'\(name)' is empty: send \(expected).", field: name)
    }
    return text
  }
}
