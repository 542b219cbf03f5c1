import AppStore
import AppStoreFixtures
import PaywallCatalog
import Testing

/// A genuine text in the place of another kind is refused, and its kind is named.
@Suite struct KindTests {
  private let store: TestStore

  init() throws { store = try TestStore() }

  enum Kind: String, CaseIterable {
    case transaction
    case renewalInfo = "renewal info"
    case notification
    case appTransaction = "app transaction"
    case realtimeRequest = "request for a retention message"
  }

  private func text(_ kind: Kind) throws -> String {
    switch kind {
    case .transaction:
      try store.jws(of: store.transactionMembers(["transactionId": "1", "productId": "p"]))
    case .renewalInfo:
      try store.jws(
        of: store.renewalMembers(["originalTransactionId": "1", "autoRenewStatus": 1]))
    case .notification:
      try store.notificationText("SUBSCRIBED", transaction: ["transactionId": "1"])
    case .appTransaction:
      try store.jws(of: store.appTransactionMembers(["appTransactionId": "7"]))
    case .realtimeRequest: try Vectors.object("realtime-production").jws
    }
  }

  private func distrust(of text: String, as kind: Kind) -> Distrust? {
    let now = TestStore.clock
    return switch kind {
    case .transaction: store.verifier.transaction(text, at: now).distrust
    case .renewalInfo: store.verifier.renewalInfo(text, at: now).distrust
    case .notification: store.verifier.notification(text, at: now).distrust
    case .appTransaction: store.verifier.appTransaction(text, at: now).distrust
    case .realtimeRequest: store.verifier.realtimeRequest(text, at: now).distrust
    }
  }

  @Test("a text in the place of another kind is named", arguments: Kind.allCases)
  func pairs(_ came: Kind) throws {
    let text = try text(came)
    for expected in Kind.allCases where expected != came {
      let distrust = distrust(of: text, as: expected)
      #expect(distrust?.reason == .wrongKind, "\(came) as \(expected)")
      #expect(
        distrust?.detail.hasPrefix("this is a \(came.rawValue), and ") == true
          || distrust?.detail.hasPrefix("this is an \(came.rawValue), and ") == true
          || distrust?.detail.hasPrefix("this is \(came.rawValue), and ") == true,
        "\(distrust?.detail ?? "nothing")")
    }
    #expect(distrust(of: text, as: came) == nil)
  }

  @Test("a text of another kind inside a notification is named with its field")
  func inside() throws {
    for (field, kind) in [
      ("signedTransactionInfo", Kind.renewalInfo), ("signedTransactionInfo", .appTransaction),
      ("signedRenewalInfo", .transaction), ("signedRenewalInfo", .notification),
    ] {
      let text = try store.notificationText("SUBSCRIBED", data: [field: .text(text(kind))])
      let distrust = distrust(of: text, as: .notification)
      #expect(distrust?.reason == .wrongKind && distrust?.field?.rawValue == field)
      #expect(distrust?.detail.contains(kind.rawValue) == true)
    }
  }

  @Test("another app's text in another place is named for its kind, not for its app")
  func foreign() throws {
    let text = try store.jws(
      of: store.transactionMembers(["transactionId": "1", "bundleId": "com.example.other"]))
    #expect(distrust(of: text, as: .renewalInfo)?.reason == .wrongKind)
    #expect(distrust(of: text, as: .transaction)?.reason == .wrongApp)
  }

  @Test("a text of another kind counts only under a good signature")
  func forged() throws {
    let parts = try text(.renewalInfo).parts
    let forged = "\(parts[0]).\(parts[1]).\(String(repeating: "A", count: 86))"
    #expect(distrust(of: forged, as: .transaction)?.reason == .badSignature)
  }

  /// Renewal info of tomorrow may name its app: that must not make it a transaction.
  @Test("renewal info that names its app is still renewal info")
  func named() throws {
    let text = try store.jws(
      of: store.renewalMembers([
        "originalTransactionId": "1", "autoRenewStatus": 1, "bundleId": .text(TestStore.bundleId),
      ]))
    #expect(distrust(of: text, as: .renewalInfo) == nil)
  }
}
