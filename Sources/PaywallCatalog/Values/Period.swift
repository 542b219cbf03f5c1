/// An ISO 8601 duration such as `P1M` or `PT24H`, kept as months, days and seconds, because a month
/// has no fixed number of days. `P1Y` equals `P12M`, `P1W` equals `P7D`.
package struct Period: Hashable, Sendable {
  package let months: Int
  package let days: Int
  package let seconds: Int

  package init(months: Int = 0, days: Int = 0, seconds: Int = 0) {
    self.months = months
    self.days = days
    self.seconds = seconds
  }

  /// `nil` for anything but `P[nY][nM][nW][nD][T[nH][nM][nS]]` with at least one part that is not 0
  /// and whole numbers of at most six digits.
  package init?(iso8601 text: some StringProtocol) {
    guard text.utf8.first == UInt8(ascii: "P") else { return nil }
    var (months, days, seconds) = (0, 0, 0)
    var number: Int?
    var digits = 0
    var inTime = false
    var units = Array("YMWD".utf8)
    for byte in text.utf8.dropFirst() {
      if (0x30...0x39).contains(byte) {
        digits += 1
        guard digits <= 6 else { return nil }
        number = (number ?? 0) * 10 + Int(byte - 0x30)
        continue
      }
      if byte == UInt8(ascii: "T"), !inTime, number == nil {
        inTime = true
        units = Array("HMS".utf8)
        continue
      }
      guard let count = number, let unit = units.firstIndex(of: byte) else { return nil }
      units.removeFirst(unit + 1)
      switch (inTime, byte) {
      case (false, UInt8(ascii: "Y")): months += count * 12
      case (false, UInt8(ascii: "M")): months += count
      case (false, UInt8(ascii: "W")): days += count * 7
      case (false, _): days += count
      case (true, UInt8(ascii: "H")): seconds += count * 3600
      case (true, UInt8(ascii: "M")): seconds += count * 60
      case (true, _): seconds += count
      }
      number = nil
      digits = 0
    }
    guard number == nil, months + days + seconds > 0, !(inTime && units.count == 3) else {
      return nil
    }
    self.init(months: months, days: days, seconds: seconds)
  }

  /// The length in seconds with a month of 30.44 days: for ordering and suggestions, never for
  /// dates.
  package var approximateSeconds: Int { months * 2_630_016 + days * 86_400 + seconds }
}

extension Period: CustomStringConvertible {
  /// The shortest ISO 8601 form: `P1Y`, `P18M`, `P1W`, `PT24H`.
  package var description: String {
    var text = "P"
    if months > 0 { text += months % 12 == 0 ? "\(months / 12)Y" : "\(months)M" }
    if days > 0 { text += days % 7 == 0 && months == 0 ? "\(days / 7)W" : "\(days)D" }
    if seconds > 0 {
      text += "T"
      if seconds >= 3600 { text += "\(seconds / 3600)H" }
      if seconds / 60 % 60 > 0 { text += "\(seconds / 60 % 60)M" }
      if seconds % 60 > 0 { text += "\(seconds % 60)S" }
    }
    return text
  }
}
