#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// UNIX time in the two units that Apple's formats use.
enum UnixTime {
  /// The first second of the year 10000.
  static let end: Int64 = 253_402_300_800

  /// Whole milliseconds, rounded: a `Date` is not exact.
  static func milliseconds(_ date: Date) throws(OfferSigningError) -> Int64 {
    let seconds = date.timeIntervalSince1970
    guard seconds >= 0, seconds < Double(end) else { throw .timestampOutOfRange }
    return Int64((seconds * 1_000).rounded())
  }

  /// Whole seconds, rounded down.
  static func seconds(_ date: Date) throws(OfferSigningError) -> Int64 {
    try milliseconds(date) / 1_000
  }

  /// Whole milliseconds, clamped to `Int64`: for comparing, not for signing.
  static func clamped(_ date: Date) -> Int64 {
    let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
    return Int64(exactly: milliseconds) ?? (milliseconds < 0 ? .min : .max)
  }
}
