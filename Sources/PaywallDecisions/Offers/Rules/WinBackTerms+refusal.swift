import PaywallCatalog

extension WinBackTerms {
  /// Our copy of the terms in App Store Connect. Apple counts in months and decides; this check
  /// refuses only what no length of a month could allow.
  func refusal(of group: GroupFacts, _ offerId: String, at now: Timestamp) -> EligibilityReason? {
    if let paidFor, group.paidDays < paidFor.shortestDays { return .paidTooShort }
    if let lapsedDays = group.lapsedDays {
      if let lapsedAtLeast, lapsedDays < lapsedAtLeast.shortestDays { return .lapsedTooShort }
      if let lapsedAtMost, lapsedDays > lapsedAtMost.longestDays { return .lapsedTooLong }
    }
    if let sinceLast, let end = group.winBackEnds[offerId],
      now.days(since: end) < sinceLast.shortestDays
    {
      return .wonBackTooRecently
    }
    return nil
  }
}

extension Period {
  fileprivate var shortestDays: Int { months * 28 + days + seconds / 86_400 }

  fileprivate var longestDays: Int { months * 31 + days + (seconds + 86_399) / 86_400 }
}
