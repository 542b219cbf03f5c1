import PaywallCatalog
import Subscribers

extension TransactionFact {
  /// Returns seats, commitment, bundle, and details that are unknown or contradict each other.
  ///
  /// - Parameter addsSeats: true if they were added to a period that ran.
  func termWords(addsSeats: Bool) -> [String] {
    var words: [String] = []
    if seats != nil, let quantity {
      words.append("\(quantity) \(quantity == 1 ? "seat" : "seats")\(addsSeats ? " added" : "")")
    }
    if seatProblem != .revokedQuantity, let revoked = seats?.revoked, revoked > 0 {
      let at = seatRevocations.last { $0.quantity == revoked }.map { " \($0.at.rfc3339)" } ?? ""
      words.append("\(revoked) refunded\(at)")
    }
    if let commitment, !commitment.isContradictory {
      words.append("\(commitment.words) of a commitment")
    }
    if let product = bundle?.productId { words.append("in the bundle \(product)") }
    if let previous = previousOriginalTransactionId { words.append("continues \(previous)") }
    return words + problems.map(\.words)
  }
}
