import Catalog
import Foundation
import TextCoding

extension Paywalls {
  /// Has an offer granted and signed, at the tap. Always requests it from the server, with what
  /// StoreKit signed as evidence; no part of it is kept.
  ///
  /// - Parameters:
  ///   - product: the product to buy.
  ///   - offer: the offer on it, by its id on the paywall.
  ///   - placement: where it was shown.
  ///   - form: the form of signature that the purchase takes.
  ///   - attributes: of this request alone.
  public func signedOffer(
    product: String, offer: String, placement: String, form: SignedOffer.Form = .jws,
    attributes: [String: AttributeValue] = [:]
  ) async throws(PaywallsError) -> SignedOffer {
    let response = try await post("v1/offers/sign", attributes) { json in
      json.member("placement", placement)
      json.member("product", product)
      json.member("offer", offer)
      json.member("form", form.word)
      json.member("appAccountToken", form.appAccountToken?.uuidString.lowercased())
    }
    guard let wire = try? JSONDecoder().decode(WireSignedOffer.self, from: response.body),
      let signed = SignedOffer(wire, form)
    else { throw .network(.notUnderstood("The signature cannot be read.")) }
    return signed
  }

  /// A compact JWS for the purchase that withholds Apple's introductory offer of a product, if the
  /// paywall holds a ``Paywall/Introductory``. `nil` if the server does not withhold it from this
  /// customer.
  public func withheldIntroductoryOffer(
    product: String, placement: String, attributes: [String: AttributeValue] = [:]
  ) async throws(PaywallsError) -> String? {
    let path = "v1/placements/\(Endpoint.escaped(placement))"
    let response = try await post(path, attributes) { _ in }
    guard let wire = try? JSONDecoder().decode(WireAnswer.self, from: response.body) else {
      throw .network(.notUnderstood("The answer cannot be read."))
    }
    return wire.paywall?.products.first { $0.id.utf8.elementsEqual(product.utf8) }?
      .introductory?.jws
  }

  /// Sends the server what StoreKit signed, after a purchase. Apple notifies the server as well,
  /// later.
  ///
  /// - Returns: what the customer has now.
  @discardableResult
  public func report(_ evidence: Evidence) async throws(PaywallsError) -> CustomerStatus {
    let response = try await post("v1/transactions", [:], evidence) { _ in }
    guard let wire = try? JSONDecoder().decode(WireCustomer.self, from: response.body) else {
      throw .network(.notUnderstood("The answer cannot be read."))
    }
    return CustomerStatus(wire)
  }

  /// Posts within the signing budget. Waiting messages are sent first, so that the server signs what
  /// was shown.
  private func post(
    _ path: String, _ own: [String: AttributeValue], _ evidence: Evidence? = nil,
    _ members: @Sendable (inout JSONText) -> Void
  ) async throws(PaywallsError) -> TransportResponse {
    let end = clock.running() + configuration.signingBudget
    guard let visitor = await ready(within: StorageQueue.timeout) else {
      throw .network(.cancelled)
    }
    let context = EvaluationContext(of: visitor, own: own, in: self)
    let further = JSONText { members(&$0) }
    let task = Task {
      if !outbox.queue.isEmpty { await sendWaiting(within: configuration.signingBudget / 3) }
      let evidence = await evidenceToSend(evidence)
      let body = JSONText { json in
        json.raw("{")
        json.attributes(context.attributes)
        json.member("userProof", context.visitor.userProof)
        json.raw(further.bytes)
        json.evidence(evidence)
        json.raw("}")
      }
      return await Result<TransportResponse, NetworkFailure> {
        () async throws(NetworkFailure) in try await endpoint.post(path, body)
      }
    }
    switch await task.value(within: end - clock.running(), clock) {
    case .success(let response)?:
      updateTime(from: response)
      return response
    case .failure(let failure)?: throw PaywallsError(failure)
    case nil:
      task.cancel()
      throw .network(Task.isCancelled ? .cancelled : .timedOut)
    }
  }

  private func evidenceToSend(_ evidence: Evidence?) async -> Evidence {
    if let evidence { return evidence }
    return await configuration.evidence()
  }
}

extension Result where Failure == NetworkFailure, Success: Sendable {
  /// The result of an attempt.
  fileprivate init(_ attempt: () async throws(NetworkFailure) -> Success) async {
    do throws(NetworkFailure) {
      self = .success(try await attempt())
    } catch {
      self = .failure(error)
    }
  }
}
