import ExperimentResults
import TestSupport

/// A variant with a trial against a control without one, looked at before all trials ended: 4.0 % of
/// the control pay at once; of the variant 6 % start a trial, and 70 % of them pay when it ends, 4.2 %.
struct TrialTrap {
  /// Visitors of both arms, who arrive evenly in `days`.
  var visitors = 12_000
  var days: Int64 = 14

  static let truth = 0.05
  static let trial = 7 * Maturity.day
  static let control = 0.04
  static let variant = 0.06 * 0.7

  /// The persons whose window has closed: that of the trial, and a day for late facts.
  static let window = Maturity(window: trial + Maturity.day)
  /// The persons who could have paid at all, without the day for late facts.
  static let leastWindow = Maturity(window: trial + 1)

  struct Seen {
    /// The comparison that results show.
    var mature: Comparison
    /// The most that any count of mature persons could use.
    var ideal: Comparison
    /// Everybody, as of now.
    var naive: Comparison
  }

  func run(_ numbers: inout SplitMix) -> Seen {
    let a = arm(Self.control, payingAfter: 0, &numbers)
    let b = arm(Self.variant, payingAfter: Self.trial, &numbers)
    func compared(_ sums: (Sums) -> Moments) -> Comparison {
      Comparison(.proportion, control: sums(a), variant: sums(b))
    }
    return Seen(mature: compared(\.mature), ideal: compared(\.ideal), naive: compared(\.naive))
  }

  private struct Sums {
    var mature: Moments
    var ideal: Moments
    var naive: Moments
  }

  private func arm(_ rate: Double, payingAfter delay: Int64, _ numbers: inout SplitMix) -> Sums {
    let (now, count) = (days * Maturity.day, visitors / 2)
    func arrival(_ index: Int) -> Int64 { Int64(index) * now / Int64(count) }
    let payers = Array(Payers(rate: rate, of: count, &numbers))
    func counted(_ maturity: Maturity) -> Moments {
      func isCounted(_ index: Int) -> Bool {
        maturity.isMature(exposedAt: arrival(index), at: now)
      }
      let paid = payers.filter {
        isCounted($0) && maturity.contains(arrival($0) + delay, exposedAt: arrival($0))
      }
      return Moments(units: (0..<count).count(where: isCounted), successes: paid.count)
    }
    let paid = payers.count { arrival($0) + delay <= now }
    return Sums(
      mature: counted(Self.window), ideal: counted(Self.leastWindow),
      naive: Moments(units: count, successes: paid))
  }
}
