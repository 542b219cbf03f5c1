import Serving
import SystemLibrary

/// Numbers as people read them, the same in every locale.
enum Figures {
  /// `1,234,567`.
  static func count(_ number: Int) -> String { number.grouped }

  static func count(_ number: Double) -> String {
    Int(exactly: number.rounded()).map { count($0) } ?? "\(number)"
  }

  /// A share as `12.34%`.
  static func percent(_ share: Double, decimals: Int = 2) -> String {
    decimal(share * 100, decimals: decimals) + "%"
  }

  /// Formats a number with exactly this number of decimals.
  static func decimal(_ number: Double, decimals: Int) -> String {
    let scale = pow(10, Double(decimals))
    guard let scaled = Int(exactly: (abs(number) * scale).rounded()) else { return "\(number)" }
    let sign = number < 0 && scaled > 0 ? "-" : ""
    guard decimals > 0 else { return sign + String(scaled) }
    let (whole, rest) = scaled.quotientAndRemainder(dividingBy: Int(scale))
    let fraction = String(rest)
    return "\(sign)\(whole)."
      + String(repeating: "0", count: decimals - fraction.utf8.count) + fraction
  }

  /// A probability with three significant digits: `0.899`, `0.00123`, `1.82e-06`.
  static func probability(_ p: Double) -> String {
    guard p > 0 else { return "0" }
    let exponent = Int(floor(log10(p)))
    if exponent >= -4 { return decimal(p, decimals: exponent >= -1 ? 3 : 2 - exponent) }
    // In two steps, because ten to the power of 308 and more is infinite.
    let mantissa = p * 1e4 * pow(10, Double(-exponent - 4))
    return "\(decimal(mantissa, decimals: 2))e\(exponent > -10 ? "-0" : "-")\(-exponent)"
  }

  /// `1 day`, `42 days`.
  static func counted(_ number: Int, _ noun: String) -> String {
    "\(count(number)) \(noun)\(number == 1 ? "" : "s")"
  }
}
