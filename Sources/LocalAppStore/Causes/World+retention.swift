import PaywallCatalog

// A cancellation in which Apple first asks the app's server what to show (AppleFacts.md § 2).
extension World {
  /// The customer is about to cancel. Nothing is cancelled before they decide.
  ///
  /// - Parameter locale: of the device; `nil` for that of the storefront.
  package mutating func askBeforeCancel(
    _ productId: String, by id: String, in locale: String? = nil,
    _ fault: RetentionRequest.Fault? = nil
  ) throws(StoreRefusal) {
    let index = try running(productId, of: id)
    let subscription = subscriptions[index]
    guard subscription.autoRenews else { throw .alreadyCancelled }
    decide(index, .stayed)
    let request = retentionRequest(about: subscription, in: locale, fault)
    subscriptions[index].retentionRequests.append(request)
    questions.append(
      RetentionQuestion(
        request: request, subscription: index,
        position: subscription.retentionRequests.count))
  }

  private mutating func retentionRequest(
    about subscription: StoreSubscription, in locale: String?, _ fault: RetentionRequest.Fault?
  ) -> RetentionRequest {
    RetentionRequest(
      requestIdentifier: identifiers.uuid(),
      originalTransactionId: subscription.originalTransactionId,
      productId: subscription.current.productId,
      userLocale: locale ?? customers[subscription.customer].storefront.locale,
      signedDate: fault == .stale ? serverTime.subtracting(Period(seconds: 360)) : serverTime,
      fault: fault)
  }

  /// Requests of a performance test, which no customer sees.
  package mutating func testRequests(
    about originalTransactionId: String, count: Int
  ) throws(StoreRefusal) -> [RetentionRequest] {
    guard case .period(let index, _) = try ownPlace(of: originalTransactionId) else {
      throw .notASubscription(self[try place(of: originalTransactionId)].productId)
    }
    var requests: [RetentionRequest] = []
    for _ in 0..<count {
      requests.append(retentionRequest(about: subscriptions[index], in: nil, nil))
    }
    return requests
  }

  /// The questions to the app's server since the last call.
  package mutating func takeQuestions() -> [RetentionQuestion] {
    defer { questions = [] }
    return questions
  }

  /// Shows what the app's server answered, or else the default message.
  ///
  /// - Parameters:
  ///   - result: `nil` if there was no server to ask.
  ///   - again: the answer to the same request, if it was sent twice.
  package mutating func finish(
    _ question: RetentionQuestion, _ result: RealtimeResult?, _ body: [UInt8],
    again: [UInt8]? = nil
  ) {
    var request = question.request
    request.result = result
    request.repeatsAnswer = again.map { $0 == body }
    if result == .success {
      do throws(RealtimeAnswer.Malformed) {
        let answer = try RealtimeAnswer(body)
        do throws(StoreRefusal) {
          request.shown = try answer.map { answer throws(StoreRefusal) in
            try shown(answer, on: question.subscription)
          }
        } catch {
          request.refusal = error
        }
      } catch {
        request.result = .invalidResponse
      }
    }
    if request.shown == nil {
      request.shown = messages.defaultMessage(for: request.productId, in: request.userLocale)
        .map { .init(message: $0, isDefault: true) }
    }
    subscriptions[question.subscription].retentionRequests[question.position] = request
  }

  /// Returns the part of an answer that the customer sees.
  private func shown(
    _ answer: RealtimeAnswer, on index: Int
  ) throws(StoreRefusal) -> RetentionRequest.Shown {
    guard let message = messages.message(answer.messageIdentifier) else {
      throw .unknownMessage(answer.messageIdentifier)
    }
    guard message.state == .approved, messages.hasApprovedImages(message) else {
      throw .messageNotApproved(message.id)
    }
    if let proposal = answer.proposal {
      guard message.image == nil else { throw .messageWithImage(message.id) }
      // A try in another world uses no nonce and charges nothing.
      var world = self
      _ = try world.accept(proposal, on: index)
    }
    return .init(message: message, isDefault: false, proposal: answer.proposal)
  }

  private mutating func accept(
    _ proposal: RealtimeAnswer.Proposal, on index: Int
  ) throws(StoreRefusal) -> StoreTransaction? {
    let (productId, options): (String, PurchaseOptions) =
      switch proposal {
      case .product(let product, let plan): (product, PurchaseOptions(billingPlan: plan))
      case .offer(let offer): (offer.productId, PurchaseOptions(offer))
      }
    guard try product(productId).subscription?.groupId == subscriptions[index].groupId else {
      throw .otherGroup(productId)
    }
    return try purchase(productId, by: subscriptions[index].customer, options)
  }

  /// The customer reads the message, and stays.
  ///
  /// - Parameter accepts: whether they take the offer or the other product in it.
  /// - Returns: the transaction of what begins at once.
  @discardableResult
  package mutating func stay(
    _ productId: String, by id: String, accepts: Bool = false
  ) throws(StoreRefusal) -> StoreTransaction? {
    let index = try running(productId, of: id)
    guard let open = subscriptions[index].openRetentionRequest else { throw .notAskedToStay }
    guard accepts else {
      decide(index, .stayed)
      return nil
    }
    guard let proposal = open.shown?.proposal else { throw .nothingProposed }
    let transaction = try accept(proposal, on: index)
    decide(index, .accepted)
    return transaction
  }

  /// Ends the open request of a subscription, if there is one.
  mutating func decide(_ index: Int, _ decision: RetentionRequest.Decision) {
    guard subscriptions[index].openRetentionRequest != nil else { return }
    let last = subscriptions[index].retentionRequests.count - 1
    subscriptions[index].retentionRequests[last].decision = decision
  }

  /// Apple approves or rejects a message or an image.
  package mutating func review(_ id: String, as state: ReviewState) throws(StoreRefusal) {
    guard messages.review(id, as: state) else { throw .unknownMessage(id) }
  }
}

extension PurchaseOptions {
  fileprivate init(_ offer: RealtimeAnswer.SignedOffer) {
    let proof: OfferProof =
      switch offer.signature {
      case .legacy(let signature): .legacy(signature)
      case .jws(let text): .jws(text)
      }
    self.init(
      appAccountToken: offer.appAccountToken,
      offer: .promotional(offerId: offer.offerId, proof))
  }
}
