import TextCoding

extension String {
  /// Without white space in front and behind, which editors and shells add.
  var bare: String {
    let text = utf8.drop(while: isJSONSpace).reversed().drop(while: isJSONSpace).reversed()
    return String(decoding: text, as: UTF8.self)
  }
}
