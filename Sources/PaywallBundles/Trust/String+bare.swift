import PaywallTextCoding

extension String {
  /// Without leading and trailing white space, which editors and shells add.
  package var bare: String {
    let bytes = Array(utf8)
    guard let first = bytes.firstIndex(where: { !isJSONSpace($0) }),
      let last = bytes.lastIndex(where: { !isJSONSpace($0) })
    else { return "" }
    return String(decoding: bytes[first...last], as: UTF8.self)
  }
}
