/// Why a request was not signed. Every case names the invalid field.
package enum OfferSigningError: Error, Equatable, Sendable {
  case emptyField(OfferField)
  /// Lengths in characters; in bytes for `request`.
  case fieldTooLong(OfferField, limit: Int, length: Int)
  /// U+2063 inside a field would shift all fields after it.
  case separatorInField(OfferField)
  case controlCharacterInField(OfferField)
  /// The app would send different bytes than those signed: Apple's libraries lower-case this field.
  case usernameNotLowercase
  /// Not a UUID of the form 8-4-4-4-12.
  case badAppAccountToken
  /// The JWS forms name the issuer, and this key has no issuer id.
  case issuerIdMissing
  /// Before 1970 or after the year 9999.
  case timestampOutOfRange
  /// The Advanced Commerce request is not one JSON object in UTF-8.
  case requestNotJSON
  /// libcrypto could not sign.
  case signingFailed(reason: String)
}

extension OfferSigningError: CustomStringConvertible {
  /// The invalid field; nil if none is.
  package var field: OfferField? {
    switch self {
    case .emptyField(let field), .fieldTooLong(let field, _, _), .separatorInField(let field),
      .controlCharacterInField(let field):
      field
    case .usernameNotLowercase: .applicationUsername
    case .badAppAccountToken: .appAccountToken
    case .issuerIdMissing: .issuerId
    case .timestampOutOfRange: .timestamp
    case .requestNotJSON: .request
    case .signingFailed: nil
    }
  }

  /// The stable name of the mistake, for machines.
  package var code: String {
    switch self {
    case .emptyField: "emptyField"
    case .fieldTooLong: "fieldTooLong"
    case .separatorInField: "separatorInField"
    case .controlCharacterInField: "controlCharacterInField"
    case .usernameNotLowercase: "usernameNotLowercase"
    case .badAppAccountToken: "badAppAccountToken"
    case .issuerIdMissing: "issuerIdMissing"
    case .timestampOutOfRange: "timestampOutOfRange"
    case .requestNotJSON: "requestNotJSON"
    case .signingFailed: "signingFailed"
    }
  }

  /// The problem, and the next step.
  package var description: String { "\(message). \(help)" }

  /// The problem, in one sentence without its full stop.
  package var message: String {
    switch self {
    case .emptyField(let field): "\(field.rawValue) is empty"
    case .fieldTooLong(let field, let limit, let length):
      "\(field.rawValue) has \(length) \(field == .request ? "bytes" : "characters"), and \(limit) is the limit"
    case .separatorInField(let field):
      "\(field.rawValue) contains U+2063, the character that separates the fields"
    case .controlCharacterInField(let field): "\(field.rawValue) contains a control character"
    case .usernameNotLowercase: "applicationUsername contains upper-case letters"
    case .badAppAccountToken: "appAccountToken is not a UUID"
    case .issuerIdMissing: "this key has no issuer id, and the JWS forms name the issuer"
    case .timestampOutOfRange: "the time is before 1970 or after the year 9999"
    case .requestNotJSON: "the request is not a JSON object in UTF-8"
    case .signingFailed(let reason): "libcrypto could not sign: \(reason)"
    }
  }

  /// The next step, in full sentences.
  package var help: String {
    switch self {
    case .emptyField(let field): "Give \(field.rawValue); only the customer may be left empty."
    case .fieldTooLong(let field, _, _): "Check that \(field.rawValue) is not another value."
    case .separatorInField(let field), .controlCharacterInField(let field):
      "Remove the invisible character from \(field.rawValue); it often comes from copying."
    case .usernameNotLowercase:
      "Use a hash in lower-case hexadecimal, in the app and here: Apple's libraries sign the lower-case form, and the app must send what was signed."
    case .badAppAccountToken:
      "Give a UUID such as 7e3fb20b-4cdb-47cc-936d-99d65f608138, or a hash as applicationUsername."
    case .issuerIdMissing:
      "Give the issuer id from App Store Connect, Users and Access, Integrations."
    case .timestampOutOfRange: "Check the clock."
    case .requestNotJSON: "Give the request object as JSON text, for example {\"operation\": …}."
    case .signingFailed: "Check that this machine's libcrypto works, then try again."
    }
  }
}
