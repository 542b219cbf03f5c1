import HTTPDocuments
import HTTPTypes
import PaywallCatalog

// Why a caller is refused, and which key it needs.
extension Problem {
  /// - Parameter field: the header that carried the key.
  static func unknownKey(field: String) -> Problem {
    Problem(
      .unknownKey, "No key of this server matches; it may have been revoked.", field: field,
      headers: [.wwwAuthenticate: "Bearer error=\"invalid_token\""])
  }

  /// - Parameters:
  ///   - why: a sentence without its end.
  ///   - role: the role of the required key.
  static func keysRequired(
    _ why: String, field: String? = nil, role: APIKey.Role = .client
  ) -> Problem {
    Problem(.keysRequired, "\(why). \(makingKey(role))", field: field)
  }

  /// The problem of a caller who may not send a part of a request.
  ///
  /// - Parameter detail: for a caller with a key; without keys, it says to make one.
  static func roleRequired(
    _ role: APIKey.Role, of caller: Caller, _ detail: String, field: String
  ) -> Problem {
    caller.isKeyless
      ? keysRequired(
        "'\(field)' needs a key with the role \(role.rawValue), and this server has no keys",
        field: field, role: role)
      : Problem(.roleRequired, detail, field: field)
  }

  /// The advice for a server that has no key of a role.
  static func makingKey(_ role: APIKey.Role) -> String {
    "Make a key with 'paywall key create --role \(role.rawValue) --add'."
  }
}
