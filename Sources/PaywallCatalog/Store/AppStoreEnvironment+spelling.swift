extension AppStoreEnvironment {
  /// Reads the name in any case, as in `sandbox` and in Apple's `Sandbox`. `LocalTesting`, in unit
  /// tests of StoreKit, is Xcode's environment.
  package init?(spelling word: String) {
    switch word.lowercased() {
    case "production": self = .production
    case "sandbox": self = .sandbox
    case "xcode", "localtesting": self = .xcode
    default: return nil
    }
  }

  /// The spellings that clients are known to send, the own one first.
  package var spellings: [String] {
    switch self {
    case .production: ["production", "Production"]
    case .sandbox: ["sandbox", "Sandbox"]
    case .xcode: ["xcode", "Xcode", "LocalTesting"]
    }
  }
}
