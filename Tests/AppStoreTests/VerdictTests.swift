import AppStore
import AppStoreFixtures
import Testing

/// The verdicts of the vectors are those of Apple's own library.
@Suite struct VerdictTests {
  /// What a verifier that has no certificate of Xcode says of any kind of text.
  static func distrust(of object: SignedObject) throws -> Distrust? {
    let verifier = try object.verifier.verifier()
    let now = TestStore.moment
    return switch object.kind {
    case .transaction: verifier.transaction(object.jws, at: now).distrust
    case .renewalInfo: verifier.renewalInfo(object.jws, at: now).distrust
    case .notification: verifier.notification(object.jws, at: now).distrust
    case .appTransaction: verifier.appTransaction(object.jws, at: now).distrust
    case .realtimeRequest: verifier.realtimeRequest(object.jws, at: now).distrust
    }
  }

  @Test(arguments: try Vectors.accepted().filter { $0.id != "xcode-unverified" })
  func `What Apple's library accepts is accepted`(_ object: SignedObject) throws {
    #expect(try Self.distrust(of: object) == nil)
  }

  @Test(arguments: try Vectors.rejected())
  func `What Apple's library rejects is refused`(_ object: SignedObject) throws {
    let distrust = try #require(try Self.distrust(of: object))
    #expect(!distrust.detail.isEmpty)
  }
}
