import LocalAppStore
import PaywallCatalog
import PaywallTextCoding

/// Reads and judges consumption information by Apple's rules.
enum ConsumptionReader {
  private static let everything: Int64 = 100_000

  /// - Parameter type: of the product that was bought.
  static func answer(
    _ body: AppleBody, about type: ProductType
  ) throws(AppleError) -> ConsumptionAnswer {
    guard try body.flag("customerConsented", or: .invalidCustomerConsented) == true else {
      throw .invalidCustomerConsented
    }
    guard let delivery = try body.text("deliveryStatus", or: .invalidDeliveryStatus),
      deliveries.contains(delivery)
    else { throw .invalidDeliveryStatus }
    guard try body.flag("sampleContentProvided", or: .invalidSampleContent) != nil else {
      throw .invalidSampleContent
    }
    var preference: RefundPreference?
    if let word = try body.text("refundPreference", or: .invalidRefundPreference) {
      preference = RefundPreference(rawValue: word)
      guard preference != nil else { throw .invalidRefundPreference }
    }
    let answer = ConsumptionAnswer(
      isDelivered: delivery == deliveries[0],
      consumedPercentage: try body.whole(
        "consumptionPercentage", 0...everything, or: .badRequest),
      preference: preference)
    try check(answer, about: type)
    return answer
  }

  private static let deliveries = [
    "DELIVERED", "UNDELIVERED_QUALITY_ISSUE", "UNDELIVERED_WRONG_ITEM",
    "UNDELIVERED_SERVER_OUTAGE", "UNDELIVERED_OTHER",
  ]

  private static func check(
    _ answer: ConsumptionAnswer, about type: ProductType
  ) throws(AppleError) {
    if type == .autoRenewable {
      guard answer.consumedPercentage == nil else { throw .percentageOfSubscription }
      return
    }
    let consumed = answer.consumedPercentage ?? 0
    guard answer.isDelivered || consumed == 0 else { throw .badRequest }
    if answer.preference == .grantProrated, !(1..<Int(everything)).contains(consumed) {
      throw .badRequest
    }
  }

  /// The twelve fields of version 1.
  static func firstVersion(
    _ body: AppleBody, about type: ProductType
  ) throws(AppleError) -> ConsumptionAnswer {
    guard type == .consumable || type == .autoRenewable else {
      throw .transactionTypeNotSupported
    }
    guard try body.flag("customerConsented", or: .invalidCustomerConsented) == true else {
      throw .invalidCustomerConsented
    }
    let consumption = try body.required("consumptionStatus", 0...3, or: .invalidConsumptionStatus)
    _ = try body.required("platform", 0...2, or: .invalidPlatform)
    guard try body.flag("sampleContentProvided", or: .invalidSampleContent) != nil else {
      throw .invalidSampleContent
    }
    let delivery = try body.required("deliveryStatus", 0...5, or: .invalidDeliveryStatus)
    guard let token = try body.text("appAccountToken", or: .invalidAppAccountToken),
      token.isEmpty || token.isUUID
    else { throw .invalidAppAccountToken }
    _ = try body.required("accountTenure", 0...7, or: .invalidAccountTenure)
    _ = try body.required("playTime", 0...7, or: .invalidPlayTime)
    _ = try body.required("lifetimeDollarsRefunded", 0...7, or: .invalidDollarsRefunded)
    _ = try body.required("lifetimeDollarsPurchased", 0...7, or: .invalidDollarsPurchased)
    _ = try body.required("userStatus", 0...4, or: .invalidUserStatus)
    let preference = try body.whole("refundPreference", 0...3, or: .invalidRefundPreference)
    return ConsumptionAnswer(
      isDelivered: delivery == 0,
      consumedPercentage: consumption == 3 ? Int(everything) : nil,
      preference: preference == 1 ? .grantFull : preference == 2 ? .decline : nil)
  }
}
