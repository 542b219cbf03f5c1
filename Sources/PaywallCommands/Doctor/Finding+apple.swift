import AppStoreServerAPI
import PaywallCatalog
import PaywallServer
import Subscribers

// Pure functions that turn Apple's answers into findings.
extension Finding {
  /// Returns the reason that Apple refuses a key. Apple says only 401: causes that can be told
  /// apart are told apart, and the rest are listed.
  static func appleKey(
    _ answers: [(AppStoreEnvironment, KeyAnswer)], key: OfferKeyFile, bundleId: String
  ) -> [Finding] {
    let isTakenSomewhere = answers.contains { $0.1.isTaken }
    let wrong = answers.first { $0.1.isUnauthorized }.flatMap {
      Self.wrongPart(ahead: $0.1.ahead, key: key)
    }
    return answers.map { environment, answer in
      let check = "apple \(environment)"
      if answer.isTaken { return Finding(check, .ok, "takes the key") }
      guard answer.isUnauthorized else {
        return Finding(
          check, .error, answer.trouble, help: "can this machine reach Apple, without a proxy?")
      }
      if isTakenSomewhere, environment == .production {
        return Finding(
          check, .warning, "refuses the key that the sandbox takes: the app is not yet released",
          help: "production takes it after the first release of the app")
      }
      if isTakenSomewhere {
        return Finding(
          check, .error, "refuses the key that production takes", help: "try again later")
      }
      return wrong.map { Finding(check, .error, $0.detail, help: $0.help) }
        ?? Finding(
          check, .error,
          "refuses the key: its id \(key.keyId), the issuer id \(key.issuerId ?? "-") or the bundle id \(bundleId) is of another team or app, or the key was revoked",
          help:
            "compare the three with App Store Connect: Users and Access, Integrations, In-App Purchase, and the app's bundle id"
        )
    }
  }

  /// Returns the part of a refused token that is certainly or most likely wrong.
  private static func wrongPart(
    ahead: Int?, key: OfferKeyFile
  ) -> (detail: String, help: String)? {
    if let ahead, abs(ahead) >= 5 {
      return (
        "refuses the token, and the clock of this machine is \(abs(ahead)) s \(ahead > 0 ? "ahead of" : "behind") Apple's",
        "let NTP set the clock of this machine"
      )
    }
    let name = key.path.split(separator: "/").last.map(String.init) ?? key.path
    // App Store Connect names the file of a key after its kind and its id.
    if name.hasPrefix("AuthKey_") {
      return (
        "refuses the key: '\(name)' is named as a key of the App Store Connect API, and not of In-App Purchase",
        "make a key under Users and Access, Integrations, In-App Purchase; its file is SubscriptionKey_….p8"
      )
    }
    if name.hasPrefix("SubscriptionKey_"), name != "SubscriptionKey_\(key.keyId).p8" {
      return (
        "refuses the key: the file is '\(name)', and the key id that was given is \(key.keyId)",
        "give --app-store-key-id the id in the name of the file"
      )
    }
    if let doubt = key.doubts.first {
      return ("refuses the key: \(doubt)", "copy it from the page that lists the keys")
    }
    return nil
  }

  /// - Parameter ahead: seconds by which this machine's clock is ahead of Apple's.
  static func appleClock(ahead: Int) -> Finding {
    switch abs(ahead) {
    case ..<5: Finding("apple clock", .ok, "Apple's and this machine's agree")
    case ..<60:
      Finding("apple clock", .warning, "\(abs(ahead)) s apart from Apple's", help: "use NTP")
    default:
      Finding(
        "apple clock", .error, "\(abs(ahead)) s apart from Apple's",
        help: "use NTP: Apple refuses tokens from another time")
    }
  }

  /// - Parameter result: the result of the last attempt; `nil` if Apple does not know of one.
  static func appleNotification(
    _ result: OpenEnum<SentNotification.Result>?, in environment: AppStoreEnvironment
  ) -> Finding {
    let check = "apple posts"
    guard let result else {
      return Finding(
        check, .warning, "a test notification of \(environment) did not arrive within 20 s",
        help: "'paywall appstore test-notification --wait 120' waits longer")
    }
    guard result.known != .success else {
      return Finding(check, .ok, "a test notification of \(environment) arrived")
    }
    let advice = SentNotification.Advice(result)
    return Finding(
      check, .error, "a test notification of \(environment) did not arrive: \(advice.why)",
      help: advice.help)
  }

  static func appleNotification(
    _ error: AppStoreAPIError, in environment: AppStoreEnvironment
  ) -> Finding {
    Finding(
      "apple posts", error.code?.known == .noNotificationURL ? .error : .warning,
      "\(environment): \(error.detail)", help: error.help)
  }
}
