import CatalogFiles
import CommandSupport
import PaywallCatalog
import PaywallTextCoding

extension NewApp {
  /// Takes the products that a RevenueCat project sells in the App Store, their entitlements, and
  /// its offerings as paywalls. Entries that the app has already, from Xcode or a person, are not
  /// changed.
  ///
  /// - Returns: the entries that could not be taken, in sentences.
  mutating func take(
    _ project: RevenueCatProject, of store: RevenueCatProject.Store, _ options: NewAppOptions
  ) throws(Failure) -> [String] {
    if bundleId.isEmpty { bundleId = store.bundleId ?? "" }
    let ours = project.products.filter { $0.app == store.app || $0.app == nil }
    var notes = try project.sentences(besides: ours)
    // Xcode's file is whole: a product that it does not have is not sold.
    notes += options.storekit == nil ? sell(ours, options) : missing(ours)
    guard !products.isEmpty else {
      throw Failure(
        .no,
        "nothing in these files is sold in the App Store" + (notes.first.map { ": \($0)" } ?? ""),
        help: "add the answer of GET /v2/projects/PROJECT/products, or say it with --product")
    }
    let ids = Dictionary(ours.map { ($0.id, $0.storeId) }) { first, _ in first }
    notes += unlock(project.entitlements, ids)
    notes += show(project.offerings, ids)
    return notes
  }

  private func has(_ id: String) -> Bool { products.contains { $0.id.hasSameUTF8(as: id) } }

  private func missing(_ sold: [RevenueCatProject.Product]) -> [String] {
    let missing = sold.map(\.storeId).filter { !has($0) }
    return missing.isEmpty
      ? [] : ["not in Xcode's file, so not taken: \(missing.named)"]
  }

  /// Adds the products that the app does not have. RevenueCat knows no groups and levels:
  /// subscriptions are one group, those that a person has named first, then the longest.
  private mutating func sell(
    _ sold: [RevenueCatProject.Product], _ options: NewAppOptions
  ) -> [String] {
    var (new, unknown): ([Product], [String]) = ([], [])
    for product in sold
    where !has(product.storeId) && !new.contains(where: { $0.id.hasSameUTF8(as: product.storeId) })
    {
      guard let type = product.type, type != .autoRenewable || product.period != nil else {
        unknown.append(product.storeId)
        continue
      }
      new.append(Product(id: product.storeId, type: type, period: product.period))
    }
    new = new.enumerated().sorted { one, other in
      let lengths = [one, other].map { $0.element.period?.approximateSeconds ?? 0 }
      return (-lengths[0], one.offset) < (-lengths[1], other.offset)
    }.map(\.element)
    sell(products + new, groupId: options.groupId)
    var notes = unknown.map {
      "RevenueCat does not say what kind of product '\($0)' is, so it is left out: add --product"
        + " \($0)=P1Y, =consumable or =nonConsumable"
    }
    let subscriptions = products.count { $0.type == .autoRenewable }
    if subscriptions > 1, !new.isEmpty {
      notes.append(
        "RevenueCat knows no subscription groups: the \(subscriptions) subscriptions are one group, the"
          + " longest first; correct that in Paywalls/store/products.yaml, or use --storekit")
    }
    let trials = sold.filter { $0.hasTrial && has($0.storeId) }.map(\.storeId)
    if !trials.isEmpty {
      notes.append(
        "offers are not taken, such as the trial of \(trials.named): --storekit has them")
    }
    return notes
  }

  /// Writes what products unlock, by the names that the app asks for.
  private mutating func unlock(
    _ entitlements: [RevenueCatProject.Entitlement], _ ids: [String: String]
  ) -> [String] {
    guard !entitlements.isEmpty else {
      return [
        "the files have no entitlements, so all products unlock '\(groups.first?.key ?? "pro")': add the"
          + " answer of GET /v2/projects/PROJECT/entitlements?expand=items.product"
      ]
    }
    var (notes, keys): ([String], UniqueKeys) = ([], UniqueKeys())
    var unlocked: [String: [String]] = [:]
    let live = entitlements.filter { !$0.isArchived }
    // Names that stay come first, so that a changed one never takes their place.
    for entitlement in live.filter({ Names.isName($0.key) })
      + live.filter({ !Names.isName($0.key) })
    {
      let name = keys.unique(
        Names.isName(entitlement.key) ? entitlement.key : Names.suggestion(for: entitlement.key))
      if name != entitlement.key {
        notes.append("the entitlement '\(entitlement.key)' is called '\(name)' here")
      }
      for id in entitlement.products ?? [] {
        if let storeId = ids[id] { unlocked[storeId, default: []].append(name) }
      }
    }
    for index in products.indices {
      products[index].entitlements = (unlocked[products[index].id] ?? []).sorted()
    }
    let idle = products.filter { $0.type != .consumable && $0.entitlements == [] }.map(\.id)
    if !idle.isEmpty {
      notes.append("no entitlement names these, so they unlock nothing: \(idle.named)")
    }
    let archived = entitlements.filter(\.isArchived).map(\.key)
    if !archived.isEmpty { notes.append("archived entitlements are left out: \(archived.named)") }
    return notes
  }

