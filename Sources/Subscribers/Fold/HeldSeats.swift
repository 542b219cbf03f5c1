/// The seats of a multiseat subscription in its present period.
package struct HeldSeats: Hashable, Sendable {
  /// Bought and not revoked, those that were added included; `nil` if Apple's numbers contradict.
  package var held: Int?
  /// How many renew; `nil` if Apple has not said so.
  package var renewing: Int?
}

extension SubscriptionFold {
  /// The seats of a period and of what was added to it.
  func seats(of period: BillingPeriod, _ told: RenewalFact?) -> HeldSeats? {
    guard period.hasSeats, period.isOwn else { return nil }
    let held = periods.reduce(Int?(0)) { sum, other in
      guard other.hasSeats, other.isOwn, !other.isUpgraded, other.start <= now,
        other.expires == period.expires
      else { return sum }
      guard let sum, let held = transactions[other.index].seatsHeld(at: now) else { return nil }
      let (total, isTooLarge) = sum.addingReportingOverflow(held)
      return isTooLarge ? nil : total
    }
    return HeldSeats(held: held, renewing: told?.renewalQuantity)
  }
}
