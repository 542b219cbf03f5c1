/// A part of an amount, 0…1, as a fraction: thousandths of a percent, or seats of all seats. It is
/// rounded once, where an amount is multiplied by it.
package struct Share: Sendable {
  package let part: Int64
  /// At least 1.
  package let whole: Int64

  /// Less than nothing is nothing, and more than everything is everything.
  package init(_ part: Int64, of whole: Int64) {
    self.whole = max(whole, 1)
    self.part = min(max(part, 0), self.whole)
  }

  package static let none = Share(0, of: 1)
  package static let all = Share(1, of: 1)

  package init(thousandthsOfPercent part: Int) { self.init(Int64(clamping: part), of: 100_000) }

  package var isNone: Bool { part == 0 }
  package var isAll: Bool { part == whole }
  /// The share that is left.
  package var rest: Share { Share(whole - part, of: whole) }

  /// So much of an amount, rounded towards 0.
  package func of(_ amount: Int64) -> Int64 {
    whole.dividingFullWidth(amount.multipliedFullWidth(by: part)).quotient
  }

  /// Rounded to the nearest.
  package var thousandthsOfPercent: Int {
    let (all, rest) = whole.dividingFullWidth(part.multipliedFullWidth(by: 100_000))
    return Int(clamping: rest >= whole - rest ? all + 1 : all)
  }
}

extension Share: Comparable, Hashable {
  package static func < (left: Share, right: Share) -> Bool {
    left.times(right) < right.times(left)
  }

  package static func == (left: Share, right: Share) -> Bool {
    left.times(right) == right.times(left)
  }

  /// The part of this one in units of the product of both wholes.
  private func times(_ other: Share) -> (high: Int64, low: UInt64) {
    let (high, low) = part.multipliedFullWidth(by: other.whole)
    return (high, low)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(thousandthsOfPercent) }
}
