import PaywallCatalog

// Dates are milliseconds since 1970. Dates before that or after the year 9999 count as missing.
extension JSONObject {
  /// A date; in a text of the App Store it must be written as an integer of 64 bits.
  func date(_ name: String) throws(Distrust) -> Timestamp? {
    hasStrictDates ? try milliseconds(name).flatMap(Self.timestamp) : lenientDate(name)
  }

  /// A date, also one written with a fraction of zero or an exponent; anything else counts as
  /// missing.
  func lenientDate(_ name: String) -> Timestamp? { integer(name).flatMap(Self.timestamp) }

  /// Refuses a signing date that is invalid, before 1970, or too far ahead of our clock. Wrong
  /// clocks are off by less than a day; a text from the future would stay the newest one.
  func checkDate(_ name: String, at now: Timestamp) throws(Distrust) {
    guard let signed = try milliseconds(name), name == "signedDate" else { return }
    guard signed >= 0 else { throw Distrust(.badDate, "\(name) is before 1970") }
    guard signed <= now.adding(milliseconds: Self.mostAhead).milliseconds else {
      throw Distrust(signedInFuture: Timestamp(milliseconds: signed))
    }
  }

  private func milliseconds(_ name: String) throws(Distrust) -> Int64? {
    guard !lacks(name) else { return nil }
    guard let milliseconds = plainInteger(name) else {
      throw Distrust(.badDate, "\(name) is no whole number of milliseconds in 64 bits")
    }
    return milliseconds
  }

  private static func timestamp(_ milliseconds: Int64) -> Timestamp? {
    dates.contains(milliseconds) ? Timestamp(milliseconds: milliseconds) : nil
  }

  private static let dates: ClosedRange<Int64> = 0...253_402_300_799_999
  private static let mostAhead: Int64 = 24 * 60 * 60 * 1000
}
