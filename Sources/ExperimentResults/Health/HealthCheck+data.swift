import SystemLibrary

extension HealthCheck {
  /// Persons who saw several variants. They keep their first one, so a few of them only make effects
  /// smaller; many of them are a fault of the app or of identities.
  package static func conflicts(_ conflicted: Int, of units: Int) -> HealthCheck {
    guard units > 0 else { return HealthCheck(.conflicts, .unknown, "There are no people yet.") }
    let share = Double(conflicted) / Double(units)
    let count =
      "\(Wording.count(conflicted)) of \(Wording.count(units)) people saw several variants"
    let state: State =
      conflicted < leastConflicts || share < 0.01
      ? .healthy : share < brokenConflicts ? .warning : .broken
    return HealthCheck(.conflicts, state, value: share, "\(count) (\(Wording.percent(share))).")
  }

  /// Below this number a share says nothing (GrowthBook).
  package static let leastConflicts = 10
  /// A share of 1 % is a warning (GrowthBook); with 5 % an effect looks 5 % smaller than it is.
  package static let brokenConflicts = 0.05

  /// Paid purchases that add nothing to money, because their price or the rate of its currency is
  /// unknown. `nil` without purchases.
  ///
  /// - Parameter persons: the persons who made them.
  package static func missingRates(
    _ missing: Int, of purchases: Int, persons: Int
  ) -> HealthCheck? {
    guard purchases > 0 else { return nil }
    let share = Double(missing) / Double(purchases)
    let state: State =
      share < leastMissingRates
      ? .healthy
      : share < brokenMissingRates || persons < leastWithoutRates ? .warning : .broken
    let of = "\(Wording.count(missing)) of \(Wording.count(purchases)) purchases"
    let who = "\(Wording.count(persons)) \(persons == 1 ? "person" : "people")"
    return HealthCheck(
      .missingRates, state, value: share,
      state == .healthy
        ? "\(of) have no rate."
        : "\(of) (\(Wording.percent(share))), of \(who), have no rate and add nothing to money; add the rate to Paywalls/store/rates.yaml."
    )
  }

  /// A share of 1 % is a warning; with 5 % the money of a variant may be that of others.
  package static let leastMissingRates = 0.01
  package static let brokenMissingRates = 0.05
  /// Fewer persons are no part of an experiment that decides: their money is shown apart.
  package static let leastWithoutRates = 10

  /// Persons whose window has not closed. They are no fault: they wait, and are not counted.
  package static func immatureShare(waiting: Int, of units: Int) -> HealthCheck {
    guard units > 0 else {
      return HealthCheck(.immatureShare, .unknown, "There are no people yet.")
    }
    let share = Double(waiting) / Double(units)
    let count =
      "\(Wording.count(waiting)) of \(Wording.count(units)) people wait for their window to close"
    return HealthCheck(
      .immatureShare, share > largestImmatureShare ? .warning : .healthy, value: share, "\(count).")
  }

  /// Above this share the counted persons are the minority that came first.
  package static let largestImmatureShare = 0.5

  /// Whether facts of the App Store still arrive: with n facts a day until the newest one, a silence of t
  /// days has the probability e^−nt. Below a day nights explain it.
  ///
  /// - Parameters:
  ///   - silence: seconds since the newest fact arrived.
  ///   - factsPerDay: of the last notifications before it; 0 if that is unknown.
  package static func staleLedger(silence: Double, factsPerDay: Double) -> HealthCheck {
    guard factsPerDay > 0 else {
      return HealthCheck(
        .staleLedger, .unknown, "Too few facts of the App Store have arrived to say how often.")
    }
    let days = silence / 86_400
    let p = exp(-factsPerDay * days)
    let state: State = days < 1 || p >= SampleRatio.threshold ? .healthy : .broken
    let age = days < 2 ? "\(Wording.count(silence / 3600)) h" : "\(Wording.count(days)) days"
    return HealthCheck(
      .staleLedger, state, p: p, value: silence,
      state == .healthy
        ? "The newest fact of the App Store is \(age) old."
        : "No fact of the App Store has arrived for \(age); there were \(Wording.count(factsPerDay)) a day."
    )
  }
}
