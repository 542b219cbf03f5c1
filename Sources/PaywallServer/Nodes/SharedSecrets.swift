import Crypto
import Ledger

/// The secrets that every server behind one address needs alike.
struct SharedSecrets: Sendable {
  let state: StateDirectory
  let visitorKey: SymmetricKey
  let userProofs: UserProofs

  /// As they are now: `preview.key` may be replaced while the server runs.
  var now: [NodeSecret] {
    var secrets = [NodeSecret("visitor.key", visitorKey.bytes)]
    if let preview = (try? state.previewSecret()) ?? nil {
      secrets.append(NodeSecret("preview.key", preview.bytes))
    }
    if let content = userProofs.joined { secrets.append(NodeSecret("user-proof-secret", content)) }
    return secrets
  }
}

extension SymmetricKey {
  fileprivate var bytes: [UInt8] { unsafe withUnsafeBytes { unsafe Array($0) } }
}
