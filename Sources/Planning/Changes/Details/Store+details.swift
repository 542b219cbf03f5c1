import PaywallCatalog
import PaywallTextCoding

extension Offer: Described {
  var summary: [String] {
    var words = "\(kind.rawValue) on \(products.commaSeparated)"
    if billingPlan != .upFront { words += " \(billingPlan.rawValue)" }
    if let payment { words += ", \(payment.rawValue)" }
    if let period { words += " \(period)" }
    if cycles > 1 { words += " x\(cycles)" }
    if let audience { words += ", for \(audience)" }
    return [words]
  }

  func details(since before: Offer) -> [String] {
    Details.of { details in
      details.compare("App Store Connect's id", before.id, id)
      details.compare("kind", before.kind.rawValue, kind.rawValue)
      details.compare("on", before.products.commaSeparated, to: products.commaSeparated)
      details.compare("billing plan", before.billingPlan.rawValue, billingPlan.rawValue)
      details.compare("payment", before.payment?.rawValue, payment?.rawValue)
      details.compare("period", before.period?.description, period?.description)
      details.compare("cycles", "\(before.cycles)", "\(cycles)")
      details.compare("for", before.audience.words, to: audience.words)
      details.compare("limit", before.limit?.words, limit?.words)
      details.compare("offered", before.window.words, to: window.words)
      details.compare("again", before.again ? "yes" : "no", again ? "yes" : "no")
      compareWinBack(before.winBack, &details)
      details.compare("customers", before.code?.classes, code?.classes)
      details.compare("url", before.code?.url, code?.url)
    }
  }

  private func compareWinBack(_ before: WinBackTerms?, _ details: inout Details) {
    details.compare(
      "paid for at least", before?.paidFor?.description, winBack?.paidFor?.description)
    details.compare(
      "lapsed for at least", before?.lapsedAtLeast?.description,
      winBack?.lapsedAtLeast?.description)
    details.compare(
      "lapsed for at most", before?.lapsedAtMost?.description, winBack?.lapsedAtMost?.description)
    details.compare(
      "since the last", before?.sinceLast?.description, winBack?.sinceLast?.description)
    details.compare("priority", before?.priority.rawValue, winBack?.priority.rawValue)
    details.compare(
      "App Store id", before?.appStoreId.map { "\($0)" }, winBack?.appStoreId.map { "\($0)" })
  }
}

extension OfferLimit {
  /// `1 per customer every P180D, 500 per day`, and the attempts if they are not the defaults.
  fileprivate var words: String {
    var parts: [String] = []
    if let perCustomer {
      parts.append("\(perCustomer) per customer" + (every.map { " every \($0)" } ?? ""))
    }
    if let perDay { parts.append("\(perDay) per day") }
    if signInPaywall { parts.append("signed in the paywall") }
    if attempts != AttemptLimit() {
      parts.append("\(attempts.client) attempts per grant, \(attempts.server) for servers")
    }
    return parts.commaSeparated
  }
}

extension OfferCodeTerms {
  fileprivate var classes: String { customers.map(\.rawValue).commaSeparated }
}

extension Product: Described {
  var summary: [String] {
    [
      [type.rawValue, group.map { "in '\($0)'" }, period?.description].compactMap(\.self)
        .commaSeparated
    ]
  }

  func details(since before: Product) -> [String] {
    Details.of { details in
      details.compare("type", before.type.rawValue, type.rawValue)
      details.compare("group", before.group, group)
      details.compare("period", before.period?.description, period?.description)
      details.compare(
        "entitles to", before.entitlements.commaSeparated, to: entitlements.commaSeparated)
      details.compare(
        "family sharing", before.isFamilyShareable ? "yes" : "no", isFamilyShareable ? "yes" : "no")
    }
  }
}

extension SubscriptionGroup: Described {
  var summary: [String] { [levelWords] }

  func details(since before: SubscriptionGroup) -> [String] {
    Details.of { details in
      details.compare("App Store Connect's id", before.id, id)
      details.compare("levels", before.levelWords, levelWords)
    }
  }

  /// `pro_yearly = pro_yearly_trial > pro_monthly`, the highest first.
  private var levelWords: String {
    levels.map { $0.joined(separator: " = ") }.joined(separator: " > ")
  }
}

extension APIKey: Described {
  var summary: [String] { ["role \(role.rawValue)"] }

  /// Never the digest.
  func details(since before: APIKey) -> [String] {
    Details.of { details in
      details.compare("role", before.role.rawValue, role.rawValue)
      if !before.digest.hasSameUTF8(as: digest) { details.say("is another key") }
    }
  }
}

extension App: Described {
  var summary: [String] { [bundleId] }

  func details(since before: App) -> [String] {
    Details.of { details in
      details.compare("bundle id", before.bundleId, bundleId)
      details.compare(
        "Apple id", before.appAppleId.map { "\($0)" }, appAppleId.map { "\($0)" })
      details.compare(
        "environments", before.environments.map(\.rawValue).commaSeparated,
        environments.map(\.rawValue).commaSeparated)
      details.compare("locales", before.locales.commaSeparated, locales.commaSeparated)
      details.compare("identity", before.identity.rawValue, identity.rawValue)
      details.compare("Xcode's certificate", before.xcodeCertificate, xcodeCertificate)
      if before.xcodeCertificate == xcodeCertificate,
        before.xcodeCertificateBytes != xcodeCertificateBytes
      {
        details.say("Xcode's certificate is another")
      }
    }
  }
}
