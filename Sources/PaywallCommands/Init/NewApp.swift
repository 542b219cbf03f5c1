import CommandSupport
import PaywallCatalog

/// An app whose files are to be written.
struct NewApp {
  var bundleId = ""
  /// `nil` while App Store Connect does not have the app: it is then served outside of production only.
  var appAppleId: Int64?
  /// The first one is the default.
  var locales = ["en"]
  var placement = "onboarding"
  var groups: [Group] = []
  var products: [Product] = []
  var offers: [Offer] = []
  /// The first one is what the placement and the fallback show. Without any there is one of the usual kind.
  var paywalls: [Paywall] = []

  /// A subscription group.
  struct Group {
    /// Its name in the files.
    var key: String
    /// App Store Connect's number; `nil` while nobody has named it.
    var id: String?

    /// A number that nobody has: it stands in for one that is not known.
    static let placeholder = "21500001"
  }

  struct Product {
    var id: String
    var type: ProductType
    /// Subscriptions and passes only.
    var period: Period?
    /// The key of its group, and its level there, of which 1 is the highest: subscriptions only.
    var group: String?
    var level = 1
    var isFamilyShareable = false
    /// What it unlocks; `nil` for what is named after its group.
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
    /// App Store Connect's; `nil` for introductory offers.
    var id: String?
    var products: [String]
    var payment: OfferPayment
    var period: Period
    var cycles: Int
    var customers: [CustomerClass]
    var isMonthlyPlan: Bool
  }

  /// The products of a group, by level: the highest first, those that share one together.
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
  /// - Throws: a failure that says how one is written.
  init(words text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map { String($0).trimmed }
    guard parts.count == 2, !parts[0].isEmpty else { throw Self.unreadable(text) }
    if let period = Period(iso8601: parts[1]) {
      self.init(id: parts[0], type: .autoRenewable, period: period)
    } else if let type = ProductType(rawValue: parts[1]),
      [.consumable, .nonConsumable].contains(type)
    {
      self.init(id: parts[0], type: type)
    } else {
      throw Self.unreadable(text)
    }
  }

  private static func unreadable(_ text: String) -> Failure {
    Failure(
      .wrongUsage, "'\(text)' does not say what kind of product it is",
      help: "write the product id and the period of a subscription, as pro_yearly=P1Y or"
        + " pro_weekly=P1W; or coins=consumable, lifetime=nonConsumable")
  }
}
