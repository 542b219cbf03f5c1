extension MoneyFormat {
  /// Symbols that most locales have; other currencies are written by their code.
  static let usual = [
    "USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "CNY": "CN¥", "KRW": "₩", "TWD": "NT$",
    "HKD": "HK$", "INR": "₹", "AUD": "A$", "CAD": "CA$", "NZD": "NZ$", "MXN": "MX$", "BRL": "R$",
    "ILS": "₪", "PHP": "₱", "VND": "₫",
  ]

  /// The table of CLDR 48, as `Intl.NumberFormat` of Node 20 writes it. A line has the locale, the
  /// pattern, the separators of decimals and groups, then `5` for groups from five digits on, `2`
  /// for groups of two, `a` and `f` for Arabic and Persian digits, and the symbols that differ; a
  /// code alone is written as it is.
  static let table = """
    en|¤#|.,||
    ar|\u{200F}#\u{A0}¤|.,||USD=US$ GBP=UK£ JPY=JP¥ AUD=AU$ AED=د.إ.\u{200F} SAR=ر.س.\u{200F} \
    QAR=ر.ق.\u{200F} EGP=ج.م.\u{200F} KWD=د.ك.\u{200F} THB=฿ PHP
    ar-EG|\u{200F}#\u{A0}¤|٫٬|a|USD=US$ GBP=UK£ JPY=JP¥ AUD=AU$ AED=د.إ.\u{200F} SAR=ر.س.\u{200F} \
    QAR=ر.ق.\u{200F} EGP=ج.م.\u{200F} KWD=د.ك.\u{200F} THB=฿ PHP
    ar-SA|\u{200F}#\u{A0}¤|٫٬|a|USD=US$ GBP=UK£ JPY=JP¥ AUD=AU$ AED=د.إ.\u{200F} SAR=ر.س.\u{200F} \
    QAR=ر.ق.\u{200F} EGP=ج.م.\u{200F} KWD=د.ك.\u{200F} THB=฿ PHP
    ca|#\u{A0}¤|,.||AUD=AU$ THB=฿ USD CNY CAD MXN BRL PHP
    cs|#\u{A0}¤|,\u{A0}||USD=US$ JPY=JP¥ AUD=AU$ CZK=Kč INR ILS PHP VND
    da|#\u{A0}¤|,.||USD=US$ JPY=JP¥ AUD=AU$ DKK=kr. THB=฿ PHP
    de|#\u{A0}¤|,.||AUD=AU$ THB=฿ PHP
    de-AT|¤\u{A0}#|,.||AUD=AU$ THB=฿ PHP
    de-CH|¤\u{A0}#|.'||AUD=AU$ THB=฿ EUR PHP
    el|#\u{A0}¤|,.||JPY=JP¥ THB=฿ PHP
    en-AU|¤#|.,||AUD=$ USD EUR GBP JPY CNY KRW TWD HKD INR CAD NZD MXN BRL ILS PHP VND
    en-CA|¤#|.,||USD=US$ JPY=JP¥ CAD=$
    en-GB|¤#|.,||USD=US$ JPY=JP¥
    en-IN|¤#|.,|2|JPY=JP¥
    es|#\u{A0}¤|,.|5|USD=US$ THB=฿ GBP JPY CNY KRW TWD HKD INR AUD CAD NZD MXN BRL ILS PHP
    es-419|¤#|.,||USD EUR GBP JPY CNY KRW TWD HKD INR AUD CAD NZD MXN BRL ILS PHP VND
    es-MX|¤#|.,||MXN=$ USD EUR GBP JPY CNY KRW TWD HKD INR AUD CAD NZD BRL ILS PHP VND
    fa|\u{200E}¤#|٫٬|f|CNY=¥CN HKD=$HK CAD=$CA NZD=$NZ MXN=$MX THB=฿ PHP
    fi|#\u{A0}¤|,\u{A0}||CNY KRW TWD HKD INR AUD CAD NZD MXN BRL ILS PHP VND
    fr|#\u{A0}¤|,\u{202F}||USD=$US GBP=£GB SGD=$SG AUD=$AU CAD=$CA NZD=$NZ MXN=$MX CLP=$CL COP=$CO JPY CNY \
    TWD HKD PHP
    fr-CA|#\u{A0}¤|,\u{A0}||USD=$_US HKD=$_HK SGD=$_SG AUD=$_AU CAD=$ NZD=$_NZ KRW TWD INR MXN ILS PHP VND
    fr-CH|#\u{A0}¤|.\u{202F}||USD=$US GBP=£GB SGD=$SG AUD=$AU CAD=$CA NZD=$NZ MXN=$MX CLP=$CL COP=$CO JPY \
    CNY TWD HKD PHP
    he|\u{200F}#\u{A0}\u{200F}¤|.,||THB=฿ PHP
    hi|¤#|.,|2|JPY=JP¥ THB=฿ PHP
    hr|#\u{A0}¤|,.||USD GBP JPY CNY KRW TWD HKD INR AUD CAD NZD MXN BRL ILS PHP VND
    hu|#\u{A0}¤|,\u{A0}|5|HUF=Ft USD EUR GBP CNY KRW TWD HKD INR AUD CAD NZD MXN BRL ILS PHP VND
    id|¤#|,.||USD=US$ JPY=JP¥ INR=Rs AUD=AU$ THB=฿ IDR=Rp PHP
    it|#\u{A0}¤|,.|5|THB=฿ USD JPY KRW TWD HKD INR MXN BRL VND
    ja|¤#|.,||JPY=￥ CNY=元 PHP
    ko|¤#|.,||USD=US$ JPY=JP¥ AUD=AU$ PHP
    ms|¤#|.,||JPY=JP¥ MYR=RM USD CAD MXN PHP
    nb|#\u{A0}¤|,\u{A0}||NOK=kr USD JPY CNY KRW TWD HKD INR AUD CAD NZD MXN BRL ILS PHP VND
    nl|¤\u{A0}#|,.||USD=US$ JPY=JP¥ AUD=AU$ CAD=C$ THB=฿ PHP
    pl|#\u{A0}¤|,\u{A0}|5|PLN=zł USD GBP JPY CNY KRW TWD HKD INR AUD CAD NZD MXN ILS PHP VND
    pt|¤\u{A0}#|,.||USD=US$ JPY=JP¥ AUD=AU$ THB=฿ PHP
    pt-PT|#\u{A0}¤|,\u{A0}|5|USD=US$ JPY=JP¥ AUD=AU$ THB=฿ PHP
    ro|#\u{A0}¤|,.||USD EUR GBP JPY CNY KRW TWD HKD INR AUD CAD NZD MXN BRL ILS PHP VND
    ru|#\u{A0}¤|,\u{A0}||THB=฿ RUB=₽ UAH=₴ PHP
    sk|#\u{A0}¤|,\u{A0}||ILS=NIS USD GBP JPY CNY KRW TWD HKD INR AUD CAD NZD BRL PHP VND
    sv|#\u{A0}¤|,\u{A0}||USD=US$ BRL=BR$ SEK=kr NOK=Nkr DKK=Dkr EGP=EG£ GBP JPY CNY KRW TWD HKD INR AUD \
    NZD PHP VND
    th|¤#|.,||USD=US$ AUD=AU$ THB=฿ PHP
    tr|¤#|,.||AUD=AU$ TRY=₺ THB=฿ PHP
    uk|#\u{A0}¤|,\u{A0}||UAH=₴ USD EUR GBP CNY KRW TWD HKD INR AUD CAD NZD MXN BRL ILS PHP VND
    ur|¤#|.,||JPY=JP¥ THB=฿ PKR=Rs PHP
    vi|#\u{A0}¤|,.||USD=US$ AUD=AU$ THB=฿ PHP
    zh|¤#|.,||USD=US$ JPY=JP¥ CNY=¥ AUD=AU$ PHP
    zh-Hant|¤#|.,||USD=US$ KRW=￦ TWD=$ AUD=AU$ PHP
    """
}
