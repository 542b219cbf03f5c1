internal import PaywallCatalog

/// Schemas of single values. Editors resolve a plain scalar without knowing its key, some by YAML
/// 1.1: `3.10` is then a number and `NO` is false, though `check` reads both as text. Therefore any
/// scalar is valid if the decoder expects text; patterns apply to those that are resolved as text.
extension JSONSchema {
  /// Any text that is not empty.
  static let text: JSONSchema = [
    "type": .texts(["string", "number", "boolean"]), "minLength": .integer(1),
  ]

  static func text(_ pattern: String, atMost length: Int64? = nil) -> JSONSchema {
    let text: JSONSchema = [
      "type": .texts(["string", "number", "boolean"]), "pattern": .text(pattern),
    ]
    return length.map { text.with("maxLength", .integer($0)) } ?? text
  }

  /// Text that every editor resolves as text.
  static func plain(_ pattern: String) -> JSONSchema {
    ["type": .text("string"), "pattern": .text(pattern)]
  }

  /// `Names.isName`, also for seeds.
  static let name = text(Patterns.name)

  /// A name that may be new: like `name`, without suggesting true and false.
  static let newName: JSONSchema = [
    "type": .texts(["string", "number"]), "pattern": .text(Patterns.name),
  ]

  /// `Names.isStoreIdentifier`, without the invisible characters.
  static let storeIdentifier = text("^\\S+$", atMost: 255)

  static let boolean = anyOf([["type": .text("boolean")], plain("^(true|false)$")])

  /// A whole number, also in quotes.
  static func integer(from least: Int64? = nil, to most: Int64? = nil) -> JSONSchema {
    var number: JSONSchema = ["type": .text("integer")]
    if let least { number = number.with("minimum", .integer(least)) }
    if let most { number = number.with("maximum", .integer(most)) }
    return anyOf([number, plain("^-?[0-9]+$")])
  }

  static let number = anyOf([["type": .text("number")], plain(Patterns.number)])

  /// One of these texts, as an editor may resolve them; any text if there are none.
  static func words(_ words: [String], else open: JSONSchema = .text) -> JSONSchema {
    guard !words.isEmpty else { return open }
    let exact: JSONSchema = ["enum": .texts(words)]
    let others = ["number", "boolean"].filter { type in
      words.contains { type == "number" ? $0.resemblesNumber : $0.resemblesBoolean }
    }
    guard !others.isEmpty else { return exact }
    return anyOf([exact] + others.map { ["type": .text($0)] })
  }
}

/// Regular expressions in the subset of ECMA 262 that every validator supports.
enum Patterns {
  static let name = "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"

  /// A percentage from 0 to 100 with at most two decimals.
  private static let percent = "(100(\\.00?)?|0?[0-9]{1,2}(\\.[0-9]{1,2})?) *%"
  static let share = "^\(percent)$"
  static let slice = "^ *\(percent)- *\(percent)$"

  /// RFC 3339 with a zone; the seconds may be left out.
  static let time =
    "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[Tt]([01][0-9]|2[0-3]):[0-5][0-9]"
    + "(:[0-5][0-9](\\.[0-9]+)?)?([Zz]|[-+]([01][0-9]|2[0-3]):[0-5][0-9])$"

  /// ISO 8601, whole numbers.
  static let period =
    "^P(?=[0-9T])([0-9]{1,6}Y)?([0-9]{1,6}M)?([0-9]{1,6}W)?([0-9]{1,6}D)?"
    + "(T(?=[0-9])([0-9]{1,6}H)?([0-9]{1,6}M)?([0-9]{1,6}S)?)?$"

  static let number = "^[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?$"

  private static let anyVersion =
    "v?[0-9]+(\\.[0-9]+)*(-[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?(\\+[\\s\\S]*)?"
  static let version = "^\(anyVersion)$"
  /// `>=3.2.0`.
  static let comparison = "^[<>]=? *\(anyVersion)$"

  /// `9.99 EUR`.
  static let money = "^ *[0-9]{1,12}(\\.[0-9]{1,3})? +[A-Z]{3} *$"

  static let locale = "^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,4}$"
  /// A locale in its one spelling.
  static let tag =
    "^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?(-([a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*$"
  static let language = "^[a-z]{2,3}$"
  static let digest = "^[0-9a-f]{64}$"
  /// `MetricMargin`.
  static let shareMargin = "^[0-9]{1,3}(\\.[0-9]{1,2})? ?(pp|%)$"
  static let moneyMargin =
    "^([0-9]{1,3}(\\.[0-9]{1,2})? ?%|[0-9]{1,12}(\\.[0-9]{1,3})? [A-Z]{3})$"
  static let override = "^[0-9a-f]{32}$"
  static let bundleId = "^[A-Za-z0-9][A-Za-z0-9-]*(\\.[A-Za-z0-9][A-Za-z0-9-]*)+$"
  static let certificate = "^[A-Za-z0-9][A-Za-z0-9._-]*\\.cer$"
  /// `WebhookURL`: without a name or password, and encrypted unless it is of this machine.
  static let webhookURL =
    "^(https://[^/?#@ ]+|http://(localhost|127\\.[0-9.]+|\\[::1\\])(:[0-9]+)?)([/?][^# ]*)?$"
  static let url =
    "^https://[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+(:\\+?[0-9]+)?([/?#][!#-;=?-\\[\\]_a-z~]*)?$"
}

extension String {
  /// Whether an editor may resolve this, written without quotes, as a number: `1e234567`, `0x1f`.
  fileprivate var resemblesNumber: Bool {
    let mayFollow = Set("0123456789abcdefABCDEFxXoO_.:+-".utf8)
    guard let first = utf8.first, Set("0123456789+-.".utf8).contains(first) else { return false }
    return utf8.allSatisfy(mayFollow.contains)
  }

  /// Whether YAML 1.1 or 1.2 resolves this, written without quotes, as a boolean.
  fileprivate var resemblesBoolean: Bool {
    ["y", "n", "yes", "no", "on", "off", "true", "false"].contains(lowercased())
  }
}
