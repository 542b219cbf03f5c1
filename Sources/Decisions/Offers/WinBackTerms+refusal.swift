import Catalog
import Subscribers

extension WinBackTerms {
  /// Our mirror of what App Store Connect asks. Apple counts in months and decides; the mirror
  /// refuses only what no length of a month could allow. Waiting times between offers are not
  /// among the facts and refuse nobody.
  func refusal(of group: GroupFacts) -> EligibilityReason? {
    if let paidFor, group.paidDays < paidFor.shortestDays { return .paidTooShort }
    guard let lapsedDays = group.lapsedDays else { return nil }
    if let lapsedAtLeast, lapsedDays < lapsedAtLeast.shortestDays { return .lapsedTooShort }
    if let lapsedAtMost, lapsedDays > lapsedAtMost.longestDays { return .lapsedTooLong }
    return nil
  }
}

extension Period {
  fileprivate var shortestDays: Int { months * 28 + days + seconds / 86_400 }

  fileprivate var longestDays: Int { months * 31 + days + (seconds + 86_399) / 86_400 }
}
