extension Timestamp {
  /// Reads RFC 3339 with a zone (`2026-12-01T09:00:00Z`, `+02:00`); the seconds may be left out.
  /// `nil` for anything else: a missing zone, a date that the calendar does not have, year 0.
  package init?(rfc3339 text: some StringProtocol) {
    self.init(rfc3339Bytes: Array(text.utf8)[...])
  }

  /// The same of bytes.
  package init?(rfc3339Bytes text: ArraySlice<UInt8>) {
    var reader = Reader(bytes: text, position: text.startIndex)
    guard let year = reader.digits(4), reader.take("-"), let month = reader.digits(2),
      reader.take("-"), let day = reader.digits(2), reader.take("T") || reader.take("t"),
      let hour = reader.digits(2), reader.take(":"), let minute = reader.digits(2)
    else { return nil }
    var second = 0
    var millisecond = 0
    if reader.take(":") {
      guard let read = reader.digits(2) else { return nil }
      second = read
      if reader.take(".") {
        guard let read = reader.fraction() else { return nil }
        millisecond = read
      }
    }
    guard let offset = reader.zone(), reader.isAtEnd,
      year >= 1, (1...12).contains(month), day >= 1,
      day <= CivilDate.length(of: Int64(month), year: Int64(year)),
      hour <= 23, minute <= 59, second <= 59
    else { return nil }
    let date = CivilDate(year: Int64(year), month: Int64(month), day: Int64(day))
    let seconds = hour * 3600 + minute * 60 + second - offset * 60
    self.init(
      milliseconds: date.daysSince1970 * Self.day + Int64(seconds) * 1000 + Int64(millisecond))
  }

  /// RFC 3339 in UTC, `2026-12-22T09:00:00Z`, with milliseconds only if they are not 0.
  package var rfc3339: String {
    let seconds = milliseconds.floorDivided(by: 1000)
    let millisecond = (milliseconds % 1000 + 1000) % 1000
    let days = seconds.floorDivided(by: 86_400)
    let rest = seconds - days * 86_400
    let date = CivilDate(daysSince1970: days)
    let fraction = millisecond == 0 ? "" : "." + padded(millisecond, 3)
    let day =
      "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
    let time = "\(padded(rest / 3600, 2)):\(padded(rest / 60 % 60, 2)):\(padded(rest % 60, 2))"
    return "\(day)T\(time)\(fraction)Z"
  }
}

private func padded(_ number: Int64, _ width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

/// Walks over the bytes of a date.
private struct Reader {
  let bytes: ArraySlice<UInt8>
  var position: Int

  var isAtEnd: Bool { position == bytes.endIndex }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.endIndex, bytes[position] == UInt8(ascii: character) else {
      return false
    }
    position += 1
    return true
  }

  mutating func digits(_ count: Int) -> Int? {
    guard position + count <= bytes.endIndex else { return nil }
    var number = 0
    for byte in bytes[position..<position + count] {
      guard (0x30...0x39).contains(byte) else { return nil }
      number = number * 10 + Int(byte - 0x30)
    }
    position += count
    return number
  }

  /// The digits after the point as milliseconds; further digits are cut.
  mutating func fraction() -> Int? {
    var number = 0
    var scale = 100
    let start = position
    while let digit = digits(1) {
      number += digit * scale
      scale /= 10
    }
    return position > start ? number : nil
  }

  /// The zone in minutes east of UTC.
  mutating func zone() -> Int? {
    if take("Z") || take("z") { return 0 }
    let sign = take("+") ? 1 : take("-") ? -1 : 0
    guard sign != 0, let hours = digits(2), take(":"), let minutes = digits(2),
      hours <= 23, minutes <= 59
    else { return nil }
    return sign * (hours * 60 + minutes)
  }
}
