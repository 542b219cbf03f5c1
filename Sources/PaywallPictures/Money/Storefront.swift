import PaywallCatalog

/// The App Store of a country.
package enum Storefront {
  /// The currency by the country's code of two letters; `nil` for any other text.
  package static func currency(of country: String) -> String? { currencies[country] }

  /// The currencies of Apple's storefronts; countries that are not named sell in US dollars.
  private static let currencies: [String: String] = {
    var currencies = Dictionary(
      Country.allCodes.filter { $0.utf8.count == 2 }.map { ($0, "USD") }
    ) { first, _ in first }
    for line in table.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      for country in words.dropFirst() { currencies[country] = words[0] }
    }
    return currencies
  }()

  private static let table = """
    AED AE
    AUD AU NR
    BRL BR
    CAD CA
    CHF CH
    CLP CL
    CNY CN
    COP CO
    CZK CZ
    DKK DK
    EGP EG
    EUR AT BA BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV ME MT NL PT RS SI SK XK
    GBP GB
    HKD HK
    HUF HU
    IDR ID
    ILS IL
    INR IN
    JPY JP
    KRW KR
    KZT KZ
    MXN MX
    MYR MY
    NGN NG
    NOK NO
    NZD NZ
    PEN PE
    PHP PH
    PKR PK
    PLN PL
    QAR QA
    RON RO
    RUB RU
    SAR SA
    SEK SE
    SGD SG
    THB TH
    TRY TR
    TWD TW
    TZS TZ
    VND VN
    ZAR ZA
    """
}
