package import HTTPTypes

extension HTTPField.Name {
  package static let xAPIKey = name("x-api-key")
  package static let xUserProof = name("x-user-proof")
  package static let xPaywallRelease = name("x-paywall-release")

  /// These are written in this file and are valid; the fall-back keeps the compiler content.
  private static func name(_ text: String) -> HTTPField.Name {
    HTTPField.Name(text) ?? .contentType
  }
}
