package import Crypto

/// The key of a state folder for Apple's server API: throw-away, and the same after every restart.
package enum KeptServerAPIKey {
  private static let name = "local-app-store-api-key.p8"

  package static func path(_ folder: String) -> String { "\(folder)/\(name)" }

  /// Reads the key, or makes it. Only its owner can read the file.
  package static func load(_ folder: String) throws(KeptChainError) -> P256.Signing.PrivateKey {
    try KeptFile.load(name, in: folder, "API key") { text in
      try P256.Signing.PrivateKey(pemRepresentation: text)
    } make: {
      let key = P256.Signing.PrivateKey()
      return (key, key.pemRepresentation + "\n")
    }
  }
}
