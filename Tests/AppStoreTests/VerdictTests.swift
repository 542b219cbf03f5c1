import AppStore
import AppStoreFixtures
import PaywallCatalog
import Testing

/// The verdicts of the vectors are those of Apple's own library; which reason belongs to which is
/// written here by hand.
@Suite struct VerdictTests {
  @Test(arguments: try Vectors.accepted().filter { $0.id != "xcode-unverified" })
  func `What Apple's library accepts is accepted`(_ object: SignedObject) throws {
    #expect(try object.verifier.verifier().distrust(of: object) == nil)
  }

  @Test(arguments: try Vectors.notifications())
  func `Every notification of the stories is accepted`(_ vector: NotificationVector) throws {
    let notification = try vector.verified()
    #expect(notification.text.compact == vector.signedPayload)
    #expect(notification.payload.type == vector.notificationType)
    #expect(notification.payload.subtype == vector.subtype)
    #expect(notification.payload.uuid == vector.payload["notificationUUID"]?.string)
    #expect(notification.payload.signedDate?.milliseconds == vector.payload["signedDate"]?.integer)
    #expect(
      notification.payload.status.map(Int64.init) == vector.payload["data"]?["status"]?.integer)
    #expect((notification.payload.transaction == nil) == (vector.transaction == nil))
    #expect((notification.payload.renewalInfo == nil) == (vector.renewalInfo == nil))
    #expect(
      notification.payload.environment
        == AppStoreEnvironment(appleWord: vector.verifier.environment))
  }

  @Test(arguments: try Vectors.rejected())
  func `What Apple's library rejects is refused, for the right reason`(
    _ object: SignedObject
  ) throws {
    let distrust = try #require(try object.verifier.verifier().distrust(of: object))
    #expect(distrust.reason == Self.reasons[object.id])
    #expect(distrust.field == nil)
    #expect(!distrust.detail.isEmpty && !distrust.detail.contains("\n"))
  }

  @Test(arguments: try Vectors.nested())
  func `A genuine notification with a bad text inside is refused, and says which`(
    _ object: SignedObject
  ) throws {
    let distrust = try #require(try object.verifier.verifier().distrust(of: object))
    #expect(distrust.field?.rawValue == object.innerField)
    #expect(distrust.reason == Self.reasons[object.id])
  }

  @Test func `What a warm verifier says is what a cold one says`() throws {
    var verifiers: [Settings: Verifier] = [:]
    let objects = try Vectors.accepted() + Vectors.rejected() + Vectors.nested()
    for object in objects + objects {
      let warm = try verifiers[object.verifier] ?? object.verifier.verifier()
      verifiers[object.verifier] = warm
      let cold = try object.verifier.verifier()
      #expect(warm.distrust(of: object) == cold.distrust(of: object), "\(object)")
    }
  }

  private static let reasons: [String: Distrust.Reason] = [
    "wrong-bundle-id": .wrongApp, "missing-bundle-id": .wrongApp, "bundle-id-case": .wrongApp,
    "wrong-environment": .wrongEnvironment, "production-at-sandbox-verifier": .wrongEnvironment,
    "unknown-environment": .wrongEnvironment, "renewal-wrong-environment": .wrongEnvironment,
    "notification-wrong-bundle-id": .wrongApp, "notification-wrong-app-apple-id": .wrongApp,
    "notification-missing-app-apple-id": .wrongApp,
    "notification-wrong-environment": .wrongEnvironment,
    "notification-without-section": .namesNoApp,
    "external-token-sandbox-id-in-production": .wrongEnvironment,
    "app-transaction-wrong-app": .wrongApp,
    "app-transaction-wrong-environment": .wrongEnvironment, "realtime-wrong-app": .wrongApp,
    "realtime-wrong-environment": .wrongEnvironment, "chain-of-2": .badChainLength,
    "chain-of-1": .badChainLength, "chain-of-4": .badChainLength,
    "leaf-missing-oid": .missingMarker, "leaf-wrong-oid": .missingMarker,
    "intermediate-missing-oid": .missingMarker, "intermediate-not-a-ca": .wrongKeyUsage,
    "leaf-expired-at-signedDate": .certificateNotValidThen,
    "leaf-not-yet-valid": .certificateNotValidThen,
    "intermediate-expired-at-signedDate": .certificateNotValidThen,
    "untrusted-root": .untrustedChain, "untrusted-chain-with-real-root": .untrustedChain,
    "leaf-of-other-intermediate": .untrustedChain, "leaf-issued-by-root": .untrustedChain,
    "chain-order-reversed": .missingMarker, "leaf-and-intermediate-swapped": .missingMarker,
    "empty-x5c": .badChainLength, "missing-x5c": .badChainLength,
    "jwk-in-place-of-x5c": .badChainLength, "x5c-not-der": .badCertificate,
    "x5c-not-base64": .badCertificate, "x5c-base64url": .badCertificate,
    "tampered-signature": .badSignature, "tampered-payload": .badSignature,
    "tampered-header": .badSignature, "signed-by-other-key": .badSignature,
    "empty-signature": .malformed, "zero-signature": .badSignature, "der-signature": .malformed,
    "alg-none": .unsupportedAlgorithm, "alg-hs256-key-confusion": .unsupportedAlgorithm,
    "alg-missing": .unsupportedAlgorithm, "alg-lowercase": .unsupportedAlgorithm,
    "alg-es384": .unsupportedAlgorithm, "truncated": .malformed,
    "truncated-in-payload": .malformed, "two-segments": .malformed, "four-segments": .malformed,
    "empty-string": .malformed, "not-base64": .malformed, "payload-not-json": .malformed,
    "payload-json-array": .malformed, "header-not-json": .malformed,
    "xcode-at-production": .badChainLength, "inner-transaction-tampered": .badSignature,
    "inner-transaction-other-app": .wrongApp,
    "inner-transaction-other-environment": .wrongEnvironment,
    "inner-renewal-untrusted": .untrustedChain,
  ]
}
