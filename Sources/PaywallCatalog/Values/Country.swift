import PaywallTextCoding

/// The countries of ISO 3166-1, and Kosovo, which has a storefront under codes of its own.
package enum Country {
  /// The alpha-2 code of a country by its alpha-2 or alpha-3 code, in capital letters; `nil` for
  /// anything else.
  package static func alpha2(of code: String) -> String? {
    code.utf8.count == 2 ? (alpha2Codes.contains(code) ? code : nil) : alpha2ByAlpha3[code]
  }

  /// The same for a code in any letter case.
  package static func alpha2(spelling code: String) -> String? {
    alpha2(of: code) ?? (code.utf8.count <= 3 ? alpha2(of: code.uppercased()) : nil)
  }

  /// The alpha-3 code of a country by its alpha-2 code, as StoreKit spells it (Kosovo is `XKS`);
  /// `nil` for anything else.
  package static func alpha3(of alpha2: String) -> String? { alpha3ByAlpha2[alpha2] }

  private static let alpha3ByAlpha2 = Dictionary(
    alpha2ByAlpha3.map { ($0.value, $0.key) }, uniquingKeysWith: min)

  /// All codes that may be sent for a country, by its alpha-2 code: that code and its alpha-3
  /// codes. For any other text, only the text itself.
  package static func codes(meaning alpha2: String) -> [String] {
    [alpha2] + alpha2ByAlpha3.filter { $0.value == alpha2 }.map(\.key).sorted(byUTF8: \.self)
  }

  /// Every code of two or three letters.
  package static var allCodes: [String] {
    alpha2Codes.union(alpha2ByAlpha3.keys).sorted(byUTF8: \.self)
  }

  private static let alpha2ByAlpha3: [String: String] = Dictionary(
    table.split(separator: ",").map { pair in
      let codes = pair.split { $0 == " " || $0 == "\n" }
      return (String(codes.last ?? ""), String(codes.first ?? ""))
    } + [("XKX", "XK"), ("XKS", "XK")], uniquingKeysWith: { first, _ in first })

  private static let alpha2Codes = Set(alpha2ByAlpha3.values)

  /// Alpha-2 and alpha-3, by alpha-2.
  private static let table = """
    AD AND, AE ARE, AF AFG, AG ATG, AI AIA, AL ALB, AM ARM, AO AGO, AQ ATA, AR ARG, AS ASM,
    AT AUT, AU AUS, AW ABW, AX ALA, AZ AZE, BA BIH, BB BRB, BD BGD, BE BEL, BF BFA, BG BGR,
    BH BHR, BI BDI, BJ BEN, BL BLM, BM BMU, BN BRN, BO BOL, BQ BES, BR BRA, BS BHS, BT BTN,
    BV BVT, BW BWA, BY BLR, BZ BLZ, CA CAN, CC CCK, CD COD, CF CAF, CG COG, CH CHE, CI CIV,
    CK COK, CL CHL, CM CMR, CN CHN, CO COL, CR CRI, CU CUB, CV CPV, CW CUW, CX CXR, CY CYP,
    CZ CZE, DE DEU, DJ DJI, DK DNK, DM DMA, DO DOM, DZ DZA, EC ECU, EE EST, EG EGY, EH ESH,
    ER ERI, ES ESP, ET ETH, FI FIN, FJ FJI, FK FLK, FM FSM, FO FRO, FR FRA, GA GAB, GB GBR,
    GD GRD, GE GEO, GF GUF, GG GGY, GH GHA, GI GIB, GL GRL, GM GMB, GN GIN, GP GLP, GQ GNQ,
    GR GRC, GS SGS, GT GTM, GU GUM, GW GNB, GY GUY, HK HKG, HM HMD, HN HND, HR HRV, HT HTI,
    HU HUN, ID IDN, IE IRL, IL ISR, IM IMN, IN IND, IO IOT, IQ IRQ, IR IRN, IS ISL, IT ITA,
    JE JEY, JM JAM, JO JOR, JP JPN, KE KEN, KG KGZ, KH KHM, KI KIR, KM COM, KN KNA, KP PRK,
    KR KOR, KW KWT, KY CYM, KZ KAZ, LA LAO, LB LBN, LC LCA, LI LIE, LK LKA, LR LBR, LS LSO,
    LT LTU, LU LUX, LV LVA, LY LBY, MA MAR, MC MCO, MD MDA, ME MNE, MF MAF, MG MDG, MH MHL,
    MK MKD, ML MLI, MM MMR, MN MNG, MO MAC, MP MNP, MQ MTQ, MR MRT, MS MSR, MT MLT, MU MUS,
    MV MDV, MW MWI, MX MEX, MY MYS, MZ MOZ, NA NAM, NC NCL, NE NER, NF NFK, NG NGA, NI NIC,
    NL NLD, NO NOR, NP NPL, NR NRU, NU NIU, NZ NZL, OM OMN, PA PAN, PE PER, PF PYF, PG PNG,
    PH PHL, PK PAK, PL POL, PM SPM, PN PCN, PR PRI, PS PSE, PT PRT, PW PLW, PY PRY, QA QAT,
    RE REU, RO ROU, RS SRB, RU RUS, RW RWA, SA SAU, SB SLB, SC SYC, SD SDN, SE SWE, SG SGP,
    SH SHN, SI SVN, SJ SJM, SK SVK, SL SLE, SM SMR, SN SEN, SO SOM, SR SUR, SS SSD, ST STP,
    SV SLV, SX SXM, SY SYR, SZ SWZ, TC TCA, TD TCD, TF ATF, TG TGO, TH THA, TJ TJK, TK TKL,
    TL TLS, TM TKM, TN TUN, TO TON, TR TUR, TT TTO, TV TUV, TW TWN, TZ TZA, UA UKR, UG UGA,
    UM UMI, US USA, UY URY, UZ UZB, VA VAT, VC VCT, VE VEN, VG VGB, VI VIR, VN VNM, VU VUT,
    WF WLF, WS WSM, YE YEM, YT MYT, ZA ZAF, ZM ZMB, ZW ZWE
    """
}
