#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Numbers as sentences write them.
package enum Wording {
  /// 1234567 as 1,234,567.
  package static func count(_ number: Int) -> String {
    let digits = Array(String(number.magnitude))
    let text = digits.enumerated().map { index, digit in
      index > 0 && (digits.count - index) % 3 == 0 ? ",\(digit)" : "\(digit)"
    }.joined()
    return number < 0 ? "-\(text)" : text
  }

  /// Rounded to a whole number.
  package static func count(_ number: Double) -> String {
    Int(exactly: number.rounded()).map(count) ?? "very many"
  }

  /// 0.0123 as 1.2%.
  package static func percent(_ share: Double) -> String {
    guard let tenths = Int(exactly: (share * 1000).rounded()) else { return "very many %" }
    let magnitude = tenths.magnitude
    let whole = "\(tenths < 0 ? "-" : "")\(count(Int(magnitude / 10)))"
    return magnitude % 10 == 0 ? "\(whole)%" : "\(whole).\(magnitude % 10)%"
  }

  /// 0.0123 as +1.2%.
  package static func change(_ share: Double) -> String {
    let text = percent(share)
    return share > 0 && text != "0%" ? "+\(text)" : text
  }

  /// 1 / p to two digits: 1,200.
  package static func odds(_ p: Double) -> String {
    guard p > 1e-6 else { return "more than 1,000,000" }
    let odds = 1 / p
    let size = pow(10, log10(odds).rounded(.down) - 1)
    return count((odds / size).rounded() * size)
  }
}
