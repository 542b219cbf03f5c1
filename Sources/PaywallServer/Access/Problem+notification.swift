import AppStore
import HTTPTypes
import PaywallAPI

extension Problem {
  /// Whether a notification that ended so is somebody else's than Apple's. What Apple signed for
  /// another app or environment is Apple's, and so is what the ledger could not keep.
  var isNotFromApple: Bool {
    guard code == .notTrusted else { return (400..<500).contains(code.status.code) }
    switch reason.flatMap(Distrust.Reason.init) {
    case .wrongKind, .wrongApp, .appAppleIdNotConfigured, .wrongEnvironment, .missingMember,
      .badDate, .signedInFuture, .wrongType:
      return false
    default: return true
    }
  }
}
