import CommandSupport
import HTTPDocuments
import PaywallCatalog

/// Reads files of RevenueCat's API v2: a list, or several lists in an array or an object.
struct RevenueCatReader {
  private(set) var project = RevenueCatProject()
  /// The addresses at which lists go on; lists whose last page was read are in `ended`.
  private var next: [String: String] = [:]
  private var ended: Set<String> = []
  private var path = ""
  private var objects = 0

  static let request = "GET /v2/projects/PROJECT/offerings?expand=items.package.product"
  /// Values in one file; 500 products have about 10,000.
  private static let mostValues = 2_000_000

  mutating func read(_ path: String) throws {
    let bytes = try Array(file: path, help: "name a file with an answer of RevenueCat's API v2")
    self.path = path
    objects = 0
    let value: JSONValue
    do {
      value = try JSONReader.read(bytes, atMost: Self.mostValues)
    } catch {
      throw unreadable(bytes, error)
    }
    try take(value)
    guard objects > 0 else {
      throw Failure(
        .no, "'\(path)' has no list of RevenueCat's API v2",
        help: "save the answer of \(Self.request)")
    }
  }

  /// Ends the command if a list was not read to its end.
  func requireWholeLists() throws(Failure) {
    let open = next.filter { !ended.contains($0.key) }
    guard let first = open.min(by: { $0.key < $1.key }) else { return }
    throw Failure(
      .no, "the list '\(first.key)' goes on behind what the files have",
      help: "save the answer of GET \(first.value) as well, and name both files")
  }

  private func unreadable(_ bytes: [UInt8], _ problem: Problem) -> Failure {
    let place = problem.place.map { ":\($0.line):\($0.column)" } ?? ""
    if bytes.allSatisfy({ $0 <= 0x20 }) {
      return Failure(.no, "'\(path)' is empty", help: "save the answer of \(Self.request)")
    }
    let start = String(decoding: bytes.prefix(4096), as: UTF8.self)
    return Failure(
      .no, "\(path)\(place): this is no JSON, or only a part of it: \(problem.detail)",
      help: start.contains("store_transaction_id")
        ? "a scheduled export is read by 'paywall import revenuecat --customers \(path)'"
        : "save the whole answer of \(Self.request)")
  }

  private mutating func take(_ value: JSONValue) throws {
    switch value {
    case .list(let values): for value in values { try take(value) }
    case .object(let members):
      guard let kind = value["object"]?.string else {
        guard value["current_offering_id"] == nil, value["subscriber"] == nil else {
          throw Failure(
            .no, "'\(path)' is an answer of RevenueCat's API v1",
            help: "ask version 2, which has products and entitlements: \(Self.request)")
        }
        for member in members { try take(member.value) }
        return
      }
      objects += 1
      try take(value, of: kind)
    default: break
    }
  }

  private mutating func take(_ value: JSONValue, of kind: String) throws {
    switch kind {
    case "list": try take(list: value)
    case "app": take(app: value)
    case "product": _ = try take(product: value)
    case "offering": try take(offering: value)
    case "entitlement": try take(entitlement: value)
    case "error":
      throw Failure(
        .no, "'\(path)' holds an error of RevenueCat: \(value["message"]?.string ?? "no message")",
        help: "put the request right, and save its answer")
    default: project.others[kind, default: 0] += 1
    }
  }

  private mutating func take(list: JSONValue) throws {
    let items = list["items"]?.items ?? []
    let address = list["url"]?.string?.split(separator: "?").first.map(String.init)
    let key = address ?? items.first?["object"]?.string ?? path
    if let more = list["next_page"]?.string { next[key] = more } else { ended.insert(key) }
    for item in items { try take(item) }
  }

  private mutating func take(app: JSONValue) {
    guard let id = app["id"]?.string, !project.apps.contains(where: { $0.id == id }) else { return }
    let store = app["type"]?.string ?? "unknown"
    project.apps.append(
      RevenueCatProject.App(id: id, store: store, bundleId: app[store]?["bundle_id"]?.string))
  }

  /// - Returns: RevenueCat's id of the product.
  private mutating func take(product: JSONValue) throws -> String {
    let id = try text("id", of: product, "product")
    let storeId = try text("store_identifier", of: product, "product")
    if let app = product["app"] { take(app: app) }
    guard !project.products.contains(where: { $0.id == id }) else { return id }
    let (type, period) = Self.kind(of: product)
    project.products.append(
      RevenueCatProject.Product(
        id: id, storeId: storeId,
        app: product["app_id"]?.string ?? product["app"]?["id"]?.string, type: type,
        period: period, hasTrial: product["subscription"]?["trial_duration"]?.string != nil))
    return id
  }

