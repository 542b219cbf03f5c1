/// The spread of the payers' money: a goal of money varies by it, and by who pays at all.
package struct PayerAmounts: Hashable, Sendable {
  /// The mean of the squares over the square of the mean; 1 if all pay the same.
  package let spread: Double

  /// Amounts in any unit, each with how often it is paid; `nil` without a positive one.
  package init?(_ amounts: [(amount: Double, weight: Double)]) {
    let paid = amounts.filter { $0.amount > 0 && $0.weight > 0 }
    let count = paid.reduce(0) { $0 + $1.weight }
    let mean = paid.reduce(0) { $0 + $1.amount * $1.weight } / count
    let square = paid.reduce(0) { $0 + $1.amount * $1.amount * $1.weight } / count
    guard !paid.isEmpty, mean.isFinite, square.isFinite else { return nil }
    spread = square / (mean * mean)
  }
}
