import Foundation

/// A customer by number: the same number has the same ids in every run, and texts of the same day
/// are the same.
struct MadeCustomer {
  let number: Int
  /// The number of monthly transactions, the newest ten days old.
  let purchases: Int
  /// Milliseconds since 1970: the start of this UTC day.
  let today: Int64

  static let month: Int64 = 30 * 86_400_000
  static let product = "com.example.paywall.premium.monthly"

  init(_ number: Int, purchases: Int = 1) {
    self.number = number
    self.purchases = purchases
    today = Int64(Date().timeIntervalSince1970) / 86_400 * 86_400_000
  }

  var appTransactionId: String { "704\(String(500_000_000_000_000 + number))" }
  var originalTransactionId: String { transactionId(0) }

  func transactionId(_ index: Int) -> String { String(450_000_000_000_000 + number * 1000 + index) }

  func purchased(_ index: Int) -> Int64 {
    today - 10 * 86_400_000 - Int64(purchases - 1 - index) * Self.month
      + Int64(number % 80_000) * 1000
  }

  func transaction(_ index: Int) -> String {
    let at = purchased(index)
    return """
      {"transactionId":"\(transactionId(index))","originalTransactionId":"\(originalTransactionId)",\
      "webOrderLineItemId":"\(transactionId(index + 500))","bundleId":"com.example.paywall",\
      "productId":"\(Self.product)","subscriptionGroupIdentifier":"21500001",\
      "purchaseDate":\(at),"originalPurchaseDate":\(purchased(0)),"expiresDate":\(at + Self.month),\
      "quantity":1,"type":"Auto-Renewable Subscription","inAppOwnershipType":"PURCHASED",\
      "signedDate":\(at + 2000),"environment":"Production",\
      "transactionReason":"\(index == 0 ? "PURCHASE" : "RENEWAL")","storefront":"USA",\
      "storefrontId":"143441","price":9990,"currency":"USD",\
      "appTransactionId":"\(appTransactionId)","appAccountToken":"\(uuid(1))"}
      """
  }

  /// Renewal is turned off, so that an offer can be made to the customer.
  var renewalInfo: String {
    let at = purchased(purchases - 1)
    return """
      {"originalTransactionId":"\(originalTransactionId)","productId":"\(Self.product)",\
      "autoRenewProductId":"\(Self.product)","autoRenewStatus":0,"signedDate":\(at + 2000),\
      "environment":"Production","recentSubscriptionStartDate":\(purchased(0)),\
      "renewalDate":\(at + Self.month),"appTransactionId":"\(appTransactionId)",\
      "appAccountToken":"\(uuid(1))"}
      """
  }

  /// SUBSCRIBED, with the first transaction and the renewal info.
  func notification(by signer: StoreSigner) throws -> String {
    try signer.sign(
      """
      {"notificationType":"SUBSCRIBED","subtype":"INITIAL_BUY","notificationUUID":"\(uuid(2))",\
      "version":"2.0","signedDate":\(purchased(0) + 3000),"data":{"environment":"Production",\
      "bundleId":"com.example.paywall","bundleVersion":"142","appAppleId":6700000001,"status":1,\
      "signedTransactionInfo":"\(try signer.sign(transaction(0)))",\
      "signedRenewalInfo":"\(try signer.sign(renewalInfo))"}}
      """)
  }

  /// Apple's question what to show before a cancellation, asked now.
  func realtimeRequest(by signer: StoreSigner) throws -> String {
    try signer.sign(
      """
      {"originalTransactionId":"\(originalTransactionId)","appAppleId":6700000001,\
      "productId":"\(Self.product)","userLocale":"en-US","requestIdentifier":"\(uuid(3))",\
      "environment":"Production","signedDate":\(Int64(Date().timeIntervalSince1970 * 1000))}
      """)
  }

  /// Returns an id as irregular as a real one, so that nothing compresses it better.
  func uuid(_ purpose: UInt64) -> String {
    var state = UInt64(number) &* 8 &+ purpose
    let (a, b) = (Self.mixed(&state), Self.mixed(&state))
    let hex = [a, b].map { value in
      let text = String(value, radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }.joined()
    var rest = Substring(hex)
    return [8, 4, 4, 4, 12].map { length in
      defer { rest = rest.dropFirst(length) }
      return String(rest.prefix(length))
    }.joined(separator: "-")
  }

  /// SplitMix64.
  private static func mixed(_ state: inout UInt64) -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