  private static func kind(of product: JSONValue) -> (ProductType?, Period?) {
    let period = product["subscription"]?["duration"]?.string.flatMap { Period(iso8601: $0) }
    switch product["type"]?.string {
    case "subscription": return (.autoRenewable, period)
    case "non_renewing_subscription": return (.nonRenewable, period)
    case "consumable": return (.consumable, nil)
    case "non_consumable": return (.nonConsumable, nil)
    case "one_time":
      let isConsumable = product["one_time"]?["is_consumable"]?.boolean
      return (isConsumable.map { $0 ? .consumable : .nonConsumable }, nil)
    default: return (nil, nil)
    }
  }

  private mutating func take(offering: JSONValue) throws {
    var new = RevenueCatProject.Offering(
      id: try text("id", of: offering, "offering"),
      key: try text("lookup_key", of: offering, "offering"), title: "")
    new.title = offering["display_name"]?.string ?? new.key
    new.isCurrent = offering["is_current"]?.boolean ?? false
    new.isArchived = offering["state"]?.string == "inactive"
    if case .object(let members) = offering["metadata"] { new.metadata = members.count }
    if let packages = offering["packages"] {
      new.products = try products(of: packages, in: "offering '\(new.key)'")
    }
    let known = project.offerings.firstIndex { $0.id == new.id }
    guard let known else { return project.offerings.append(new) }
    if project.offerings[known].products == nil { project.offerings[known] = new }
  }

  /// The products of packages, by their position.
  private mutating func products(of packages: JSONValue, in owner: String) throws -> [String] {
    let found = try items(packages, of: owner, "packages")
    let sorted = found.enumerated().sorted {
      ($0.element["position"]?.whole ?? .max, $0.offset)
        < ($1.element["position"]?.whole ?? .max, $1.offset)
    }
    var ids: [String] = []
    for (_, package) in sorted {
      guard let products = package["products"] else {
        throw Failure(
          .no, "the packages of the \(owner) come without their products",
          help: "save the answer of \(Self.request)")
      }
      for item in try items(products, of: owner, "products") {
        let id = try take(product: item["product"] ?? item)
        if !ids.contains(id) { ids.append(id) }
      }
    }
    return ids
  }

  private mutating func take(entitlement: JSONValue) throws {
    var new = RevenueCatProject.Entitlement(
      key: try text("lookup_key", of: entitlement, "entitlement"))
    new.isArchived = entitlement["state"]?.string == "inactive"
    if let products = entitlement["products"] {
      var ids: [String] = []
      for item in try items(products, of: "entitlement '\(new.key)'", "products") {
        ids.append(try take(product: item["product"] ?? item))
      }
      new.products = ids
    }
    let known = project.entitlements.firstIndex { $0.key == new.key }
    guard let known else { return project.entitlements.append(new) }
    if project.entitlements[known].products == nil { project.entitlements[known] = new }
  }

  /// The items of a list inside of another object, which cannot be read on from a second file.
  private func items(
    _ list: JSONValue, of owner: String, _ what: String
  ) throws(Failure) -> [JSONValue] {
    guard let more = list["next_page"]?.string else { return list["items"]?.items ?? [] }
    throw Failure(
      .no, "'\(path)' has only a part of the \(what) of the \(owner)",
      help: "they go on at \(more): put those items into the list, with \"next_page\": null")
  }

  private func text(
    _ name: String, of object: JSONValue, _ kind: String
  ) throws(Failure) -> String {
    if let text = object[name]?.string, !text.isEmpty { return text }
    let which = object["id"]?.string.map { "the \(kind) '\($0)'" } ?? "one \(kind)"
    throw Failure(
      .no, "'\(path)' is no answer of RevenueCat's API v2: \(which) has no '\(name)'",
      help: "save the whole answer of \(Self.request)")
  }
}

extension JSONValue {
  /// Returns a member; `nil` if it is not there, or null.
  fileprivate subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }.flatMap { $0.value == .null ? nil : $0.value }
  }

  fileprivate var string: String? { if case .text(let text) = self { text } else { nil } }

  fileprivate var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }

  fileprivate var items: [JSONValue]? { if case .list(let items) = self { items } else { nil } }
}
