/// A part of a transaction that is unknown here or contradicts itself. It is kept, and no money or
/// state rests on it.
package struct FactProblem: Hashable, Sendable {
  package enum Code: String, CaseIterable, Sendable {
    case revocationNotUnderstood, seatsContradictory, commitmentContradictory
  }

  package var code: Code
  /// In words, with Apple's raw values.
  package var words: String
}

extension TransactionFact {
  package var problems: [FactProblem] {
    var problems: [FactProblem] = []
    if isRevocationNotUnderstood {
      problems.append(
        FactProblem(
          code: .revocationNotUnderstood,
          words: "not refunded, because a revocation of \(revocationWords) is unknown"))
    }
    if let problem = seatProblem {
      problems.append(FactProblem(code: .seatsContradictory, words: problem.words))
    }
    if let commitment, commitment.isContradictory {
      problems.append(
        FactProblem(
          code: .commitmentContradictory, words: "no commitment has \(commitment.words)"))
    }
    return problems
  }
}

extension SeatProblem {
  fileprivate var words: String {
    switch self {
    case .quantity: "price unknown, because the number of seats is missing or below 1"
    case .tier: "price unknown, because a price or quantity of its seats is missing or invalid"
    case .tierQuantities: "price unknown, because the tiers have another number of seats"
    case .averagePrice: "price unknown, because the tiers have another average than the price"
    case .revokedQuantity: "the number of refunded seats is invalid, or above those bought"
    case .revokedShare: "the percentage refunded is less than the seats that were refunded before"
    }
  }
}

extension Commitment {
  /// `period 3 of 12`.
  package var words: String {
    let place = [billingPeriodNumber, totalBillingPeriods].map { $0.map(String.init) ?? "?" }
    return "period \(place[0]) of \(place[1])"
  }
}
