package import HTTPDocuments
package import PaywallCatalog

/// Reads changes of a clock.
package enum ClockReader {
  package enum Move: Hashable, Sendable {
    case by(Period)
    case to(Timestamp)
  }

  /// `by`, a length such as `P1M` or `1 month`, or `to`, a time.
  package static func move(_ body: inout MemberReader) throws -> Move {
    switch (try body.text("by"), try body.text("to")) {
    case (let length?, nil):
      guard let period = Period(words: length) else {
        throw Problem("by", mustBe: "a length such as '1 month', P1M or PT24H")
      }
      return .by(period)
    case (nil, let time?):
      guard let moment = Timestamp(rfc3339: time) else {
        throw Problem("to", mustBe: "a time such as 2026-12-01T09:00:00Z")
      }
      return .to(moment)
    default:
      throw Problem(.missingMember, "The body needs 'by', a duration, or 'to', a time.")
    }
  }

  /// Up to ten years an hour.
  static let mostRate: Int64 = 100_000

  static func rate(_ body: inout MemberReader) throws -> Double {
    let rate = try body.whole("rate", "0 to \(mostRate)")
    guard (0...Int(mostRate)).contains(rate) else {
      throw Problem("rate", mustBe: "a whole number from 0 to \(mostRate)")
    }
    return Double(rate)
  }
}
