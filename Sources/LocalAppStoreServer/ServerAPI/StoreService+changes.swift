import LocalAppStore
import PaywallCatalog

// Apple's server API, as far as it changes the world. Each change has its turn among the causes, and its
// notifications are delivered before the answer.
extension StoreService {
  /// - Throws: `AppleError`, also for a change that the world refuses.
  func change<Value: Sendable>(
    _ work: @escaping @Sendable (isolated StoreService) throws -> Value
  ) async throws -> Value {
    try await inTurn { store in
      let value: Value
      do {
        value = try work(store)
      } catch let refusal as StoreRefusal {
        throw AppleError(refusal)
      } catch let refusal as MessagingRefusal {
        throw AppleError(refusal)
      }
      try await store.deliver()
      return value
    }
  }

  func extend(_ id: String, _ body: AppleBody) async throws -> AppleAnswers.Extended {
    guard AppleText.isTransactionId(id) else { throw AppleError.invalidOriginalTransactionId }
    let (days, request) = try Self.extensionRequest(body)
    return try await change { store in
      let done: StoreExtension
      do throws(StoreRefusal) {
        done = try store.world.extend(
          originalTransactionId: id, days: days, requestIdentifier: request)
      } catch .unknownTransaction {
        throw AppleError.originalTransactionIdNotFound
      } catch .familyShared {
        throw AppleError.familyNotExtendable
      }
      return .init(
        originalTransactionId: done.originalTransactionId,
        webOrderLineItemId: done.webOrderLineItemId, success: true,
        effectiveDate: done.effectiveDate.milliseconds)
    }
  }

  private static func extensionRequest(
    _ body: AppleBody
  ) throws(AppleError) -> (days: Int, identifier: String) {
    let days = try body.required("extendByDays", 1...90, or: .invalidExtendByDays)
    _ = try body.required("extendReasonCode", 0...3, or: .invalidExtendReasonCode)
    guard let request = try body.text("requestIdentifier", or: .invalidRequestIdentifier),
      AppleText.isRequestIdentifier(request)
    else { throw .invalidRequestIdentifier }
    return (days, request)
  }

  func extendAll(_ body: AppleBody) async throws -> AppleAnswers.Single {
    let (days, request) = try Self.extensionRequest(body)
    guard let product = try body.text("productId", or: .invalidProductId) else {
      throw AppleError.invalidProductId
    }
    let storefronts = try body.texts("storefrontCountryCodes", or: .invalidStorefront)
    guard storefronts != [] else { throw AppleError.emptyStorefronts }
    guard storefronts?.allSatisfy(AppleText.isCountry) ?? true else {
      throw AppleError.invalidStorefront
    }
    return try await change { store in
      try store.world.extendAll(
        MassExtension(
          .init(productId: product, requestIdentifier: request), days: days,
          storefronts: storefronts))
      return ["requestIdentifier": request]
    }
  }

  func requestTest() async throws -> AppleAnswers.Single {
    guard hasReceiver else { throw AppleError.noNotificationURL }
    return try await change { store in
      let test = store.world.requestTestNotification()
      return ["testNotificationToken": "\(test.uuid)_\(test.signedDate.milliseconds)"]
    }
  }

  func consumption(_ id: String, _ body: AppleBody, isFirstVersion: Bool) async throws {
    let transaction = try record(id).transaction
    guard transaction.isOwn else { throw AppleError.familyTransactionNotSupported }
    let type = transaction.type
    let answer =
      try isFirstVersion
      ? ConsumptionReader.firstVersion(body, about: type)
      : ConsumptionReader.answer(body, about: type)
    try await change { try $0.world.answer(answer, about: id) }
  }

  func setAccountToken(_ id: String, _ body: AppleBody) async throws {
    _ = try record(id)
    guard let token = try body.text("appAccountToken", or: .accountTokenNotUUID) else {
      throw AppleError.accountTokenNotUUID
    }
    try await change { try $0.world.setAccountToken(token, of: id) }
  }

  func finish(_ id: String) async throws {
    _ = try record(id)
    try await change { try $0.world.finish(id) }
  }
}

extension AppleError {
  init(_ refusal: StoreRefusal) {
    self =
      switch refusal {
      case .notActive, .billingIssue, .freePeriod: .notExtendable
      case .extendedTwice: .extendedTwice
      case .invalidExtension: .invalidExtendByDays
      case .unknownProduct, .notASubscription: .invalidProductId
      case .unknownTransaction: .transactionIdNotFound
      case .invalidAccountToken: .accountTokenNotUUID
      case .notOriginalTransaction: .notOriginalTransactionId
      case .familyShared: .familyTransactionNotSupported
      case .notDeveloperManaged: .notDeveloperManaged
      case .inBundle: .bundleNotSupported
      case .noSeatLeft: .noAvailableSeats
      case .unknownClaim: .seatClaimNotFound
      case .unknownAppTransaction: .appTransactionIdNotFound
      default: .badRequest
      }
  }
}
