package import YAMLText

/// Resolves plain scalars by the core schema of YAML 1.2 (section 10.3.2).
package enum CoreSchema {
  package enum Value: Equatable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    /// A whole number beyond 64 bits.
    case tooLarge
    /// `.inf` and `.nan`, which JSON cannot express, or a number too large for `Double`.
    case notFinite
  }

  package static func resolve(_ scalar: Node.Scalar) -> Value {
    guard scalar.style == .plain else { return .text(scalar.text) }
    let text = scalar.text
    switch text {
    case "", "~", "null", "Null", "NULL": return .null
    case "true", "True", "TRUE": return .boolean(true)
    case "false", "False", "FALSE": return .boolean(false)
    default: break
    }
    guard let first = text.utf8.first, [0x2B, 0x2D, 0x2E].contains(first) || isDigit(first) else {
      return .text(text)
    }
    if let digits = wholeNumber(text) { return integer(digits.text, radix: digits.radix) }
    guard let number = number(text) else { return .text(text) }
    return number.isFinite ? .number(number) : .notFinite
  }

  /// `[-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?`, or `.inf`, `.nan`.
  static func number(_ text: String) -> Double? {
    let unsigned = text.first == "-" || text.first == "+" ? text.dropFirst() : text[...]
    if [".inf", ".Inf", ".INF"].contains(unsigned) {
      return text.first == "-" ? -.infinity : .infinity
    }
    if [".nan", ".NaN", ".NAN"].contains(text) { return .nan }
    var rest = Substring(unsigned)
    let whole = takeDigits(&rest)
    var fraction: Substring = ""
    if rest.first == "." {
      rest = rest.dropFirst()
      fraction = takeDigits(&rest)
    }
    guard !whole.isEmpty || !fraction.isEmpty else { return nil }
    if rest.first == "e" || rest.first == "E" {
      rest = rest.dropFirst()
      if rest.first == "-" || rest.first == "+" { rest = rest.dropFirst() }
      guard !takeDigits(&rest).isEmpty else { return nil }
    }
    guard rest.isEmpty else { return nil }
    return Double(text.first == "+" ? text.dropFirst() : text[...]) ?? Double(text + "0")
  }

  private static func takeDigits(_ text: inout Substring) -> Substring {
    let digits = text.prefix { $0.utf8.count == 1 && $0.utf8.allSatisfy(isDigit) }
    text = text[digits.endIndex...]
    return digits
  }

  /// `[-+]? [0-9]+`, `0o [0-7]+` or `0x [0-9a-fA-F]+`.
  private static func wholeNumber(_ text: String) -> (text: String, radix: Int)? {
    if text.hasPrefix("0x") || text.hasPrefix("0o") {
      let digits = text.dropFirst(2)
      let radix = text.hasPrefix("0x") ? 16 : 8
      let isNumber =
        !digits.isEmpty
        && digits.allSatisfy { $0.isASCII && $0.hexDigitValue.map { $0 < radix } ?? false }
      return isNumber ? (String(digits), radix) : nil
    }
    let digits = text.first == "-" || text.first == "+" ? text.dropFirst() : text[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy(isDigit) else { return nil }
    return (text, 10)
  }

  private static func integer(_ text: String, radix: Int) -> Value {
    Int64(text, radix: radix).map { .integer($0) } ?? .tooLarge
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
