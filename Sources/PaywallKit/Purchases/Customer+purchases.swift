extension Customer {
  /// Something bought that does not renew and was not refunded: coins, a lifetime purchase, a pass.
  ///
  /// Credit coins on your server, which sees the transaction: here two purchases of a product look
  /// alike.
  public struct Purchase: Hashable, Codable, Sendable {
    /// The product that was bought.
    public var product: String
    /// How many were bought at once. `nil` if what the App Store sent makes no sense.
    public var quantity: Int?

    /// Something bought that does not renew.
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
