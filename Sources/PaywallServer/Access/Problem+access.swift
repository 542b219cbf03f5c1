import Catalog
import HTTPTypes
import PaywallAPI

// Why somebody may not ask, and which key would do.
extension Problem {
  /// - Parameter field: where the key stood.
  static func unknownKey(field: String) -> Problem {
    Problem(
      .unknownKey, "No key of this server matches; it may have been revoked.", field: field,
      headers: [.wwwAuthenticate: "Bearer error=\"invalid_token\""])
  }

  /// - Parameters:
  ///   - why: a sentence without its end.
  ///   - role: of the key that would do.
  static func keysRequired(
    _ why: String, field: String? = nil, role: APIKey.Role = .client
  ) -> Problem {
    Problem(.keysRequired, "\(why). \(makingKey(role))", field: field)
  }

  /// Why a caller may not ask for a part of a request.
  ///
  /// - Parameter detail: for somebody with a key; without keys the answer is to make one.
  static func roleRequired(
    _ role: APIKey.Role, of caller: Caller, _ detail: String, field: String
  ) -> Problem {
    caller.isKeyless
      ? keysRequired(
        "“\(field)” needs a key with the role \(role.rawValue), and this server has no keys",
        field: field, role: role)
      : Problem(.roleRequired, detail, field: field)
  }

  /// What to do on a server that has no key of a role.
  static func makingKey(_ role: APIKey.Role) -> String {
    "Make a key with “paywall key create --role \(role.rawValue) --add”."
  }
}
