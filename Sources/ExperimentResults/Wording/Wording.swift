package import PaywallCatalog
import Serving
import SystemLibrary

/// Numbers as sentences write them.
package enum Wording {
  /// 1234567 as 1,234,567.
  package static func count(_ number: Int) -> String { number.grouped }

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

  /// A lift with its ends: `+2.1% to +20.3%`. Nothing falls by more than all of it.
  package static func lifts(_ interval: Interval) -> String {
    "\(change(max(interval.lower, -1))) to \(change(interval.upper))"
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// `4 Nov 2026`, in UTC.
  package static func day(_ moment: Timestamp) -> String {
    let parts = moment.rfc3339.prefix(10).split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3, months.indices.contains(parts[1] - 1) else { return moment.rfc3339 }
    return "\(parts[2]) \(months[parts[1] - 1]) \(parts[0])"
  }

  /// How rare a probability is, to two digits: `in one of 1,200`.
  package static func odds(_ p: Double) -> String {
    guard p > 1e-6 else { return "in fewer than one of 1,000,000" }
    let odds = 1 / p
    let size = pow(10, log10(odds).rounded(.down) - 1)
    return "in one of \(count((odds / size).rounded() * size))"
  }

  /// Milliunits of a currency: `1.17 USD`, and `0.842 USD` where a digit more tells something.
  package static func money(_ milliunits: Double, _ currency: String, isAverage: Bool = false)
    -> String
  {
    guard milliunits.isFinite else { return "unknown" }
    let hasNoCents = ["CLP", "JPY", "KRW", "VND"].contains(currency)
    let digits = hasNoCents ? 0 : isAverage && abs(milliunits) < 1000 ? 3 : 2
    return "\(decimal(milliunits / 1000, digits)) \(currency)"
  }

  /// With a fixed number of digits after the point, and commas between thousands.
  package static func decimal(_ value: Double, _ digits: Int) -> String {
    let factor = [1, 10, 100, 1000][min(max(digits, 0), 3)]
    guard let scaled = Int(exactly: (value * Double(factor)).rounded()) else { return "very many" }
    let whole = count(Int(clamping: scaled.magnitude / UInt(factor)))
    let sign = scaled < 0 ? "-" : ""
    guard factor > 1 else { return sign + whole }
    let rest = String(scaled.magnitude % UInt(factor))
    return "\(sign)\(whole).\(String(repeating: "0", count: digits - rest.count))\(rest)"
  }
}

extension String {
  package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
