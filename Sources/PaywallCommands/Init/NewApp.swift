import CommandSupport
import PaywallCatalog

/// An app before its files are written.
struct NewApp {
  var bundleId = ""
  /// The app's number; `nil` if App Store Connect does not have the app yet, which is then served
  /// outside of production only.
  var appAppleId: Int64?
  /// The languages, the default one first.
  var locales = ["en"]
  var placement = "onboarding"
  var groups: [Group] = []
  var products: [Product] = []
  var offers: [Offer] = []
  /// The paywalls; the placement and the fallback show the first. If there is none, the usual kind
  /// is written.
  var paywalls: [Paywall] = []

  /// A subscription group.
  struct Group {
    /// Its name in the files.
    var key: String
    /// App Store Connect's number; `nil` if it was not named.
    var id: String?

    /// A number that no group has: it stands in for one that is not known.
    static let placeholder = "21500001"
  }

  struct Product {
    var id: String
    var type: ProductType
    /// The period; only subscriptions and passes have one.
    var period: Period?
    /// The key of its group, and its level there, of which 1 is the highest; only for
    /// subscriptions.
    var group: String?
    var level = 1
    var isFamilyShareable = false
    /// The entitlements that it unlocks; `nil` for the one that is named after its group.
    var entitlements: [String]?
  }

  struct Paywall {
    /// Its file's name without `.yaml`.
    var key: String
    var title: String
    var products: [String]
    /// A placement of its own; `nil` for the first paywall.
    var placement: String?
  }

  struct Offer: Hashable {
    var kind: OfferKind
    /// App Store Connect's id; `nil` for introductory offers.
    var id: String?
    var products: [String]
    var payment: OfferPayment
    var period: Period
    var cycles: Int
    var customers: [CustomerClass]
    var isMonthlyPlan: Bool
  }

  /// Returns the products of a group, by level: the highest first, with equal levels together.
  func levels(of group: Group) -> [[String]] {
    let members = products.filter { $0.group == group.key }
    return Set(members.map(\.level)).sorted().map { level in
      members.filter { $0.level == level }.map(\.id)
    }
  }
}

extension NewApp.Product {
  /// Reads `pro_yearly=P1Y` or `coins_100=consumable`.
  ///
  /// - Throws: a failure that explains the form.
  init(words text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map { String($0).trimmed }
    guard parts.count == 2, !parts[0].isEmpty else { throw Self.unreadable(text, meant: nil) }
    if let period = Period(iso8601: parts[1]) {
      self.init(id: parts[0], type: .autoRenewable, period: period)
    } else if let type = ProductType(rawValue: parts[1]),
      [.consumable, .nonConsumable].contains(type)
    {
      self.init(id: parts[0], type: type)
    } else {
      throw Self.unreadable(
        text, meant: Self.kind(inWords: parts[1]).map { "\(parts[0])=\($0)" })
    }
  }

  /// `P1Y` for `1 year` and `yearly`.
  private static func kind(inWords words: String) -> String? {
    let words = words.lowercased()
    if words.contains("lifetime") { return ProductType.nonConsumable.rawValue }
    let units = ["day": "D", "week": "W", "month": "M", "year": "Y"]
    guard let unit = units.first(where: { words.contains($0.key) }) else { return nil }
    return "P\(Int(words.filter(\.isNumber)) ?? 1)\(unit.value)"
  }

  private static func unreadable(_ text: String, meant: String?) -> Failure {
    Failure(
      .wrongUsage, "'\(text)' does not say what kind of product it is",
      help: meant.map { "write \($0)" }
        ?? "write the product id and the period of a subscription, as pro_yearly=P1Y or"
        + " pro_weekly=P1W; or coins=consumable, lifetime=nonConsumable")
  }
}
