import AppStore
import Foundation
import Ledger
import PaywallCatalog
import Subscribers
import TestSupport

/// An event of entitlements, read from its data as a receiver reads it.
struct EntitlementChange {
  let id: String
  let cause: String
  /// Or the record of given access.
  let transaction: String
  let before: String
  let after: String
  let isHistorical: Bool

  private struct Body: Decodable {
    struct Entitled: Decodable {
      let name: String
      let expiresAt: String?
      let inGracePeriod: Bool
    }

    let cause: String
    let transactionId: String?
    let accessId: String?
    let before: [Entitled]
    let after: [Entitled]
  }

  init(_ delivery: WebhookDelivery) throws {
    let body = try JSONDecoder().decode(Body.self, from: Data(delivery.data.utf8))
    id = delivery.id
    cause = body.cause
    transaction = body.transactionId ?? body.accessId ?? ""
    before = Self.words(body.before)
    after = Self.words(body.after)
    isHistorical = delivery.isHistorical
  }

  private static func words(_ entitled: [Body.Entitled]) -> String {
    let words = entitled.map {
      "\($0.name) \($0.expiresAt?.prefix(10) ?? "for ever")"
        + ($0.inGracePeriod ? " in grace" : "")
    }
    return words.isEmpty ? "none" : words.joined(separator: ", ")
  }
}

extension Ledger {
  /// Sets an endpoint of these events.
  func follow(
    _ events: [WebhookEventType] = [.entitlementChanged], giving entitlements: [String] = ["pro"],
    history: Bool = false, at days: Double = 0
  ) async throws {
    try await setWebhooks(
      [Sample.endpoint(events: events, history: history)],
      selling: Sample.products(giving: entitlements), at: Sample.day(days))
  }

  func append(
    _ uuid: String, _ fact: TransactionFact, _ renewal: RenewalFact? = nil, at days: Double
  ) async throws {
    _ = try await append(Sample.notification(uuid, fact, renewal), at: Sample.day(days))
  }

  func changes(of endpoint: String? = nil) async throws -> [EntitlementChange] {
    try await webhooks(of: endpoint).filter { $0.type == "entitlement.changed" }.map(
      EntitlementChange.init)
  }

  /// `purchase 100: none -> pro 2026-02-05`, the oldest first.
  func told(of endpoint: String? = nil) async throws -> [String] {
    try await changes(of: endpoint).map {
      "\($0.cause) \($0.transaction): \($0.before) -> \($0.after)"
    }
  }

  /// A round of the timer, of at most two customers.
  func tellDue(_ holder: String, at days: Double) async throws -> Bool {
    guard try await hasDueEntitlements(at: Sample.day(days)) else { return false }
    let claim = JobClaim(job: EntitlementState.job, holder: holder, until: Sample.day(days))
    return try await tellDueEntitlements(by: claim, limit: 2, at: Sample.day(days))
  }

  /// Returns all events that were told, including those that are due.
  func tellDue(at days: Double) async throws -> [String] {
    while try await tellDue("one", at: days) {}
    return try await told()
  }
}
