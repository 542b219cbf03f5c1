extension Int {
  /// With commas between thousands: `1,250,000`.
  package var grouped: String {
    let digits = Array(String(magnitude))
    let groups = stride(from: digits.count, to: 0, by: -3).map { end in
      String(digits[Swift.max(0, end - 3)..<end])
    }
    return (self < 0 ? "-" : "") + groups.reversed().joined(separator: ",")
  }
}
