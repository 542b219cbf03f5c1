import PaywallTextCoding
/// A given legacy signature: the decoded signature, and the mistakes in its encoding.
struct SignatureText {
  /// The ECDSA signature, from any encoding; nil if there is none.
  private(set) var signature: ECDSASignature?
  private(set) var findings: [Diagnosis] = []

  init(_ text: String) {
    if text.isEmpty {
      note(.emptySignature, expected: "DER in standard Base64", seen: "nothing")
      return
    }
    if text.hasPrefix("eyJ"), text.split(separator: ".").count == 3 {
      note(.jwsGiven, expected: "a legacy signature", seen: "a compact JWS")
      return
    }
    guard var bytes = decode(text) else { return }
    // An encoder may have run twice or even three times.
    for _ in 0..<3 {
      guard let inner = SignatureText.base64(inside: bytes) else { break }
      bytes = inner
      note(.doubleBase64, expected: "DER, encoded once", seen: "Base64 inside Base64")
    }
    read(bytes)
  }

  private mutating func note(_ code: Diagnosis.Code, expected: String, seen: String) {
    findings.append(Diagnosis(code, "signature", expected: expected, seen: seen))
  }

  /// Repairs damaged Base64, and reports each repair.
  private mutating func decode(_ text: String) -> [UInt8]? {
    if let bytes = [UInt8](hexadecimal: text), SignatureText.isShape(bytes) {
      note(.hexSignature, expected: "standard Base64", seen: "hexadecimal digits")
      return bytes
    }
    var text = withoutEscapes(withoutWhitespace(text))
    if text.contains(where: { "-_".contains($0) }) {
      note(.urlSafeBase64, expected: "the standard alphabet", seen: "- or _")
      text = String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
    }
    let length = "\(text.utf8.count) characters"
    if let bytes = Base64.decode(text, .standard) { return bytes }
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    guard let bytes = Base64.decode(text + padding, .standard) else {
      note(.notBase64, expected: "standard Base64", seen: "\(length) of other text")
      return nil
    }
    note(.missingPadding, expected: "a length divisible by 4", seen: length)
    return bytes
  }

  private mutating func withoutWhitespace(_ text: String) -> String {
    guard text.contains(where: \.isWhitespace) else { return text }
    let trimmed = text.trimmed
    if trimmed.utf8.count.isMultiple(of: 4), trimmed.contains(" "),
      !trimmed.contains(where: { $0.isWhitespace && $0 != " " })
    {
      note(.plusBecameSpace, expected: "+", seen: "a space inside the Base64")
      return String(trimmed.map { $0 == " " ? "+" : $0 })
    }
    note(.whitespaceInBase64, expected: "no white space", seen: "white space or line breaks")
    return text.filter { !$0.isWhitespace }
  }

  private mutating func withoutEscapes(_ text: String) -> String {
    guard text.contains("%") else { return text }
    note(.percentEncoded, expected: "+, / and =", seen: "%2B, %2F or %3D")
    var plain = text
    for (escape, character) in [("%2b", "+"), ("%2f", "/"), ("%3d", "=")] {
      plain.replace(escape, with: character)
      plain.replace(escape.uppercased(), with: character)
    }
    return plain
  }

  /// Reads the signature from the decoded bytes, or reports their form.
  private mutating func read(_ bytes: [UInt8]) {
    if let der = ECDSASignature(der: bytes) {
      guard der.raw != nil else {
        return note(.otherCurve, expected: "numbers of 32 bytes", seen: "numbers of a larger curve")
      }
      signature = der
    } else if let raw = ECDSASignature(raw: bytes) {
      signature = raw
      note(.rawSignature, expected: "ASN.1 DER", seen: "64 bytes, the form r‖s")
    } else if bytes.count == 32 {
      note(.hmac, expected: "an ECDSA signature", seen: "32 bytes, the length of an HMAC-SHA-256")
    } else if [96, 132].contains(bytes.count) {
      note(.otherCurve, expected: "a P-256 signature", seen: "\(bytes.count) bytes")
    } else if [256, 384, 512].contains(bytes.count) {
      note(.rsaSignature, expected: "an ECDSA signature", seen: "\(bytes.count) bytes, as of RSA")
    } else {
      note(.notASignature, expected: "ASN.1 DER, about 70 bytes", seen: "\(bytes.count) bytes")
    }
  }

  /// The decoded bytes, if `bytes` are Base64 text of something like a signature.
  private static func base64(inside bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count >= 40, !isShape(bytes) || bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
    guard let inner = Base64.decode(text, .standard) ?? Base64.decode(text, .url) else {
      return nil
    }
    return isShape(inner) || base64(inside: inner) != nil ? inner : nil
  }

  private static func isShape(_ bytes: [UInt8]) -> Bool {
    bytes.count == 64 || bytes.count == 32 || ECDSASignature(der: bytes) != nil
  }
}

extension String {
  /// The text without white space at either end.
  var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
