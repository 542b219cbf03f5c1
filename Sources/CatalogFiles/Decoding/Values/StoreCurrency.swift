internal import PaywallCatalog

/// The currencies of Apple's storefronts.
package enum StoreCurrency {
  /// The currency by the country's code of two letters; `nil` for any other text.
  package static func of(country: String) -> String? { currencies[country] }

  /// How many decimals a currency has (CLDR 48); `nil` for one that no storefront has.
  package static func digits(of currency: String) -> Int? { known[currency] }

  private static let known: [String: Int] = {
    let lists = [
      0: "CLP HUF IDR ISK JPY KRW PYG UGX VND XAF XOF",
      2: """
      AED AUD BGN BRL CAD CHF CNY COP CZK DKK EGP EUR GBP HKD ILS INR KES KZT MXN MYR NGN NOK NZD PEN \
      PHP PLN QAR RON RUB SAR SEK SGD THB TRY TWD TZS UAH USD ZAR
      """,
      3: "BHD JOD KWD LYD OMR TND",
    ]
    let pairs = lists.flatMap { digits, codes in
      codes.split(separator: " ").map { (String($0), digits) }
    }
    return Dictionary(pairs) { first, _ in first }
  }()

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
