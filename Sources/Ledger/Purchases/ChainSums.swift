/// Sums of the purchase chains of a range of customers, which differ if a chain has come or gone, or has
/// another owner.
package struct ChainSums: Hashable, Sendable {
  /// The numbers of customers in a range, and a prime that keeps sums of such a range in 64 bits.
  package static let (width, modulus): (Int64, Int64) = (1024, 1_000_003)

  package var count: Int64 = 0
  package var owners: Int64 = 0
  package var products: Int64 = 0

  package init(count: Int64 = 0, owners: Int64 = 0, products: Int64 = 0) {
    self.count = count
    self.owners = owners
    self.products = products
  }

  init(_ purchases: CustomerPurchases) {
    self.init(
      count: Int64(purchases.chains.count),
      owners: Int64(purchases.chains.count) * purchases.customer,
      products: purchases.chains.reduce(0) { $0 + $1 % Self.modulus * purchases.customer })
  }

  static func + (left: Self, right: Self) -> Self {
    Self(
      count: left.count + right.count, owners: left.owners + right.owners,
      products: left.products + right.products)
  }
}
