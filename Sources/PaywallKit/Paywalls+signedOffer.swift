import Foundation
import PaywallTextCoding

extension Paywalls {
  /// Asks the server to grant and sign an offer, at the tap. Always sends a request, with what
  /// StoreKit signed as evidence; no part of it is kept.
  ///
  /// - Parameters:
  ///   - product: the product to buy.
  ///   - offer: the offer on it, by its id on the paywall.
  ///   - placement: the id of the placement where it was shown.
  ///   - form: the form of signature that the purchase takes.
  ///   - attributes: the attributes of this request alone.
  public func signedOffer(
    product: String, offer: String, placement: String, form: SignedOffer.Form = .jws,
    attributes: [String: AttributeValue] = [:]
  ) async throws(PaywallsError) -> SignedOffer {
    try await signedOffer(
      product: product, offer: offer, placement: placement, form: form, attributes: attributes,
      within: configuration.advanced.signingBudget)
  }

  func signedOffer(
    product: String, offer: String, placement: String, form: SignedOffer.Form,
    attributes: [String: AttributeValue], within time: Duration
  ) async throws(PaywallsError) -> SignedOffer {
    let account = form.appAccountToken?.uuidString.lowercased()
    let request = EvidencedRequest(path: "v1/offers/sign", account: account, isKeeping: true) {
      $0.member("placement", placement)
      $0.member("product", product)
      $0.member("offer", offer)
      $0.member("form", form.word)
      $0.member("appAccountToken", account)
    }
    let response = try await post(request, attributes, within: time)
    guard let answer = JSONValue(response.body), let product = answer["product"]?.string,
      let signed = answer["offer"].flatMap({ SignedOffer($0, of: product, form) })
    else { throw .network(.notUnderstood("The signature cannot be read.")) }
    return signed
  }

  /// Returns a compact JWS for the purchase that withholds Apple's introductory offer of a product,
  /// if the paywall holds a ``Paywall/Introductory``. `nil` if the server does not withhold it from
  /// this customer.
  public func withheldIntroductoryOffer(
    product: String, placement: String, attributes: [String: AttributeValue] = [:]
  ) async throws(PaywallsError) -> String? {
    try await withheldIntroductoryOffer(
      product: product, placement: placement, attributes: attributes,
      within: configuration.advanced.signingBudget)
  }

  func withheldIntroductoryOffer(
    product: String, placement: String, attributes: [String: AttributeValue], within time: Duration
  ) async throws(PaywallsError) -> String? {
    let path = "v1/placements/\(Endpoint.escaped(placement))"
    let response = try await post(
      EvidencedRequest(path: path, account: nil, isKeeping: false) { _ in }, attributes,
      within: time)
    guard let answer = PlacementDecision(body: response.body) else {
      throw .network(.notUnderstood("The answer cannot be read."))
    }
    return answer.product(product)?.introductory?.compactJWS
  }

  /// A request that brings what StoreKit signed.
  private struct EvidencedRequest: Sendable {
    let path: String
    /// The account that a signature is bound to.
    let account: String?
    /// True if the server keeps the evidence before it answers.
    let isKeeping: Bool
    let members: @Sendable (inout JSONText) -> Void
  }

  /// Posts within the time. Waiting messages are sent first, so that the server signs what was shown.
  private func post(
    _ request: EvidencedRequest, _ own: [String: AttributeValue], within time: Duration
  ) async throws(PaywallsError) -> TransportResponse {
    let end = clock.running() + time
    guard let visitor = await ready(within: StorageQueue.timeout) else {
      throw .network(.taskCancelled)
    }
    let context = EvaluationContext(of: visitor, own: own, in: self)
    let first = Task {
      if !outbox.queue.isEmpty { await sendWaiting(within: time / 3) }
      let found = await evidence(boundTo: request.account)
      let result = await post(request, context, found.evidence, found.history)
      // The server may have lost the texts that it kept.
      let lost = found.isPart && result.mayLackTexts ? found.history?.environment : nil
      return (result: result, lost: lost)
    }
    guard let answer = await first.value(within: end - clock.running(), clock) else {
      first.cancel()
      throw .network(Task.isCancelled ? .taskCancelled : .timedOut)
    }
    guard let environment = answer.lost else { return try answer.result.response() }
    purchases.kept.forget(environment)
    let second = Task {
      let whole = await evidence(boundTo: request.account, isWhole: true)
      return await post(request, context, whole.evidence, whole.history)
    }
    let again = await second.value(within: end - clock.running(), clock)
    if again == nil { second.cancel() }
    return try (again ?? answer.result).response()
  }

  private func post(
    _ request: EvidencedRequest, _ context: EvaluationContext, _ evidence: PurchaseEvidence,
    _ history: StoreHistory?
  ) async -> Result<TransportResponse, NetworkFailure> {
    let further = JSONText { request.members(&$0) }
    let body = JSONText { json in
      json.raw("{")
      json.attributes(context.attributes)
      json.member("userProof", context.visitor.userProof)
      json.raw(further.bytes)
      json.evidence(evidence)
      json.raw("}")
    }
    do throws(NetworkFailure) {
      let response = try await endpoint.post(request.path, body)
      updateTime(from: response)
      if request.isKeeping, ReportAnswer.leavesNothingOut(response.body) {
        noteKept(evidence, history)
      }
      return .success(response)
    } catch {
      return .failure(error)
    }
  }
}

extension Result<TransportResponse, NetworkFailure> {
  fileprivate func response() throws(PaywallsError) -> TransportResponse {
    switch self {
    case .success(let response): return response
    case .failure(let failure): throw PaywallsError(failure)
    }
  }

  /// True if more of what StoreKit signed could change the answer.
  fileprivate var mayLackTexts: Bool {
    guard case .failure(.refused(let problem)) = self else { return false }
    return ["noVerifiedHistory", "offerNotEligible", "notOffered", "serverKeyRequired"].contains {
      $0.utf8.elementsEqual(problem.code.utf8)
    }
  }
}
