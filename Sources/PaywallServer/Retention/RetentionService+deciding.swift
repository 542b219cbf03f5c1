import Foundation
import HTTPDocuments
import Ledger
import OfferSigning
import PaywallAPI
import PaywallCatalog
import PaywallDecisions
import Serving
import Subscribers

/// The exposure of a customer to an answer, as the claim of an app would be checked.
struct RetentionExposure: Sendable {
  let claim: ExposureRequest.Claim
  let batch: ExposureBatch
  let visitor: Visitor
}

// A message is decided as a paywall is, for a visitor who is the customer.
extension RetentionService {
  /// - Returns: the answer as decided, and the one without an offer.
  func candidates(
    for question: RetentionQuestion, _ customer: RetentionCustomer, _ entry: RequestScope.Entry,
    at now: Timestamp
  ) -> (Candidate, Candidate) {
    let placement = RetentionMessage.placement
    let snapshot = entry.release.snapshot
    guard snapshot.hasPlacement(placement),
      let evaluation = evaluation(of: question, customer, entry, at: now)
    else {
      let nothing = Candidate.nothing(.nothingDecided)
      return (nothing, nothing)
    }
    let decision = decisions.serve(
      placement, for: evaluation, isApple: true, in: entry, at: now)
    let exposure = exposure(to: decision, question, evaluation, entry, at: now)
    switch RetentionProposal(decision.show, for: question, in: snapshot) {
    case .nothing(.nothingDecided):
      // A variant may leave the customer to Apple's own message.
      let nothing = Candidate(.nothing, .nothingDecided, exposure: exposure)
      return (nothing, nothing)
    case .nothing(let cause):
      let nothing = Candidate.nothing(cause)
      return (nothing, nothing)
    case .message(let message):
      let answer = Candidate(.message(message), .decided, exposure: exposure)
      return (answer, answer)
    case .product(let product, let plan, let message):
      let answer = Candidate(
        .product(product, plan, message: message), .decided, exposure: exposure)
      return (answer, answer)
    case .offer(let offer, let product, let message):
      let without = Candidate(.message(message), .notEligible, exposure: exposure)
      let asked = PaywallProduct(
        product: product, billingPlan: offer.billingPlan, offers: [offer.key])
      let answers = entry.release.compiled.allOffers(on: asked, for: evaluation.visitor, at: now)
      guard answers.contains(where: { $0.signing != nil }) else { return (without, without) }
      let purchase = purchase(of: offer, product, decision, evaluation, customer, entry, at: now)
      guard let purchase, let signature = signature(for: purchase, entry, at: now) else {
        return (without.because(.notSigned), without.because(.notSigned))
      }
      let request = grant(for: purchase, question, entry)
      return (
        Candidate(
          .offer(signature, message: message), .decided, grant: request, exposure: exposure),
        without
      )
    }
  }

  /// The customer as a visitor: no device is known, the country is that of the store of the newest
  /// transaction.
  private func evaluation(
    of question: RetentionQuestion, _ customer: RetentionCustomer, _ entry: RequestScope.Entry,
    at now: Timestamp
  ) -> EvaluationContext? {
    var attributes: [String: RawAttribute] = [
      "userId": .text(customer.unit), "locale": .text(question.locale),
    ]
    if let storefront = customer.history.newestTransaction?.storefront {
      attributes["country"] = .text(storefront)
    }
    var evaluation = try? EvaluationContext(
      attributes, from: .appStore, proof: nil, standing: .counts, in: entry, nil,
      resolution: .known(Customer(history: customer.history)), at: now)
    evaluation?.records = customer.records.afterLogin(as: customer.unit)
    evaluation?.allRecords = customer.records
    return evaluation
  }

  /// `nil` for an answer that no experiment accounts for.
  private func exposure(
    to decision: Decision, _ question: RetentionQuestion, _ evaluation: EvaluationContext,
    _ entry: RequestScope.Entry, at now: Timestamp
  ) -> RetentionExposure? {
    let placement = decision.placement
    let claim: ExposureRequest.Claim
    if decision.exposes, let experiment = decision.experiment {
      claim = .exposure(
        ExposureClaim(
          experiment: experiment.id, variant: experiment.variant, phase: experiment.phase,
          placement: placement, at: now))
    } else if let heldOut = decision.heldOutOf {
      claim = .heldOut(
        HeldOutClaim(experiment: heldOut.id, phase: heldOut.phase, placement: placement, at: now))
    } else {
      return nil
    }
    var batch = ExposureBatch(
      reader: ExposureReader(
        evaluation, entry.release, earlier.history, vouchedBy: .server, at: now),
      evaluation: evaluation, release: entry.release, earlier: earlier, now: now)
    batch.check(ExposureRequest.Claimed(id: question.request.id, claim: .success(claim)))
    return RetentionExposure(claim: claim, batch: batch, visitor: evaluation.visitor)
  }

  /// `nil` without a key.
  private func purchase(
    of offer: Offer, _ product: String, _ decision: Decision, _ evaluation: EvaluationContext,
    _ customer: RetentionCustomer, _ entry: RequestScope.Entry, at now: Timestamp
  ) -> Purchase? {
    guard let signer else { return nil }
    let known = Customer(history: customer.history)
    let assignment = entry.release.compiled.assignment(
      of: decision, for: evaluation.visitor, records: evaluation.records, at: now)
    return Purchase(
      offer: offer, product: product, form: signer.signsJWS ? .jws : .legacy,
      nonce: signer.freshNonce(), decision: decision, assignment: assignment,
      origin: assignment.flatMap { evaluation.visitor.origin(of: $0) },
      account: known.appAccountToken.map { .appAccountToken($0) } ?? .anyone,
      transactionId: known.transactionId)
  }

  /// Signs before the place in the limits is taken, so that both are stored together; without the
  /// place the signature is never sent.
  private func signature(
    for purchase: Purchase, _ entry: RequestScope.Entry, at now: Timestamp
  ) -> RetentionSignature? {
    do throws(Problem) {
      return try signer?.retentionSignature(
        for: purchase, bundleId: entry.release.snapshot.app.bundleId, at: now)
    } catch {
      metrics.signature(.promotional, .failed)
      return nil
    }
  }

  private func grant(
    for purchase: Purchase, _ question: RetentionQuestion, _ entry: RequestScope.Entry
  ) -> GrantRequest {
    GrantRequest(
      environment: question.request.environment,
      customer: CustomerIdentity(
        originalTransactionIds: [question.request.originalTransactionId]),
      offer: purchase.offer, product: purchase.product, release: entry.release.release,
      assignment: purchase.assignment, origin: purchase.origin,
      terms: purchase.assignment.flatMap {
        entry.release.frozenTerms(of: $0.experiment, phase: $0.phase)
      },
      attempt: GrantRequest.Attempt(
        nonce: purchase.nonce.uuidString.lowercased(), keyId: signer?.keys.signing.id ?? "",
        caller: .server, moment: .inPaywall))
  }
}

extension Caller {
  /// Apple, whose signature is its proof.
  static let appStore = Caller(name: "App Store", role: .server)
}
