import Foundation
import HTTPDocuments
import LocalAppStore
import LocalAppStoreServer
import PaywallCatalog
import YAMLText

extension StoryRun {
  /// A node with the values of its names.
  func resolved(_ node: Node) async throws -> JSONValue {
    switch node.value {
    case .scalar: return try await value(of: node)
    case .sequence(let nodes, _):
      var items: [JSONValue] = []
      for node in nodes { items.append(try await resolved(node)) }
      return .list(items)
    case .mapping(let entries, _):
      var members: [JSONValue.Member] = []
      for entry in entries {
        members.append(
          JSONValue.Member(
            entry.key, try await resolved(entry.value), at: .init(entry.keyRange.start)))
      }
      return .object(members)
    }
  }

  func expectation(_ node: Node) async throws -> Expectation {
    try await Expectation(node) { try await value(of: $0) }
  }

  /// A scalar: a name alone is its value, a text with names is text.
  private func value(of node: Node) async throws -> JSONValue {
    guard let text = node.scalar?.text, text.contains("$") else { return JSONValue(node) }
    let parts = Reference.parts(of: text)
    if case .reference(let reference)? = parts.first, parts.count == 1 {
      return try await value(of: reference, at: node.range)
    }
    var whole = ""
    for part in parts {
      switch part {
      case .text(let text): whole += text
      case .reference(let reference):
        whole += try await value(of: reference, at: node.range).plain
      }
    }
    return .text(whole)
  }

  func text(_ node: Node) async throws -> String { try await value(of: node).plain }

  private func value(of reference: Reference, at range: SourceRange) async throws -> JSONValue {
    if reference.customer == nil {
      if let named = names[reference.name] { return named }
      if reference.name == "now" { return .text(store.now.rfc3339) }
    }
    let customer = try reference.customer ?? requirePresent(at: range)
    if reference.name.hasPrefix("signed") {
      let signed = try await store.signedTexts(of: customer)
      switch reference.name {
      case "signedAppTransaction": return .text(signed.appTransaction)
      case "signedTransactions": return .list(signed.transactions.map(JSONValue.text))
      case "signedRenewalInfos": return .list(signed.renewalInfos.map(JSONValue.text))
      default: break
      }
    }
    let card = try await store.customer(customer)
    if reference.name == "appTransactionId" { return .text(card.appTransactionId) }
    guard let last = card.lastTransaction else {
      throw StoryDifference(
        at: range, "'\(customer)' has no transaction yet", help: "let them buy something first")
    }
    switch reference.name {
    case "transaction": return .text(last.id)
    case "originalTransaction": return .text(last.originalId)
    case "product": return .text(last.product)
    default:
      throw StoryDifference(
        at: range, "'$\(reference.name)' has no value here",
        help: "the step that names it did not happen")
    }
  }

  /// Returns the subject of a cause that does not name its own: the customer of the last cause, and
  /// their last purchase.
  func defaults() async throws -> CauseTemplate.Defaults {
    guard let present else { return .init() }
    let last = try await store.customer(present).lastTransaction
    return .init(customer: present, product: last?.product, transaction: last?.id)
  }
}

extension StoreCustomerCard {
  /// The ids of a world rise.
  fileprivate var lastTransaction: TransactionCard? {
    (subscriptions.flatMap(\.transactions) + purchases).max {
      (UInt64($0.id) ?? 0) < (UInt64($1.id) ?? 0)
    }
  }
}

extension JSONValue {
  /// The value as a part of a text.
  fileprivate var plain: String {
    if case .text(let text) = self { return text }
    return String(decoding: json, as: UTF8.self)
  }
}

extension Encodable {
  /// The value as an HTTP client sees it.
  var value: JSONValue {
    get throws { try JSONReader.read(Array(try JSONEncoder().encode(self))) }
  }
}
