import Foundation
import HTTPDocuments
import HTTPTransport
import Ledger
import Logging
import OfferSigning
import PaywallAPI
import PaywallCatalog
import PaywallDecisions

/// Grants decided offers within their limits, and signs them. A grant is on disk before its
/// signature exists.
struct OfferGranting: Sendable {
  let services: Services
  let signer: OfferSigner
  /// `nil` for a signature on trust.
  let customer: Customer?
  /// The customer of a withheld introductory offer, even if the ledger is unavailable.
  let presented: Customer?
  let environment: AppStoreEnvironment
  let caller: Caller
  let entry: RequestScope.Entry
  let now: Timestamp

  /// The services that granting needs for every customer.
  struct Services: Sendable {
    let ledger: any Ledger
    let failures: LedgerFailureLog
    let metrics: ServerMetrics
    let pseudonym: VisitorPseudonym
    let logger: Logger
    /// Limits the log of exhausted grants to one line a second.
    let exhausted = LogThrottle()
  }

  /// Signs all offers of the decided paywalls that may be signed before the tap. An offer that has
  /// reached its limit is removed, and the lists are made again without it.
  func sign(
    _ decisions: [Decision], as form: SignatureForm?, for evaluation: EvaluationContext,
    account: OfferCustomer
  ) async throws(Problem) -> SignedOffers {
    var signed = SignedOffers()
    var isSettled = form == nil
    while !isSettled, let form {
      isSettled = true
      var wanted: [Purchase] = []
      for decision in decisions {
        for purchase in purchases(in: decision, evaluation, account, &signed, form)
        where !wanted.contains(where: { $0.key == purchase.key }) {
          wanted.append(purchase)
        }
      }
      guard !wanted.isEmpty, let outcomes = try await outcomes(of: wanted, .inPaywall, &signed)
      else { break }
      for (purchase, outcome) in zip(wanted, outcomes) {
        switch outcome {
        case .granted(let grant, let isRetry):
          signed.entries[purchase.key] = .signed(
            try signature(for: purchase, under: grant, isRetry: isRetry, basis: .verified),
            until: grant.lapsesAt)
        case .exhausted(let grant):
          noteExhausted(purchase, grant)
          signed.entries[purchase.key] = .unsigned(.atPurchase)
        case .refused(let refusal):
          signed.refusals[purchase.product, default: [:]][purchase.offer.key] = refusal
          isSettled = false
        case .unknownCustomer: signed.isDegraded = true
        }
      }
    }
    withhold(in: decisions, evaluation.visitor, &signed)
    return signed
  }

  /// Signs one offer at the tap.
  func sign(
    _ purchase: Purchase, basis: Basis
  ) async throws(Problem) -> (signature: Content, until: Timestamp) {
    var ignored = SignedOffers()
    guard let outcome = try await outcomes(of: [purchase], .atPurchase, &ignored)?.first else {
      throw Problem(LedgerFailure.unavailable(""))
    }
    switch outcome {
    case .granted(let grant, let isRetry):
      return (
        try signature(for: purchase, under: grant, isRetry: isRetry, basis: basis), grant.lapsesAt
      )
    case .refused(let refusal):
      throw Problem(
        .offerNotEligible, "The offer's limit is reached (\(refusal.rawValue)).",
        reason: refusal.rawValue, field: "offer")
    case .exhausted(let grant):
      noteExhausted(purchase, grant)
      throw .attemptsExhausted(grant, at: now)
    case .unknownCustomer:
      throw Problem(.noVerifiedHistory, "The server has no verified facts about this customer.")
    }
  }

  /// The basis of a signature, for logs.
  enum Basis: String { case verified, onTrust }

  private func purchases(
    in decision: Decision, _ evaluation: EvaluationContext, _ account: OfferCustomer,
    _ signed: inout SignedOffers, _ form: SignatureForm
  ) -> [Purchase] {
    var purchases: [Purchase] = []
    for product in entry.release.products(of: decision) {
      let offers = entry.release.compiled.offers(
        on: product, for: evaluation.visitor, at: now, limits: signed.limits(on: product.product))
      for answer in offers.offers where answer.signing == .inPaywall {
        let assignment = entry.release.compiled.assignment(
          of: decision, for: evaluation.visitor, records: evaluation.records, at: now
        ).flatMap { evaluation.mayRecord($0) ? $0 : nil }
        let purchase = Purchase(
          offer: answer.offer, product: product.product, form: form, nonce: signer.freshNonce(),
          decision: decision, assignment: assignment,
          origin: assignment.flatMap { evaluation.visitor.origin(of: $0) },
          account: account, transactionId: customer?.transactionId)
        guard signed.entries[purchase.key] == nil else { continue }
        guard form == .legacy || signer.signsJWS else {
          signed.entries[purchase.key] = .unsigned(.signingNotConfigured)
          services.metrics.signature(purchase.offer.kind, .notConfigured)
          continue
        }
        guard may(sign: purchase) else {
          signed.entries[purchase.key] = .unsigned(.serverKeyRequired)
          services.metrics.signature(purchase.offer.kind, .needsServerKey)
          continue
        }
        purchases.append(purchase)
      }
    }
    return purchases
  }

  /// `nil` if the ledger is unavailable.
  private func outcomes(
    of purchases: [Purchase], _ moment: GrantRequest.Attempt.Moment, _ signed: inout SignedOffers
  ) async throws(Problem) -> [GrantOutcome]? {
    do throws(LedgerFailure) {
      let outcomes = try await services.ledger.grant(
        purchases.enumerated().map { request(for: $1, moment, bringsEvidence: $0 == 0) }, at: now)
      for outcome in outcomes { services.metrics.granted(outcome) }
      return outcomes
    } catch {
      guard case .unavailable = error else { throw Problem(error) }
      services.failures.note(error)
      signed.isDegraded = true
      return nil
    }
  }

  /// The first request of a batch has the evidence.
  private func request(
    for purchase: Purchase, _ moment: GrantRequest.Attempt.Moment, bringsEvidence: Bool
  ) -> GrantRequest {
    GrantRequest(
      environment: environment, customer: customer?.identity,
      evidence: bringsEvidence ? customer?.evidence : nil,
      trusted: customer == nil ? purchase.trusted : nil, offer: purchase.offer,
      product: purchase.product,
      release: entry.release.release, assignment: purchase.assignment, origin: purchase.origin,
      terms: purchase.assignment.flatMap {
        entry.release.frozenTerms(of: $0.experiment, phase: $0.phase)
      },
      attempt: GrantRequest.Attempt(
        nonce: purchase.nonce.uuidString.lowercased(), keyId: signer.keys.signing.id,
        caller: caller.role.includes(.server) ? .server : .client, moment: moment))
  }
}
