internal import PaywallCatalog

extension Patterns {
  /// A language by its code in use: `de`, and neither `ger` nor `jp`.
  static let languageInUse: String = {
    let letters = (UInt8(ascii: "a")...UInt8(ascii: "z")).map {
      String(decoding: [$0], as: UTF8.self)
    }
    let short = letters.flatMap { first in letters.map { first + $0 } }
    let long = short.flatMap { first in letters.map { first + $0 } }
    func isInUse(_ code: String) -> Bool { BuiltInWord.normal(code, of: "language") == code }
    let former = long.filter { LanguageTag($0)?.isLanguage == true && !isInUse($0) }
    return "^(\(short.filter(isInUse).joined(separator: "|"))"
      + "|(?!(\(former.joined(separator: "|")))$)[a-z]{3})$"
  }()
}
