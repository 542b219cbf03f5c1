import Crypto
import Ledger
import OfferSigning

/// The secrets that every server behind one address needs alike.
struct SharedSecrets: Sendable {
  let state: StateDirectory
  let visitorKey: SymmetricKey
  let userProofs: UserProofs
  /// `nil` if nothing is signed here.
  let signer: OfferSigner?

  /// As they are now: `preview.key` and the offer keys may be replaced while the server runs.
  var now: [NodeSecret] {
    var secrets = [NodeSecret("visitor.key", visitorKey.bytes)]
    if let preview = (try? state.previewSecret()) ?? nil {
      secrets.append(NodeSecret("preview.key", preview.bytes))
    }
    if let content = userProofs.joined { secrets.append(NodeSecret("user-proof-secret", content)) }
    if let keys = signer?.keys { secrets.append(NodeSecret("offer-key", keys.identity)) }
    return secrets
  }
}

extension KeyRing {
  /// Which keys these are, in any order. Throw-away ones, of which each server has its own, are all the same.
  fileprivate var identity: [UInt8] {
    guard !signing.isThrowAway else { return Array("throw-away".utf8) }
    return verifying.map { "\($0.id) \($0.fingerprint)" }.sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }.flatMap { Array("\($0)\n".utf8) }
  }
}

extension SymmetricKey {
  fileprivate var bytes: [UInt8] { unsafe withUnsafeBytes { unsafe Array($0) } }
}
