import AppStoreFixtures
import Foundation
import TestSupport

/// The sample configuration as an app of a `TestStore`, with a key of each role, and a purchase in
/// it.
struct StoreApp {
  var files = SampleConfiguration.texts
  /// The current time in whole seconds, the precision of signed texts.
  let now = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))

  static let originalTransactionId = "450000000000010001"

  init() {
    for (old, new) in [
      ("com.example.lumen", TestStore.bundleId), ("1234567890", "\(TestStore.appAppleId)"),
      (", sandbox]", "]"),
    ] {
      files = files.replacing(old, with: new, in: "Paywalls/store/app.yaml")
    }
    // SHA-256 of client-key, server-key, viewer-key and admin-key.
    files["Paywalls/store/keys.yaml"] = """
      keys:
        app:
          role: client
          digest: 8eb943e7040b69a94bf39562088223755bff4c2e7c5fc257f1e08f870fe01d35
        backend:
          role: server
          digest: 0e7492b2aec83281693d7625c966037073becf9b86dc4d0c8277bb4394b7d474
        marketing:
          role: viewer
          digest: 9b88f3b3de5ee9f1bb657b76cc43581a9e25e9091bb23c35b2748b7c3509b6e6
        ops:
          role: admin
          digest: 69a5265506c94c77b787a7d7377b7685a0eff82e33920a71e7ee22cd6154953e

      """
  }

  /// Writes the files, and the root that certifies the store's texts.
  func write(to folder: URL) throws {
    try files.write(to: folder)
    try Vectors.pki().root.write(to: folder.appending(path: "root.cer"))
  }

  /// Writes any key as `key.p8`, for stores of tests that accept all.
  static func writeKey(to folder: URL) throws {
    let file = folder.appending(path: "key.p8")
    let key = try Vectors.pki().leafKey.base64EncodedString()
    try Data("-----BEGIN PRIVATE KEY-----\n\(key)\n-----END PRIVATE KEY-----\n".utf8).write(
      to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path())
  }

  /// Returns a subscription that begins now, as the store signs it.
  func purchase() throws -> String {
    let store = try TestStore()
    return try store.jws(of: store.transactionMembers(transaction))
  }

  /// Returns the notification that the App Store posts of it.
  func notification() throws -> String {
    try TestStore().notificationText(
      "SUBSCRIBED", subtype: "INITIAL_BUY", transaction: transaction,
      members: ["signedDate": transaction["signedDate"] ?? .null])
  }

  private var transaction: [String: JSON] {
    let moment = Int64(now.timeIntervalSince1970) * 1000
    return [
      "transactionId": .text(Self.originalTransactionId),
      "originalTransactionId": .text(Self.originalTransactionId),
      "appTransactionId": "704000000000010001", "productId": "pro_monthly",
      "subscriptionGroupIdentifier": "21504291", "type": "Auto-Renewable Subscription",
      "inAppOwnershipType": "PURCHASED", "transactionReason": "PURCHASE",
      "purchaseDate": .integer(moment - 60_000),
      "originalPurchaseDate": .integer(moment - 60_000),
      "expiresDate": .integer(moment + 2_592_000_000), "signedDate": .integer(moment - 60_000),
      "price": 9990, "currency": "USD", "quantity": 1,
    ]
  }
}
