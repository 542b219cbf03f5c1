extension PaywallCustomer {
  /// A purchase that does not renew and was not refunded: coins, a lifetime purchase, a pass.
  ///
  /// Credit coins on your server, which sees the transaction: two purchases of a product look alike
  /// here.
  public struct CompletedPurchase: Hashable, Codable, Sendable {
    /// The product that was bought.
    public var product: String
    /// The number that was bought at once. `nil` if the App Store sent no valid number.
    public var quantity: Int?

    /// A purchase that does not renew.
    public init(product: String, quantity: Int? = 1) {
      self.product = product
      self.quantity = quantity
    }

    init?(_ json: JSONValue) {
      guard let product = json["product"]?.string else { return nil }
      self.init(product: product, quantity: json["quantity"]?.int)
    }
  }
}
