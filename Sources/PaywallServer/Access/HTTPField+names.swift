package import HTTPTypes

extension HTTPField.Name {
  package static let xAPIKey = name("x-api-key")
  package static let xUserProof = name("x-user-proof")
  package static let xPaywallRelease = name("x-paywall-release")

  /// The names in this file are valid; the fallback only satisfies the compiler.
  private static func name(_ text: String) -> HTTPField.Name {
    HTTPField.Name(text) ?? .contentType
  }
}
