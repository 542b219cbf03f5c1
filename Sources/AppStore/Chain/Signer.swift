import Crypto
import PaywallCatalog

/// The authority that vouches for a key.
enum Authority: String, Sendable, CustomStringConvertible {
  /// A chain of three up to a trusted root.
  case appStore
  /// The one certificate of Xcode that is configured.
  case xcode

  var description: String { self == .xcode ? "Xcode" : "the App Store" }
}

/// A key that signs for Apple, and while all certificates above it are valid.
struct Signer: Sendable {
  let key: P256.Signing.PublicKey
  let validity: ClosedRange<Timestamp>
  let authority: Authority
}
