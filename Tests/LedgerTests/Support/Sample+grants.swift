import AppStore
import Ledger
import PaywallCatalog
import Subscribers

extension Sample {
  static func offer(
    _ key: String = "half", id: String = "half3m", kind: OfferKind = .promotional,
    limit: OfferLimit? = nil, again: Bool = false
  ) -> Offer {
    Offer(
      key: key, id: id, kind: kind, products: ["com.example.pro.monthly"], limit: limit,
      again: again)
  }

  static func request(
    _ offer: Offer, customer: CustomerIdentity? = CustomerIdentity(appTransactionId: "7040"),
    evidence: Evidence? = nil, trusted: String? = nil, product: String = "com.example.pro.monthly",
    nonce: Int,
    assignment: RecordedAssignment? = nil, origin: IdOrigin? = nil,
    environment: AppStoreEnvironment = .production,
    to caller: GrantRequest.Attempt.Caller = .client,
    at moment: GrantRequest.Attempt.Moment = .atPurchase
  ) -> GrantRequest {
    GrantRequest(
      environment: environment, customer: customer, evidence: evidence, trusted: trusted,
      offer: offer, product: product, release: "r1", assignment: assignment, origin: origin,
      attempt: GrantRequest.Attempt(
        nonce: uuid(nonce), keyId: "KEY1", caller: caller, moment: moment))
  }

  static func assignment(
    _ unit: String, variant: String = "trial", kind: Unit = .userId, phase: Int = 1,
    at days: Double = 0
  ) -> RecordedAssignment {
    RecordedAssignment(
      experiment: "price", phase: phase, variant: variant, unit: unit, unitKind: kind,
      recordedAt: day(days))
  }
}

extension GrantOutcome {
  var grant: Grant? { if case .granted(let grant, _) = self { grant } else { nil } }

  var isRetry: Bool { if case .granted(_, true) = self { true } else { false } }
}

extension Ledger {
  /// The only customer of a name.
  func only(
    _ name: CustomerName, in environment: AppStoreEnvironment = .production
  ) async throws -> CustomerHistory? {
    let found = try await histories(of: name, in: environment)
    return found.count == 1 ? found[0] : nil
  }
}
