import Catalog
import HTTPTypes

// Why somebody may not ask, and which key would do.
extension Problem {
  /// - Parameter field: where the key stood.
  static func unknownKey(field: String) -> Problem {
    Problem(
      .unknownKey, "No key of this server matches; it may have been revoked.", field: field,
      headers: [.wwwAuthenticate: "Bearer error=\"invalid_token\""])
  }

  /// - Parameter why: a sentence without its end.
  static func keysRequired(_ why: String, field: String? = nil) -> Problem {
    Problem(.keysRequired, "\(why). \(makingKey(.client))", field: field)
  }

  /// What to do on a server that has no key of a role.
  static func makingKey(_ role: APIKey.Role) -> String {
    "Make a key with “paywall key create --role \(role.rawValue) --add”."
  }
}
