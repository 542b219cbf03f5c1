/// The purchases of one product, on one billing plan, by each variant's persons after exposure.
package struct ProductPurchases: Hashable, Sendable {
  package var product: String
  /// Apple's word, such as `MONTHLY`; `nil` for what is paid at once.
  package var billingPlan: String?
  /// In the order of the variants.
  package var arms: [Arm]

  /// For people: `pro_yearly`, `pro_yearly (MONTHLY)`.
  package var name: String { billingPlan.map { "\(product) (\($0))" } ?? product }

  package struct Arm: Hashable, Sendable {
    package var variant: String
    /// Purchases and trials that began.
    package var started: Int
    /// The free trials among `started`.
    package var trials: Int
    /// Paid transactions, renewals too.
    package var paid: Int
    package var refunded: Int
    /// Milliunits of the base, refunds and commission taken off.
    package var proceeds: Int64
  }
}
