/// The order number on a customer's receipt. Apple's are opaque; here one is made of the
/// `webOrderLineItemId`, so that an order has one transaction and is found without a search.
enum OrderId {
  static func text(of lineItem: String) -> String {
    // Ids of this world are numbers.
    "M" + String(UInt64(lineItem) ?? 0, radix: 36, uppercase: true)
  }

  static func lineItem(of orderId: String) -> String? {
    guard orderId.first == "M", let number = UInt64(orderId.dropFirst(), radix: 36) else {
      return nil
    }
    return String(number)
  }
}

extension StoreTransaction {
  /// The order number on the customer's receipt.
  package var orderId: String { OrderId.text(of: webOrderLineItemId) }
}
