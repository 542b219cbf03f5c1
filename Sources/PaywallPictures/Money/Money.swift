import CatalogFiles

/// A price, in thousandths of a currency's unit as everywhere in this package.
package struct Money: Hashable, Sendable {
  package var milliunits: Int64
  /// The code of ISO 4217; `nil` if the storefront's currency is not known here.
  package var currency: String?

  package static func * (money: Money, count: Int) -> Money {
    let (product, isTooLarge) = money.milliunits.multipliedReportingOverflow(by: Int64(count))
    return Money(milliunits: isTooLarge ? .max : product, currency: money.currency)
  }
}

extension Money {
  /// Writes the price for people of a locale: `$39.99`, `39,99 €`, `￥4,800`. A currency whose
  /// digits are not known is written by its code, with the decimals that the price has.
  package func text(in locale: String) -> String {
    let format = MoneyFormat.nearest(to: locale)
    let number = number(format)
    guard let currency else { return number }
    return format.pattern.map { part in
      switch part {
      case "#": number
      case "¤": format.symbol(of: currency, besideNumberIn: format.pattern)
      default: String(part)
      }
    }.joined()
  }

  /// The decimals of the currency, and more if the price has more: a price is never rounded.
  private func number(_ format: MoneyFormat) -> String {
    let amount = milliunits.magnitude
    let (units, thousandths) = (amount / 1000, Int(amount % 1000))
    var decimals = String(String(1000 + thousandths).dropFirst())
    let least = currency.flatMap { StoreCurrency.digits(of: $0) } ?? 0
    while decimals.count > least, decimals.hasSuffix("0") { decimals.removeLast() }
    let text =
      (milliunits < 0 ? "-" : "") + format.grouped(String(units))
      + (decimals.isEmpty ? "" : format.decimal + decimals)
    return format.localised(text)
  }
}
