import AppStore
import AppStoreFixtures
import PaywallCatalog
import TestSupport
import Testing

/// Damaged texts: refused whatever the damage, and never a crash.
@Suite struct MutationTests {
  private static func damage(_ text: String, with dice: inout SplitMix) -> String {
    var bytes = Array(text.utf8)
    for _ in 0..<Int.random(in: 1...3, using: &dice) {
      let at = Int.random(in: 0..<bytes.count, using: &dice)
      switch Int.random(in: 0..<6, using: &dice) {
      case 0: bytes[at] ^= 1 << UInt8.random(in: 0..<7, using: &dice)
      case 1: bytes[at] = UInt8.random(in: 0...127, using: &dice)
      case 2: bytes.insert(UInt8.random(in: 33...126, using: &dice), at: at)
      case 3: bytes.remove(at: at)
      case 4: bytes.removeSubrange(at..<min(at + 40, bytes.count - 1))
      default: bytes.insert(contentsOf: bytes[at..<min(at + 40, bytes.count)], at: at)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `A damaged transaction is never verified`(_ seed: UInt64) throws {
    let object = try Vectors.object("transaction-production")
    let verifier = try object.verifier.verifier()
    #expect(verifier.distrust(of: object) == nil)
    var dice = SplitMix(state: seed)
    for _ in 0..<400 {
      let text = Self.damage(object.jws, with: &dice)
      let isSame = text.utf8.elementsEqual(object.jws.utf8)
      let verdict = verifier.transaction(text, at: TestStore.clock)
      #expect((verdict.verified != nil) == isSame)
    }
  }

  @Test(arguments: [5, 6] as [UInt64])
  func `A damaged notification is never verified`(_ seed: UInt64) throws {
    let vector = try #require(try Vectors.notifications().first)
    let verifier = try vector.verifier.verifier()
    var dice = SplitMix(state: seed)
    for _ in 0..<200 {
      let text = Self.damage(vector.signedPayload, with: &dice)
      let isSame = text.utf8.elementsEqual(vector.signedPayload.utf8)
      let verdict = verifier.notification(text, at: TestStore.clock)
      #expect((verdict.verified != nil) == isSame)
    }
  }

  @Test(arguments: [7, 8] as [UInt64])
  func `A damaged text inside a genuine notification is never verified`(_ seed: UInt64) throws {
    let store = try TestStore()
    let inner = try store.jws(of: store.transactionMembers(["transactionId": "1"]))
    var dice = SplitMix(state: seed)
    for _ in 0..<100 {
      let text = Self.damage(inner, with: &dice)
      let outer = try store.notificationText(
        "SUBSCRIBED", data: ["signedTransactionInfo": .text(text)])
      let verdict = store.verifier.notification(outer, at: TestStore.clock)
      #expect((verdict.verified != nil) == text.utf8.elementsEqual(inner.utf8))
      #expect(verdict.distrust == nil || verdict.distrust?.field == .signedTransactionInfo)
    }
  }

  /// The reasons for which a genuine signature over a damaged payload can still be refused.
  private static let expected: [Distrust.Reason] = [
    .malformed, .wrongKind, .wrongApp, .wrongEnvironment, .certificateNotValidThen, .badDate,
    .signedInFuture,
  ]

  @Test(arguments: [9, 10] as [UInt64])
  func `A damaged payload that is signed again never crashes`(_ seed: UInt64) throws {
    let store = try TestStore()
    let vector = try #require(try Vectors.notifications().first?.transaction?.members)
    let payload = String(decoding: try store.payloadBytes(vector), as: UTF8.self)
    var dice = SplitMix(state: seed)
    for _ in 0..<400 {
      let damaged = Self.damage(payload, with: &dice)
      let text = try store.jws(ofBytes: damaged.utf8Data)
      switch store.verifier.transaction(text, at: TestStore.clock) {
      case .verified(let transaction): #expect(transaction.text.compact == text)
      case .refused(let distrust):
        #expect(Self.expected.contains(distrust.reason))
      }
    }
  }
}
