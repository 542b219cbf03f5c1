import PaywallTextCoding

/// Mistakes inside a field, for the fields that the app uses.
struct FieldVariations {
  /// The seven fields as they should have been signed.
  let fields: [String]
  /// The given customer and nonce, before they were converted to lower case.
  let given: (customer: String, nonce: String)
  let customer: OfferCustomer
  let candidates: Candidates
  let keyIds: [String]

  /// Every mistake inside one field, the common ones first.
  var all: [Variation] { common + timestamps + customers + substitutions + spellings }

  private var names: [OfferField] {
    [.bundleId, .keyId, .productId, .offerId, customer.field, .nonce, .timestamp]
  }

  /// `value` signed in field `index`; empty if that is the expected value.
  private func signed(
    _ value: String, in index: Int, _ code: Diagnosis.Code, isCommon: Bool = false
  ) -> [Variation] {
    if value.hasSameUTF8(as: fields[index]) { return [] }
    let finding = Diagnosis(
      code, names[index], expected: fields[index].shown, seen: value.shown)
    return [
      Variation(
        aspect: .field(index), finding: finding, change: { $0.fields[index] = value },
        isCommon: isCommon)
    ]
  }

  private var common: [Variation] {
    signed(fields[5].uppercased(), in: 5, .letterCase, isCommon: true)
      + signed(fields[4].uppercased(), in: 4, .letterCase, isCommon: true)
      + signed(fields[4].lowercased(), in: 4, .letterCase, isCommon: true)
      + signed("", in: 4, .fieldSignedEmpty, isCommon: true)
      + signed(given.customer, in: 4, .letterCase)
      + signed(given.nonce, in: 5, .letterCase)
  }

  /// Other units, other precision: seconds, microseconds, a decimal point, whole seconds.
  private var timestamps: [Variation] {
    guard let time = Int64(fields[6]) else { return [] }
    let seconds = String(time / 1_000)
    let fraction = String(String(1_000 + time % 1_000).dropFirst())
    return signed(seconds, in: 6, .timestampInSeconds, isCommon: true)
      + [
        seconds + "000", seconds + "." + fraction, seconds + ".0", fields[6] + ".0",
        fields[6] + "000", fields[6] + "000000",
      ].flatMap { signed($0, in: 6, .timestampUnit) }
  }

  private var customers: [Variation] {
    let placeholders = [
      "null", "nil", "undefined", "None", "(null)", "00000000-0000-0000-0000-000000000000",
    ]
    return candidates.appAccountTokens.flatMap { token in
      signed(token.lowercased(), in: 4, .wrongField)
        + signed(token.uppercased(), in: 4, .wrongField)
    } + placeholders.flatMap { signed($0, in: 4, .placeholderSigned) }
  }

  private var substitutions: [Variation] {
    keyIds.flatMap { signed($0, in: 1, .wrongField) }
      + candidates.bundleIds.flatMap { signed($0, in: 0, .wrongField) }
      + candidates.productIds.flatMap { signed($0, in: 2, .wrongField) }
      + candidates.offerIds.flatMap { signed($0, in: 3, .wrongField) }
  }

  private var spellings: [Variation] {
    var variations: [Variation] = []
    for index in [4, 5] {
      let digits = fields[index].filter { $0 != "-" }
      variations += signed(digits, in: index, .hyphensLeftOut)
    }
    for index in 0..<4 {
      variations += signed(fields[index].lowercased(), in: index, .letterCase)
      variations += signed(fields[index].uppercased(), in: index, .letterCase)
      variations += signed(fields[index].trimmed, in: index, .whitespaceInField)
      variations += signed(fields[index] + "\n", in: index, .whitespaceInField)
    }
    return variations
  }
}

extension String {
  /// The text in a message: `empty` for none, and invisible characters by their numbers.
  var shown: String {
    if isEmpty { return "empty" }
    return unicodeScalars.map { scalar in
      let isInvisible: Bool =
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator: scalar != " "
        default: false
        }
      return isInvisible ? "U+" + scalar.hexadecimal : String(scalar)
    }.joined()
  }
}

extension Unicode.Scalar {
  /// The code point in Unicode notation, at least four digits: `2063`.
  fileprivate var hexadecimal: String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
