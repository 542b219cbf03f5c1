import AppStore
import PaywallCatalog
import PaywallServer

// Pure functions that turn the state that was found into a finding.
extension Finding {
  /// - Parameter settings: the settings of the server, which says the same at its start.
  static func keys(_ keys: [APIKey], _ settings: Settings) -> [Finding] {
    do throws(StartError) {
      try settings.check(APIKeys(keys))
    } catch {
      return [Finding("keys", refusal: error)]
    }
    guard !APIKeys(keys).isEmpty else {
      return .only(
        "keys", .warning, "there are none, so this machine alone is answered, for development",
        help: "'paywall key create --role client --add' makes one")
    }
    let missing = [APIKey.Role.client, .admin].filter { role in
      !keys.contains { $0.role == role }
    }
    guard !missing.isEmpty else {
      return [Finding("keys", .ok, "\(keys.count), with client and admin")]
    }
    return missing.map { role in
      Finding(
        "keys", .warning, "none has the role \(role.rawValue)",
        help: role == .admin
          ? "explain, reload, status and metrics need one: 'paywall key create --role admin --add'"
          : "an app needs one: 'paywall key create --role client --add'")
    }
  }

  static func origins(_ keys: [APIKey], _ settings: Settings) -> [Finding] {
    guard let doubt = settings.originDoubt(APIKeys(keys)) else { return [] }
    return .only(
      "allowed origins", .warning, doubt,
      help: "make one with 'paywall key create --role client --add'")
  }

  /// Checks the ids of a key against the form that App Store Connect gives them.
  static func offerKeyIds(_ key: OfferKeyFile) -> [Finding] {
    let help = "copy it from Users and Access, Integrations, In-App Purchase"
    var findings = key.doubts.map { doubt in
      Finding(
        doubt == key.issuerIdDoubt ? "issuer id" : "offer key id", .warning, doubt, help: help)
    }
    if key.issuerId == nil {
      findings.append(
        Finding(
          "issuer id", .warning, "none is given, so only the legacy form can be signed",
          help: "give --issuer-id, from the same page as the key"))
    }
    return findings
  }

  static func certificate(
    _ check: String, _ certificate: CertificateSummary, at now: Timestamp
  ) -> Finding {
    let day: Int64 = 86_400_000
    let days = (certificate.notAfter.milliseconds - now.milliseconds) / day
    if now < certificate.notBefore {
      return Finding(
        check, .error, "is not valid before \(certificate.notBefore.rfc3339)",
        help: "is the clock of this machine right?")
    }
    if now > certificate.notAfter {
      return Finding(
        check, .error, "has expired on \(certificate.notAfter.rfc3339)", help: "renew it")
    }
    return days < 21
      ? Finding(check, .warning, "expires in \(days) days", help: "renew it")
      : Finding(check, .ok, "valid until \(certificate.notAfter.rfc3339)")
  }

  /// - Parameter ahead: seconds by which this machine's clock is ahead of the server's.
  static func clock(ahead: Int) -> Finding {
    switch abs(ahead) {
    case ..<5: Finding("clock", .ok, "the server's and this machine's agree")
    case ..<60:
      Finding("clock", .warning, "\(abs(ahead)) s apart from the server's", help: "use NTP on both")
    default:
      Finding(
        "clock", .error, "\(abs(ahead)) s apart from the server's",
        help: "use NTP on both: schedules and signatures go by the clock")
    }
  }

  static func freeSpace(megabytes: Int) -> Finding {
    switch megabytes {
    case ..<100:
      Finding(
        "disk", .error, "\(megabytes) MB are free beside the ledger",
        help: "make room: what cannot be written is refused")
    case ..<1000:
      Finding("disk", .warning, "\(megabytes) MB are free beside the ledger", help: "make room")
    default: Finding("disk", .ok, "more than 1 GB is free beside the ledger")
    }
  }

  /// Returns the finding after an empty body was posted to the address that Apple knows.
  static func notificationURL(status: Int, code: String?, hasRequestId: Bool) -> Finding {
    if status == 400, code != nil, hasRequestId {
      return Finding("notifications", .ok, "the address is reached, and asks for what Apple sends")
    }
    if status == 429 {
      return Finding(
        "notifications", .warning, "too much that Apple did not sign comes from this address",
        help: "behind a proxy, name it with --trusted-proxies")
    }
    return Finding(
      "notifications", .error, "a POST was answered \(status), not by a paywall server",
      help: "does the proxy pass /v1/appstore/notifications on, with its body?")
  }
}
