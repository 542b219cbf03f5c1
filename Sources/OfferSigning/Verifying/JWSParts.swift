import PaywallTextCoding
/// The parts of a compact JWS, with the mistakes in its encoding.
struct JWSParts {
  /// Header and payload as given, between the dots.
  private(set) var signedText = ""
  /// The same in proper base64url.
  private(set) var properText = ""
  private(set) var header: [String: JSONValue]?
  private(set) var payload: [String: JSONValue]?
  private(set) var signature: [UInt8]?
  private(set) var findings: [Diagnosis] = []

  init(_ text: String) {
    var text = text
    if text.contains(where: \.isWhitespace) {
      note(.whitespaceInBase64, "jws", expected: "no white space", seen: "white space")
      text = text.filter { !$0.isWhitespace }
    }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3 else {
      let isLegacy = parts.count == 1 && SignatureText(text).signature != nil
      note(
        isLegacy ? .legacyGiven : .notThreeParts, "jws", expected: "three parts",
        seen: text.isEmpty ? "nothing" : "\(parts.count)")
      return
    }
    let decoded = zip(["header", "payload", "signature"], parts).map { decode($1, as: $0) }
    signedText = "\(parts[0]).\(parts[1])"
    properText = decoded.prefix(2).map { Base64.encode($0 ?? [], .url) }.joined(separator: ".")
    header = object(decoded[0], as: "header")
    payload = object(decoded[1], as: "payload")
    signature = decoded[2]
  }

  private mutating func note(
    _ code: Diagnosis.Code, _ part: String, expected: String, seen: String
  ) {
    findings.append(Diagnosis(code, part, expected: expected, seen: seen))
  }

  private mutating func decode(_ part: String, as name: String) -> [UInt8]? {
    var text = part
    if text.hasSuffix("=") {
      note(.padding, name, expected: "no padding", seen: "= at the end")
      while text.hasSuffix("=") { text.removeLast() }
    }
    if text.contains(where: { "+/".contains($0) }) {
      note(.standardBase64, name, expected: "base64url", seen: "+ or /")
      text = String(text.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
    }
    guard !text.isEmpty, let bytes = Base64.decode(text, .url) else {
      let code: Diagnosis.Code =
        text.isEmpty && name == "signature" ? .emptySignature : .notBase64URL
      note(code, name, expected: "base64url", seen: text.isEmpty ? "nothing" : "other characters")
      return nil
    }
    return bytes
  }

  private mutating func object(_ bytes: [UInt8]?, as name: String) -> [String: JSONValue]? {
    guard let bytes else { return nil }
    guard case .object(let members) = JSONValue.parse(bytes) else {
      note(.notJSON, name, expected: "a JSON object", seen: "\(bytes.count) other bytes")
      return nil
    }
    return members
  }
}
