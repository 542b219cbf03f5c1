import AppStore
import AppStoreFixtures
import Foundation
import PaywallCatalog
import Subscribers
import Testing

/// Dates of every kind of text: whole milliseconds, and none signed in the future.
@Suite struct DateTests {
  private let store: TestStore

  init() throws { store = try TestStore() }

  /// Every date of every kind of text (AppleFacts.md §§ 1 to 3), as the path of its members.
  static let dates: [(SignedObject.Kind, [String])] =
    ["signedDate", "purchaseDate", "originalPurchaseDate", "expiresDate", "revocationDate"].map {
      (.transaction, [$0])
    } + [(.transaction, ["commitmentInfo", "commitmentExpiresDate"])]
    + [
      "signedDate", "renewalDate", "recentSubscriptionStartDate", "gracePeriodExpiresDate",
    ].map { (.renewalInfo, [$0]) } + [(.renewalInfo, ["commitmentInfo", "commitmentRenewalDate"])]
    + ["receiptCreationDate", "originalPurchaseDate", "preorderDate"].map {
      (.appTransaction, [$0])
    } + [(.realtimeRequest, ["signedDate"]), (.notification, ["signedDate"])]
    + ["tokenCreationDate", "tokenExpirationDate"].map {
      (.notification, ["externalPurchaseToken", $0])
    }

  /// A text of the kind with a value written at the path, and with ids or without.
  private func verdict(
    _ kind: SignedObject.Kind, _ path: [String], _ written: String, isWhole: Bool = true
  ) throws -> Distrust? {
    var members: [String: JSON]
    switch kind {
    case .transaction:
      members = store.transactionMembers(isWhole ? ["transactionId": "1", "productId": "p"] : [:])
    case .renewalInfo:
      members = store.renewalMembers(isWhole ? ["originalTransactionId": "1"] : [:])
    case .appTransaction: members = store.appTransactionMembers([:])
    case .realtimeRequest:
      members = [
        "environment": "Production", "appAppleId": .integer(TestStore.appAppleId),
        "requestIdentifier": "1",
      ]
    case .notification:
      members = [
        "notificationType": "EXTERNAL_PURCHASE_TOKEN", "notificationUUID": "u",
        "externalPurchaseToken": [
          "externalPurchaseId": "1", "bundleId": .text(TestStore.bundleId),
          "appAppleId": .integer(TestStore.appAppleId),
        ],
      ]
    }
    if path.count == 2 {
      members[path[0]] = .object(
        (members[path[0]]?.members ?? [:]).merging([path[1]: "HERE"]) { $1 })
    } else {
      members[path[0]] = "HERE"
    }
    let json = String(decoding: try store.payloadBytes(members), as: UTF8.self)
    let text = try store.jws(ofBytes: Data(json.replacing("\"HERE\"", with: written).utf8))
    return store.verifier.distrust(of: text, as: kind)
  }

  @Test(arguments: dates)
  func `A date that is no whole number of 64 bits is not believed`(
    _ kind: SignedObject.Kind, _ path: [String]
  ) throws {
    for written in [
      "1.5", "1700000000000.0", "1.7e12", "1e30", "-9e99", "9223372036854775808",
      "-9223372036854775809", "\"1700000000000\"", "\"\"", "true", "{}", "[1]",
    ] {
      for isWhole in [true, false] {
        let distrust = try verdict(kind, path, written, isWhole: isWhole)
        #expect(distrust?.reason == .badDate, "\(kind) \(path) \(written)")
      }
    }
    for written in ["1700000000000", "null"] {
      #expect(try verdict(kind, path, written) == nil, "\(kind) \(path) \(written)")
    }
    // The certificates of the test are younger than 1970, so a text signed then is refused for them.
    let isSigning = ["signedDate", "receiptCreationDate"].contains(path.last)
    #expect(
      try verdict(kind, path, "0")?.reason == (isSigning ? .certificateNotValidThen : nil),
      "\(kind) \(path)")
    // A copy that was signed before 1970 could not be told from one that does not say when.
    let reason: Distrust.Reason? = path.last == "signedDate" ? .badDate : nil
    for written in ["-1", "-9223372036854775808"] {
      let distrust = try verdict(kind, path, written)
      #expect(distrust?.reason == reason, "\(kind) \(path) \(written)")
    }
  }

  @Test(arguments: dates)
  func `Only a text that was signed in the future is refused for it`(
    _ kind: SignedObject.Kind, _ path: [String]
  ) throws {
    let day: Int64 = 86_400_000
    let now = TestStore.clock.milliseconds
    #expect(try verdict(kind, path, "\(now + day)") == nil)
    for late in [now + day + 1, now + 100 * day, 253_402_300_800_000, .max] {
      let distrust = try verdict(kind, path, "\(late)")
      let expected: Distrust.Reason? = path.last == "signedDate" ? .signedInFuture : nil
      #expect(distrust?.reason == expected, "\(kind) \(path) \(late)")
    }
  }

  @Test func `A text inside a notification is asked for its own date`() throws {
    let late = TestStore.clock.milliseconds + 86_400_001
    let text = try store.notificationText(
      "SUBSCRIBED", transaction: ["transactionId": "1", "signedDate": .integer(late)])
    let distrust = store.verifier.notification(text, at: TestStore.clock).distrust
    #expect(distrust?.reason == .signedInFuture && distrust?.field == .signedTransactionInfo)
  }

  @Test func `A bad date of a forged text is not what it is refused for`() throws {
    let parts = try store.jws(
      ofBytes: Data("{\"signedDate\":1.5}".utf8)
    ).parts
    let forged = "\(parts[0]).\(parts[1]).\(String(repeating: "A", count: 86))"
    let distrust = store.verifier.transaction(forged, at: TestStore.clock).distrust
    #expect(distrust?.reason == .badSignature)
  }

  @Test(arguments: ["1.5", "1.7e12", "\"x\"", "4102444800000"])
  func `Test data of Xcode is read as it was`(_ written: String) throws {
    let pki = try Vectors.pki()
    let verifier = try Verifier(
      AppIdentity(bundleId: TestStore.bundleId, environments: [.xcode]), roots: [Array(pki.root)],
      xcodeCertificate: Array(pki.leaf))
    let json = """
      {"transactionId":"1","productId":"p","bundleId":"\(TestStore.bundleId)","environment":"Xcode",
       "signedDate":\(written),"expiresDate":\(written)}
      """
    let text = try store.jws(
      ofBytes: Data(json.utf8), header: TestStore.header(x5c: [pki.leaf]))
    let fact = try verifier.transaction(text, at: TestStore.moment).get().payload.fact
    #expect(fact?.expiresDate?.milliseconds == Int64(exactly: Double(written) ?? 0.5))
  }
}
