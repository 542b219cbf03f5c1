package import AppStore

/// Texts that cannot be trusted, by reason. Each costs only itself.
package struct Refusals: Hashable, Sendable {
  package struct Item: Hashable, Sendable {
    package var reason: Distrust.Reason
    package var count: Int
    /// The mistake of the first one.
    package var detail: String
  }

  /// In the order in which the reasons first came.
  package private(set) var items: [Item] = []

  package init() {}

  init(_ distrusts: [Distrust]) { for distrust in distrusts { add(distrust) } }

  package var total: Int { items.reduce(0) { $0 + $1.count } }

  package var isEmpty: Bool { items.isEmpty }

  private mutating func add(_ distrust: Distrust) {
    let field = distrust.field.map { "\($0.rawValue): " } ?? ""
    add(Item(reason: distrust.reason, count: 1, detail: field + distrust.detail))
  }

  private mutating func add(_ item: Item) {
    if let index = items.firstIndex(where: { $0.reason == item.reason }) {
      items[index].count += item.count
    } else {
      items.append(item)
    }
  }

  static func += (left: inout Refusals, right: Refusals) {
    for item in right.items { left.add(item) }
  }

  /// `3 of another app (bundleId is missing; expected com.example), 1 damaged (…)`.
  package var words: String {
    items.map { "\($0.count) \($0.reason.words) (\($0.detail))" }.joined(separator: ", ")
  }
}
