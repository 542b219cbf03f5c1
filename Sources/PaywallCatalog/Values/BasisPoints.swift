/// A share in hundredths of a percent, 0…10000: `20%` is 2000. All comparisons are on integers.
package struct BasisPoints: Hashable, Comparable, Sendable {
  package let value: Int

  package static let none = BasisPoints(unchecked: 0)
  package static let all = BasisPoints(unchecked: 10_000)

  /// `nil` outside 0…10000.
  package init?(_ value: Int) {
    guard (0...10_000).contains(value) else { return nil }
    self.value = value
  }

  private init(unchecked value: Int) { self.value = value }

  /// Reads `20%`, `12.5 %` or `0.01%`; `nil` without the sign, beyond 100 % or finer than 0.01 %.
  package init?(percent text: some StringProtocol) {
    guard text.last == "%" else { return nil }
    var digits = text.dropLast()
    while digits.last == " " { digits = digits.dropLast() }
    let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, (1...3).contains(whole.utf8.count),
      whole.utf8.allSatisfy(isDigit)
    else { return nil }
    var fraction = ""
    if parts.count == 2 {
      fraction = String(parts[1])
      guard (1...2).contains(fraction.utf8.count), fraction.utf8.allSatisfy(isDigit) else {
        return nil
      }
    }
    fraction += String(repeating: "0", count: 2 - fraction.utf8.count)
    guard let value = Int(whole + fraction) else { return nil }
    self.init(value)
  }

  package static func < (left: BasisPoints, right: BasisPoints) -> Bool { left.value < right.value }
}

extension BasisPoints: CustomStringConvertible {
  /// The form in files: `20%`, `12.5%`, `0.01%`.
  package var description: String {
    let (whole, rest) = value.quotientAndRemainder(dividingBy: 100)
    guard rest != 0 else { return "\(whole)%" }
    return rest % 10 == 0 ? "\(whole).\(rest / 10)%" : "\(whole).\(rest < 10 ? "0" : "")\(rest)%"
  }
}

private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
