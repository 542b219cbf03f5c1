import Catalog
import Foundation
import TextCoding

extension Paywalls {
  /// Has an offer granted and signed, at the tap. Always asks the server, with what StoreKit signed
  /// as evidence; nothing of it is kept.
  ///
  /// - Parameters:
  ///   - product: the product to be bought.
  ///   - offer: the offer on it, by its id on the paywall.
  ///   - placement: where it was shown.
  ///   - form: what the purchase will be made with.
  ///   - attributes: of this question alone.
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

  /// What keeps Apple's introductory offer of a product back, where a paywall says
  /// ``Paywall/Introductory``: a compact JWS for the purchase. `nil` if the server does not want it
  /// kept back from this customer.
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

  /// Brings the server what StoreKit signed, after a purchase. The server hears of it from Apple as
  /// well, and later.
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

  /// Asks within the longer time. What waits is told first, so that what was shown is what is
  /// signed.
  private func post(
    _ path: String, _ own: [String: AttributeValue], _ evidence: Evidence? = nil,
    _ members: @Sendable (inout JSONText) -> Void
  ) async throws(PaywallsError) -> TransportResponse {
    let end = clock.running() + configuration.signingBudget
    guard let visitor = await ready(within: Disk.patience) else {
      throw .network(.cancelled)
    }
    let question = Question(of: visitor, own: own, in: self)
    let further = JSONText { members(&$0) }
    let task = Task {
      if !outbox.queue.isEmpty { await tellFirst(within: configuration.signingBudget / 3) }
      let evidence = await given(evidence)
      let body = JSONText { json in
        json.raw("{")
        json.attributes(question.attributes)
        json.member("userProof", question.visitor.userProof)
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
      hear(response)
      return response
    case .failure(let failure)?: throw PaywallsError(failure)
    case nil:
      task.cancel()
      throw .network(Task.isCancelled ? .cancelled : .timedOut)
    }
  }

  private func given(_ evidence: Evidence?) async -> Evidence {
    if let evidence { return evidence }
    return await configuration.evidence()
  }
}

extension Result where Failure == NetworkFailure, Success: Sendable {
  /// What comes of an attempt.
  fileprivate init(_ attempt: () async throws(NetworkFailure) -> Success) async {
    do throws(NetworkFailure) {
      self = .success(try await attempt())
    } catch {
      self = .failure(error)
    }
  }
}
