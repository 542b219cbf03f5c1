package import PaywallCatalog

extension TransactionFact {
  /// From a moment on, so much of the price has been given back in all.
  package struct Return: Hashable, Sendable {
    package var at: Timestamp
    package var share: Share
  }

  /// The refunded shares of the price, the earliest first; each is more than the one before.
  /// Refunded seats are a share of the bought seats (AppleFacts.md § 3).
  package var returns: [Return] {
    guard revocationDate != nil || !seatRevocations.isEmpty, isOwn else { return [] }
    var returns = seatReturns
    if let revocationDate, !revokedShare.isNone {
      // All seats are revoked then, and the percentage says what they gave back.
      returns.removeAll { $0.share.isAll }
      returns.append(Return(at: revocationDate, share: revokedShare))
    }
    returns.sort { ($0.at, $0.share) < ($1.at, $1.share) }
    return returns.reduce(into: []) { kept, next in
      if next.share > kept.last?.share ?? .none { kept.append(next) }
    }
  }

  /// When access ended: at the revocation, or when a copy first said that no seat is left.
  package var revokedAt: Timestamp? {
    if let revocationDate { return revocationDate }
    return isOwn ? seatReturns.first { $0.share.isAll }?.at : nil
  }

  /// A refund of all seats gave back less than those that were refunded before it.
  package var isRefundBelowItsSeats: Bool {
    guard !revokedShare.isNone, let share = seatReturns.last(where: { !$0.share.isAll })?.share
    else { return false }
    return revokedShare < share
  }

  /// Returns the share that was refunded by a moment.
  package func returned(at now: Timestamp) -> Share {
    returns.last { $0.at <= now }?.share ?? .none
  }

  /// The share that was refunded by the newest copy.
  package var returnedInAll: Share { returns.last?.share ?? .none }

  /// The share that a revocation gives back: nothing if it is no refund. A refund of seats is none.
  package var revokedShare: Share {
    guard revocationDate != nil, isOwn else { return .none }
    switch revocationType?.known {
    case .familyRevoke, .assignmentRevoke: return .none
    case .refundFull: return .all
    case .refundProrated: return revokedPercentage
    case nil: return isRefund ? revokedPercentage : .none
    }
  }

  /// Access ended for a reason that is unknown here, such as a switch to a bundle. No money is given
  /// back then, because neither type nor reason nor a notification says that it was refunded.
  package var isRevocationNotUnderstood: Bool {
    revocationDate != nil && isOwn && revocationType?.known == nil && !isRefund
  }

  /// The raw type and reason of a revocation that is not understood: `type 'X', reason 2`.
  package var revocationWords: String {
    let words = [
      revocationType.map { "type '\($0.raw)'" }, revocationReason.map { "reason \($0)" },
    ].compactMap(\.self)
    return words.isEmpty ? "no type and no reason" : words.joined(separator: ", ")
  }

  /// Reason 0 or 1, or a `REFUND` notification.
  private var isRefund: Bool {
    revocationReason == 0 || revocationReason == 1
      || (refundedAt != nil && refundedAt == revocationDate)
  }

  private var revokedPercentage: Share {
    revocationPercentage.map { Share(thousandthsOfPercent: $0) } ?? .all
  }

  /// The refunds of seats that the newest copy still names: a reversal gives all back.
  private var seatReturns: [Return] {
    guard let revoked = seats?.revoked, let quantity, quantity > 0 else { return [] }
    return seatRevocations.filter { $0.quantity <= revoked }.map {
      Return(at: $0.at, share: Share(Int64($0.quantity), of: Int64(quantity)))
    }
  }

  /// The seats that were bought and not revoked by a moment; `nil` if the number is unknown.
  package func seatsHeld(at now: Timestamp) -> Int? {
    guard seats != nil, let quantity, quantity > 0 else { return nil }
    if let revokedAt, revokedAt <= now { return 0 }
    let revoked = seatRevocations.last { $0.at <= now && $0.quantity <= seats?.revoked ?? 0 }
    return max(quantity - (revoked?.quantity ?? 0), 0)
  }
}
