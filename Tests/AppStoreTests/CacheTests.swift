import AppStoreFixtures
import Foundation
import PaywallCatalog
import PaywallTextCoding
import Testing

@testable import AppStore

/// A warm verification asks everything that a cold one asks.
@Suite struct CacheTests {
  private let store: TestStore

  init() throws { store = try TestStore() }

  private func text(signedAt moment: JSON) throws -> String {
    try store.jws(of: store.transactionMembers(["transactionId": "1", "signedDate": moment]))
  }

  @Test func `A header is kept once, after its first good signature`() throws {
    #expect(store.verifier.cache.count == 0)
    for _ in 0..<3 { _ = try store.transaction(["transactionId": "1"]) }
    #expect(store.verifier.cache.count == 1)
  }

  // The certificates of the vectors hold from 2020-01-01 to 2046-01-01, both at midnight UTC.
  @Test(
    arguments: [
      (1_577_836_800_000, true), (1_577_836_799_999, false), (2_398_377_600_000, true),
      (2_398_377_600_001, false), (0, false), (253_402_300_799_999, false),
    ] as [(JSON, Bool)])
  func `A kept chain is still asked whether it was valid then`(
    _ moment: JSON, _ isValid: Bool
  ) throws {
    _ = try store.transaction(["transactionId": "1"])
    for verifier in [store.verifier, try TestStore().verifier] {
      let end = Timestamp(milliseconds: 2_398_377_600_000)
      let distrust = verifier.transaction(try text(signedAt: moment), at: end).distrust
      #expect(distrust?.reason == (isValid ? nil : .certificateNotValidThen))
    }
  }

  @Test func `Without a date of its own a text counts as signed now`() throws {
    let late = Timestamp(milliseconds: 2_398_377_600_001)
    let undated = try text(signedAt: nil)
    #expect(store.verifier.transaction(undated, at: TestStore.clock).verified != nil)
    let distrust = store.verifier.transaction(undated, at: late).distrust
    #expect(distrust?.reason == .certificateNotValidThen)
    // A date before 1970 is none, whatever the certificates say.
    let before = store.verifier.transaction(try text(signedAt: -1), at: TestStore.clock).distrust
    #expect(before?.reason == .badDate)
  }

  @Test func `What is refused is not kept`() throws {
    let verifier = store.verifier
    for object in try Vectors.rejected() where object.verifier.environment == "Production" {
      _ = verifier.distrust(of: object)
    }
    let kept = verifier.cache.count
    for object in try Vectors.rejected() where object.verifier.environment == "Production" {
      let parts = object.jws.parts
      guard parts.count == 3 else { continue }
      let unsigned = "\(parts[0]).\(parts[1]).\(String(repeating: "A", count: 86))"
      _ = verifier.transaction(unsigned, at: TestStore.clock)
    }
    #expect(verifier.cache.count == kept)
    // Genuine texts of another app or environment count as good signatures; theirs is one header.
    #expect(kept == 1)
  }

  @Test func `A stranger's headers over known certificates push nothing out`() throws {
    let genuine = try text(signedAt: 1_767_607_200_000).parts
    _ = try store.transaction(["transactionId": "1"])
    for number in 0..<100 {
      var members = try JSONDecoder().decode([String: JSON].self, from: store.headerBytes())
      members["kid"] = .text("\(number)")
      let header = try JSONEncoder().encode(members).base64url
      let forged = "\(header).\(genuine[1]).\(genuine[2])"
      let distrust = store.verifier.transaction(forged, at: TestStore.clock).distrust
      #expect(distrust?.reason == .badSignature)
    }
    #expect(store.verifier.cache.count == 1)
  }

  @Test func `The cache is bounded, and what was pushed out is verified anew`() throws {
    let payload = try JSONEncoder().encode(store.transactionMembers(["transactionId": "1"]))
    var texts: [String] = []
    for number in 0..<(HeaderCache.limit + 8) {
      var members = try JSONDecoder().decode([String: JSON].self, from: store.headerBytes())
      members["kid"] = .text("\(number)")
      let header = try JSONEncoder().encode(members).base64url
      texts.append(try store.jws(ofBytes: payload, header: header))
    }
    for text in texts + texts {
      _ = try store.verifier.transaction(text, at: TestStore.clock).get()
      #expect(store.verifier.cache.count <= HeaderCache.limit)
    }
    #expect(store.verifier.cache.count == HeaderCache.limit)
  }

  @Test func `Many tasks at once get the same answers`() async throws {
    let vectors = try Vectors.notifications().filter { $0.verifier.environment == "Production" }
    let verifier = store.verifier
    await withTaskGroup(of: Bool.self) { group in
      for vector in vectors {
        group.addTask {
          verifier.notification(vector.signedPayload, at: TestStore.clock).verified != nil
        }
      }
      for await good in group { #expect(good) }
    }
    #expect(verifier.cache.count == 1)
  }
}

extension TestStore {
  /// The header that the store signs under.
  func headerBytes() throws -> Data {
    let pki = try Vectors.pki()
    let header = try TestStore.header(x5c: [pki.leaf, pki.intermediate, pki.root])
    return Data(Base64.decode(Array(header.utf8)[...], .url) ?? [])
  }
}
