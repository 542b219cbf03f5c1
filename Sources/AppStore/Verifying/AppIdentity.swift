package import PaywallCatalog

/// The app and the environments whose texts a verifier accepts.
package struct AppIdentity: Hashable, Sendable {
  package var bundleId: String
  /// The app's numeric Apple id. Without it, texts of production with an Apple id are refused.
  package var appAppleId: Int64?
  package var environments: Set<AppStoreEnvironment>

  package init(
    bundleId: String, appAppleId: Int64? = nil, environments: Set<AppStoreEnvironment>
  ) {
    self.bundleId = bundleId
    self.appAppleId = appAppleId
    self.environments = environments
  }

  package init(_ app: App) {
    self.init(
      bundleId: app.bundleId, appAppleId: app.appAppleId, environments: Set(app.environments))
  }
}

extension AppIdentity {
  /// Bundle ids compare byte for byte.
  func check(bundleIdOf object: JSONObject) throws(Distrust) {
    let sent = object.string("bundleId")
    guard let sent, sent.utf8.elementsEqual(bundleId.utf8) else {
      let word =
        object.lacks("bundleId") ? "missing" : sent == nil ? "not a string" : "another app's"
      throw Distrust(.wrongApp, "bundleId is \(word); expected \(bundleId)")
    }
  }

  /// Only production texts have to carry the app's Apple id (AppleFacts.md § 4, step 8). Others must
  /// not carry another app's; 0 is none.
  func check(appAppleId sent: Int64?, in environment: AppStoreEnvironment) throws(Distrust) {
    guard environment == .production else {
      guard let sent, let appAppleId, sent != 0, sent != appAppleId else { return }
      throw Distrust(.wrongApp, "appAppleId is another app's; expected \(appAppleId)")
    }
    guard let appAppleId else {
      throw Distrust(
        .appAppleIdNotConfigured, "production data needs appAppleId: set it in store/app.yaml")
    }
    guard sent == appAppleId else {
      throw Distrust(
        .wrongApp,
        "appAppleId is \(sent == nil ? "missing" : "another app's"); expected \(appAppleId)")
    }
  }

  /// Members beside the sections do not say which app a notification is for. They must still not name
  /// another app.
  func check(namesBesideSectionsOf payload: JSONObject) throws(Distrust) {
    if !payload.lacks("bundleId") { try check(bundleIdOf: payload) }
    try check(appAppleId: payload.integer("appAppleId"), in: .sandbox)
  }

  /// The environment by Apple's name and by the signer: only Xcode's certificate may sign for
  /// Xcode, and it may sign for no other.
  func environment(_ word: String?, signedBy authority: Authority) throws(Distrust)
    -> AppStoreEnvironment
  {
    guard let environment = word.flatMap(AppStoreEnvironment.init(appleWord:)) else {
      throw Distrust(
        .wrongEnvironment, "the environment is \(word == nil ? "missing" : "unknown")")
    }
    guard (authority == .xcode) == (environment == .xcode) else {
      throw Distrust(
        .wrongEnvironment, "signed by \(authority) and says that it is of \(environment)")
    }
    guard environments.contains(environment) else {
      let served = environments.map(\.rawValue).sorted().joined(separator: ", ")
      throw Distrust(
        .wrongEnvironment,
        "of \(environment), and served are: \(served); see environments in store/app.yaml")
    }
    return environment
  }
}

extension AppStoreEnvironment {
  /// Apple's spelling; unit tests of StoreKit use `LocalTesting` for texts that Xcode signs.
  package init?(appleWord word: String) {
    switch word {
    case "Production": self = .production
    case "Sandbox": self = .sandbox
    case "Xcode", "LocalTesting": self = .xcode
    default: return nil
    }
  }
}