  /// The placement shows the current offering; each other one gets a placement of its own name,
  /// because the app asked for it by that name.
  private mutating func show(
    _ offerings: [RevenueCatProject.Offering], _ ids: [String: String]
  ) -> [String] {
    var notes: [String] = []
    var (keys, places) = (UniqueKeys(), UniqueKeys())
    _ = places.unique(placement)
    let live = offerings.filter { !$0.isArchived }
    for offering in live.filter(\.isCurrent) + live.filter({ !$0.isCurrent }) {
      var sold: [String] = []
      for id in offering.products ?? [] {
        if let storeId = ids[id], has(storeId), !sold.contains(storeId) { sold.append(storeId) }
      }
      guard !sold.isEmpty else {
        notes.append("the offering '\(offering.key)' sells nothing that was taken, and is left out")
        continue
      }
      let key =
        Names.isFileName(offering.key)
        ? keys.unique(offering.key) : keys.next(offering.key, otherwise: "paywall")
      let place =
        paywalls.isEmpty
        ? nil
        : places.unique(
          Names.isName(offering.key) ? offering.key : Names.suggestion(for: offering.key))
      paywalls.append(Paywall(key: key, title: offering.title, products: sold, placement: place))
      if let place, place != offering.key {
        notes.append("the offering '\(offering.key)' is at the placement '\(place)'")
      }
      if offering.metadata > 0 {
        notes.append(
          "the metadata of the offering '\(offering.key)' is not taken: write what the app needs below"
            + " 'content' in Paywalls/\(key).yaml")
      }
    }
    let archived = offerings.filter(\.isArchived).map(\.key)
    if !archived.isEmpty { notes.append("archived offerings are left out: \(archived.named)") }
    return notes
  }
}

extension RevenueCatProject {
  /// Returns the parts that have no place in files of this app.
  ///
  /// - Parameter ours: the products of its app in the App Store.
  /// - Throws: a failure if lists came without their contents.
  fileprivate func sentences(besides ours: [Product]) throws(Failure) -> [String] {
    if let bare = offerings.first(where: { $0.products == nil && !$0.isArchived }) {
      throw Failure(
        .no, "the offering '\(bare.key)' comes without its packages",
        help: "save the answer of \(RevenueCatReader.request)")
    }
    if let bare = entitlements.first(where: { $0.products == nil && !$0.isArchived }) {
      throw Failure(
        .no, "the entitlement '\(bare.key)' comes without its products",
        help: "save the answer of GET /v2/projects/PROJECT/entitlements?expand=items.product")
    }
    var notes: [String] = []
    let known = Set(ours.map(\.id))
    let others = Dictionary(grouping: products.filter { !known.contains($0.id) }) { product in
      apps.first { $0.id == product.app }?.storeName ?? "another app"
    }
    for (store, products) in others.sorted(by: { $0.key < $1.key }) {
      notes.append("products of \(store) are left out: \(products.map(\.storeId).named)")
    }
    for (kind, count) in self.others.sorted(by: { $0.key < $1.key }) {
      notes.append("\(count) of the kind '\(kind)' cannot be taken")
    }
    if !offerings.isEmpty {
      notes.append(
        "placements, targeting and experiments are not in RevenueCat's lists: write them in"
          + " Paywalls/targeting, and with 'paywall experiment create'")
    }
    return notes
  }
}

extension RevenueCatProject.App {
  fileprivate var storeName: String {
    switch store {
    case "app_store", "mac_app_store": "another app in the App Store"
    case "play_store": "Google Play"
    case "amazon": "Amazon"
    case "stripe": "Stripe"
    case "rc_billing": "RevenueCat's web billing"
    default: "the store '\(store)'"
    }
  }
}
