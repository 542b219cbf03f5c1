extension Node.Scalar {
  /// Whether YAML 1.2's core schema resolves the plain text as null, a boolean or a number. Then
  /// quotes change its meaning in free-form content.
  var hasTypedText: Bool {
    if ["", "~", "null", "Null", "NULL", "true", "True", "TRUE", "false", "False", "FALSE"]
      .contains(text)
    {
      return true
    }
    return text.isCoreNumber
  }

  /// Whether both have the same text and are both resolved as text or both not. All spellings of
  /// null are equal.
  func means(_ other: Node.Scalar) -> Bool {
    if isNull || other.isNull { return isNull && other.isNull }
    guard text.utf8.elementsEqual(other.text.utf8) else { return false }
    return (style == .plain) == (other.style == .plain) || !hasTypedText
  }
}

extension Node {
  /// Whether two trees have the same content: keys, their order, items and scalars, regardless of
  /// places and layout.
  package func means(_ other: Node) -> Bool {
    switch (value, other.value) {
    case (.scalar(let left), .scalar(let right)): left.means(right)
    case (.sequence(let left, _), .sequence(let right, _)):
      left.count == right.count && zip(left, right).allSatisfy { $0.means($1) }
    case (.mapping(let left, _), .mapping(let right, _)):
      left.count == right.count
        && zip(left, right).allSatisfy {
          $0.key.utf8.elementsEqual($1.key.utf8) && $0.value.means($1.value)
        }
    default: false
    }
  }
}

extension String {
  /// A number of YAML 1.2's core schema, section 10.3.2: `12`, `0o7`, `0xF`, `-1.5e3`, `.inf`.
  var isCoreNumber: Bool {
    if self.hasPrefix("0x") { return dropFirst(2).isMade(of: \.isHexDigit) }
    if self.hasPrefix("0o") { return dropFirst(2).isMade { ("0"..."7").contains($0) } }
    let unsigned = self.hasPrefix("-") || self.hasPrefix("+") ? dropFirst() : self[...]
    if [".inf", ".Inf", ".INF"].contains(unsigned) { return true }
    if [".nan", ".NaN", ".NAN"].contains(self) { return true }
    var rest = unsigned.utf8[...]
    func digits() -> Int {
      let count = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
      rest = rest.dropFirst(count)
      return count
    }
    var count = digits()
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      count += digits()
    }
    guard count > 0 else { return false }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") {
        rest = rest.dropFirst()
      }
      guard digits() > 0 else { return false }
    }
    return rest.isEmpty
  }
}

extension Substring {
  fileprivate func isMade(of test: (Character) -> Bool) -> Bool { !isEmpty && allSatisfy(test) }
}
