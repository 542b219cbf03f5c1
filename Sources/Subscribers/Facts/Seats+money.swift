/// A contradiction in a multiseat purchase. The purchase is kept, and its money is unknown, except
/// that seats beyond those bought count as all of them.
package enum SeatProblem: String, CaseIterable, Sendable {
  /// A number of seats is missing, 0 or negative.
  case quantity
  /// A tier has no price or quantity, or a negative one, or the sum does not fit 64 bits.
  case tier
  /// The tiers have more or fewer seats than the purchase.
  case tierQuantities
  /// The average of the tiers is another price than Apple's.
  case averagePrice
  /// More seats are revoked than were bought, or fewer than none.
  case revokedQuantity
  /// A refund of all seats is less than those that were refunded before it.
  case revokedShare
}

extension Seats {
  /// Returns the price of all seats in milliunits: Σ tier price × tier quantity, of revoked seats
  /// too; without tiers, every seat costs the average. `nil` if it is unknown or contradicts
  /// itself.
  ///
  /// - Parameter isFree: the period is a free trial, whose tiers name the price after it.
  package func amount(of quantity: Int?, isFree: Bool) -> Int64? {
    if isFree, averagePrice == 0 { return 0 }
    return try? amount(of: quantity).get()
  }

  /// Returns the first contradiction; `nil` if there is none.
  package func problem(of quantity: Int?, isFree: Bool) -> SeatProblem? {
    if case .failure(let mistake) = amount(of: quantity), !isFree || averagePrice != 0 {
      return mistake.problem
    }
    guard let revoked else { return nil }
    return revoked < 0 || quantity.map { revoked > $0 } ?? (revoked > 0) ? .revokedQuantity : nil
  }

  private struct Mistake: Error {
    let problem: SeatProblem
  }

  private func amount(of quantity: Int?) -> Result<Int64?, Mistake> {
    guard let quantity, quantity > 0 else { return .failure(Mistake(problem: .quantity)) }
    guard !tiers.isEmpty else {
      guard let averagePrice else { return .success(nil) }
      let (sum, overflows) = averagePrice.multipliedReportingOverflow(by: Int64(quantity))
      return overflows ? .failure(Mistake(problem: .tier)) : .success(sum)
    }
    var (sum, seats) = (Int64(0), Int64(0))
    for tier in tiers {
      guard let price = tier.price, let count = tier.quantity, price >= 0, count >= 0,
        let money = price.multiplied(by: Int64(count)), let total = sum.adding(money),
        let all = seats.adding(Int64(count))
      else { return .failure(Mistake(problem: .tier)) }
      (sum, seats) = (total, all)
    }
    guard seats == Int64(quantity) else { return .failure(Mistake(problem: .tierQuantities)) }
    // Apple rounds the average, by less than a milliunit a seat.
    if let averagePrice {
      guard let product = averagePrice.multiplied(by: seats), let difference = sum.adding(-product),
        difference > -seats, difference < seats
      else { return .failure(Mistake(problem: .averagePrice)) }
    }
    return .success(sum)
  }
}

// `nil` if the result does not fit.
extension Int64 {
  fileprivate func multiplied(by other: Int64) -> Int64? {
    let (product, overflows) = multipliedReportingOverflow(by: other)
    return overflows || product == .min ? nil : product
  }

  fileprivate func adding(_ other: Int64) -> Int64? {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? nil : sum
  }
}

extension TransactionFact {
  /// The contradiction in its seats; `nil` if there is none, and for any other purchase.
  package var seatProblem: SeatProblem? {
    seats?.problem(of: quantity, isFree: offerDiscount?.known == .freeTrial)
      ?? (isRefundBelowItsSeats ? .revokedShare : nil)
  }
}
