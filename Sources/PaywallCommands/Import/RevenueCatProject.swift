import CommandSupport
import PaywallCatalog

/// A project in the lists of RevenueCat's API v2: offerings with packages, products, entitlements
/// and apps.
struct RevenueCatProject {
  var apps: [App] = []
  /// The products, each once, wherever they stand.
  var products: [Product] = []
  var offerings: [Offering] = []
  var entitlements: [Entitlement] = []
  /// Objects that have no place in files here, such as experiments: their number by kind.
  var others: [String: Int] = [:]

  struct App {
    var id: String
    /// The store: `app_store`, `play_store` and so on.
    var store: String
    var bundleId: String?

    var isOfAppStore: Bool { store == "app_store" || store == "mac_app_store" }
  }

  struct Product {
    var id: String
    /// The store's own id.
    var storeId: String
    /// The app; `nil` if the object does not say it.
    var app: String?
    /// The type; `nil` for a kind that RevenueCat leaves open.
    var type: ProductType?
    var period: Period?
    var hasTrial = false
  }

  struct Offering {
    var id: String
    /// The name that the app asks by.
    var key: String
    var title: String
    var isCurrent = false
    var isArchived = false
    /// The number of names in its metadata.
    var metadata = 0
    /// The ids of products, in the order of the packages; `nil` if the packages were not expanded.
    var products: [String]?
  }

  struct Entitlement {
    var key: String
    var isArchived = false
    /// The ids of products; `nil` if they were not expanded.
    var products: [String]?
  }
}

extension RevenueCatProject {
  /// The app in the App Store.
  struct Store {
    /// RevenueCat's id of it; `nil` if no product names its app.
    var app: String?
    var bundleId: String?
  }

  /// Finds the app of the App Store.
  ///
  /// - Parameters:
  ///   - name: RevenueCat's id of it, if a person has named it.
  ///   - bundleId: as it is in Xcode, if a person has named it.
  /// - Throws: a failure if the files do not say which it is.
  func store(named name: String?, bundleId: String?) throws(Failure) -> Store {
    let selling = unique(products.compactMap(\.app))
    if let name {
      guard selling.contains(name) || apps.contains(where: { $0.id == name }) else {
        throw Failure(
          .no, "no product is of the app '\(name)'",
          help: selling.isEmpty ? "leave --app out" : "name one of these: \(selling.named)")
      }
      return Store(app: name, bundleId: apps.first { $0.id == name }?.bundleId)
    }
    guard !apps.isEmpty else {
      guard selling.count > 1 else { return Store(app: selling.first) }
      throw Failure(
        .no,
        "the products are of \(selling.count) apps (\(selling.named)), and the files do not say which is the App Store's",
        help: "add a file with the answer of GET /v2/projects/PROJECT/apps, or name it with --app")
    }
    let ours = apps.filter(\.isOfAppStore)
    guard let first = ours.first else {
      throw Failure(
        .no, "the project has no app in the App Store",
        help: "'paywall init' begins an app without RevenueCat")
    }
    let found = ours.filter { bundleId == nil || $0.bundleId == bundleId }
    guard found.count == 1 else {
      let named = ours.map { "\($0.id) (\($0.bundleId ?? $0.store))" }.named
      throw Failure(
        .no,
        found.isEmpty
          ? "no app of the project has this bundle id: it has \(named)"
          : "the project has several apps in the App Store: \(named)",
        help: "name one with --app, such as --app \(first.id)")
    }
    return Store(app: found[0].id, bundleId: found[0].bundleId)
  }

  private func unique(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }
}
