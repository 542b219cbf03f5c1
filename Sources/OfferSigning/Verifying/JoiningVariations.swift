/// Mistakes in how the fields were joined, encoded and hashed.
enum JoiningVariations {
  /// Every mistake, the common ones first.
  static var all: [Variation] {
    separators + edges + leftOut + swapped + encodings + preparations + digests
  }

  private static let fieldNames = [
    "bundleId", "keyId", "productId", "offerId", "appAccountToken", "nonce", "timestamp",
  ]

  private static var separators: [Variation] {
    let common = ["\u{2064}", "", ",", "\n"]
    let rare = [
      "\u{2062}", "\u{2061}", "\u{2060}", "\u{200B}", "\u{2028}", "\u{2063}\u{2063}", " ", "|", ":",
      ";", ".", "-", "_", "&", "/", "\t", "\r\n", "\u{1F}", "\u{0}", "\\u2063", "\\n", "&#8291;",
      "%E2%81%A3", "\u{E2}\u{81}\u{A3}",
    ]
    return (common + rare).map { text in
      let finding = Diagnosis(
        .wrongSeparator, "separator", expected: "U+2063",
        seen: text.isEmpty ? "nothing" : text.shown)
      return Variation(
        aspect: .separator, finding: finding, change: { $0.separator = text },
        isCommon: common.contains(text))
    }
  }

  private static var edges: [Variation] {
    let head = Diagnosis(.leadingText, "separator", expected: "nothing", seen: "a separator")
    return [tail("a separator") { $0.tail = $0.separator }, tail("a line feed") { $0.tail = "\n" }]
      + [Variation(aspect: .head, finding: head, change: { $0.head = $0.separator })]
  }

  private static func tail(
    _ seen: String, _ change: @escaping (inout PayloadEncoding) -> Void
  ) -> Variation {
    let finding = Diagnosis(.trailingText, "separator", expected: "nothing", seen: seen)
    return Variation(aspect: .tail, finding: finding, change: change, isCommon: true)
  }

  private static var leftOut: [Variation] {
    [4, 1, 0, 2, 3, 5, 6].map { index in
      let finding = Diagnosis(
        .fieldLeftOut, fieldNames[index], expected: "seven fields", seen: "six")
      return Variation(
        aspect: .order, finding: finding, change: { $0.order.removeAll { $0 == index } },
        isCommon: index == 4)
    }
  }

  private static var swapped: [Variation] {
    (0..<7).flatMap { first in
      (first + 1..<7).map { second in
        let names = (fieldNames[first], fieldNames[second])
        let finding = Diagnosis(
          .fieldsSwapped, names.0, expected: "\(names.0) before \(names.1)",
          seen: "\(names.0) and \(names.1) in each other's place")
        return Variation(
          aspect: .order, finding: finding, change: { $0.order.swapAt(first, second) })
      }
    }
  }

  private static var encodings: [Variation] {
    PayloadEncoding.Encoding.allCases.dropFirst().map { encoding in
      let finding = Diagnosis(
        .wrongEncoding, "payload", expected: PayloadEncoding.Encoding.utf8.rawValue,
        seen: encoding.rawValue
      )
      return Variation(aspect: .encoding, finding: finding, change: { $0.encoding = encoding })
    }
  }

  private static var preparations: [Variation] {
    [
      (.hash, .hashedTwice, "its SHA-256"),
      (.hexHash, .hashedTwice, "its SHA-256 in hexadecimal"),
      (.base64, .payloadEncoded, "its Base64"),
    ].map { (preparation: PayloadEncoding.Preparation, code: Diagnosis.Code, seen: String) in
      let finding = Diagnosis(code, "payload", expected: "the payload itself", seen: seen)
      return Variation(
        aspect: .preparation, finding: finding, change: { $0.preparation = preparation })
    }
  }

  private static var digests: [Variation] {
    Digest.allCases.filter { $0 != .sha256 }.map { digest in
      let finding = Diagnosis(
        .wrongDigest, "signature", expected: Digest.sha256.rawValue, seen: digest.rawValue)
      return Variation(aspect: .digest, finding: finding, change: { $0.digest = digest })
    }
  }
}
