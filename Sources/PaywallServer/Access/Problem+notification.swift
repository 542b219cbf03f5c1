import AppStore
import HTTPDocuments
import HTTPTypes

extension Problem {
  /// Whether this problem shows that a notification is not Apple's. It is Apple's if Apple signed
  /// it for another app or environment, or if the ledger could not keep it.
  var isNotFromApple: Bool {
    guard reason != RateScope.keptAside.rawValue else { return false }
    guard code == .notTrusted else { return (400..<500).contains(code.status.code) }
    switch reason.flatMap(Distrust.Reason.init) {
    case .wrongKind, .wrongApp, .namesNoApp, .appAppleIdNotConfigured, .wrongEnvironment,
      .missingMember,
      .badDate, .signedInFuture, .wrongType:
      return false
    default: return true
    }
  }
}
