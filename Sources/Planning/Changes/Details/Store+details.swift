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

  static let aspects = Aspects<Offer> {
    $0.value("App Store Connect's id") { $0.id }
    $0.value("kind") { $0.kind.rawValue }
    $0.phrase("on") { $0.products.commaSeparated }
    $0.value("billing plan") { $0.billingPlan.rawValue }
    $0.value("payment") { $0.payment?.rawValue }
    $0.value("period") { $0.period?.description }
    $0.value("cycles") { "\($0.cycles)" }
    $0.phrase("for") { $0.audience.words }
    $0.value("limit") { $0.limit?.words }
    $0.phrase("offered") { $0.window.words }
    $0.value("again") { $0.again ? "yes" : "no" }
    $0.value("paid for at least") { $0.winBack?.paidFor?.description }
    $0.value("lapsed for at least") { $0.winBack?.lapsedAtLeast?.description }
    $0.value("lapsed for at most") { $0.winBack?.lapsedAtMost?.description }
    $0.value("since the last") { $0.winBack?.sinceLast?.description }
    $0.value("priority") { $0.winBack?.priority.rawValue }
    $0.value("App Store id") { $0.winBack?.appStoreId.map { "\($0)" } }
    $0.value("customers") { $0.code?.classes }
    $0.value("url") { $0.code?.url }
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

  static let aspects = Aspects<Product> {
    $0.value("type") { $0.type.rawValue }
    $0.value("group") { $0.group }
    $0.value("period") { $0.period?.description }
    $0.phrase("entitles to") { $0.entitlements.commaSeparated }
    $0.phrase("credits") { $0.currencies.unitWords }
    $0.value("family sharing") { $0.isFamilyShareable ? "yes" : "no" }
  }
}

extension [String: Int64] {
  /// Units by currency: `100 coins, 3 gems`, or `none`.
  package var unitWords: String {
    sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.commaSeparated
  }
}

extension SubscriptionGroup: Described {
  var summary: [String] { [levelWords] }

  static let aspects = Aspects<SubscriptionGroup> {
    $0.value("App Store Connect's id") { $0.id }
    $0.value("levels") { $0.levelWords }
  }

  /// `pro_yearly = pro_yearly_trial > pro_monthly`, the highest first.
  private var levelWords: String {
    levels.map { $0.joined(separator: " = ") }.joined(separator: " > ")
  }
}

extension APIKey: Described {
  var summary: [String] { ["role \(role.rawValue)"] }

  /// The aspects of a key, without its digest.
  static let aspects = Aspects<APIKey> {
    $0.value("role") { $0.role.rawValue }
    $0.value("accessPerDay") { $0.accessPerDay.map { "\($0)" } }
    $0.both { if !$0.digest.hasSameUTF8(as: $1.digest) { $2.say("is another key") } }
  }
}

extension App: Described {
  var summary: [String] { [bundleId] }

  static let aspects = Aspects<App> {
    $0.value("bundle id") { $0.bundleId }
    $0.value("Apple id") { $0.appAppleId.map { "\($0)" } }
    $0.value("environments") { $0.environments.map(\.rawValue).commaSeparated }
    $0.value("locales") { $0.locales.commaSeparated }
    $0.value("identity") { $0.identity.rawValue }
    $0.value("Xcode's certificate") { $0.xcodeCertificate }
    $0.both { before, app, details in
      if before.xcodeCertificate == app.xcodeCertificate,
        before.xcodeCertificateBytes != app.xcodeCertificateBytes
      {
        details.say("Xcode's certificate is another")
      }
    }
  }
}
