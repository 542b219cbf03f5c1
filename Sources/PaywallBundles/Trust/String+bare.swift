import PaywallTextCoding

extension String {
  /// Without leading and trailing white space, which editors and shells add.
  var bare: String {
    let text = utf8.drop(while: isJSONSpace).reversed().drop(while: isJSONSpace).reversed()
    return String(decoding: text, as: UTF8.self)
  }
}
