import PaywallCatalog
import PaywallTextCoding
import YAMLText

extension StoreKitCheck {
  /// The configured subscription group of a product.
  private func group(of product: Product) -> SubscriptionGroup? {
    product.group.flatMap(snapshot.group)
  }

  /// A group id that is wrong for all its subscriptions is reported once, at the group.
  mutating func compareGroups() {
    for theirs in file.groups {
      let members = subscriptions.filter {
        $0.0.subscription?.group.value.hasSameUTF8(as: theirs.id.value) == true
      }
      let ours = members.compactMap { group(of: $0.1) }
      let expected = ours.first
      if let expected, ours.allSatisfy({ $0.key.hasSameUTF8(as: expected.key) }) {
        guard !expected.id.hasSameUTF8(as: theirs.id.value) else { continue }
        differs(
          at: theirs.id.range,
          "the group '\(expected.key)' has the id \(Diagnostic.quoted(theirs.id.value)) here, "
            + "'\(expected.id)' in products.yaml",
          help: "correct the id here, or 'id' of the group in products.yaml: the app asks StoreKit "
            + "for the group by it")
        continue
      }
      for (product, ours) in members {
        guard let expected = group(of: ours), !expected.id.hasSameUTF8(as: theirs.id.value),
          let place = product.subscription?.group.range
        else { continue }
        differs(
          at: place,
          "'\(ours.id)' is in the group \(Diagnostic.quoted(theirs.id.value)) here, in "
            + "'\(expected.key)' ('\(expected.id)') in products.yaml",
          help: "move it to the other group in Xcode, or correct 'group' in products.yaml")
      }
    }
  }

  /// Compares each subscription with the one before it in our order, so that one misplaced product
  /// is reported once. The numbers may differ: only their order matters, and 1 is the highest.
  mutating func compareLevels() {
    let theirs = Dictionary(
      subscriptions.map { ($0.1.id, $0.0) }, uniquingKeysWith: { first, _ in first })
    for group in snapshot.groups {
      var previous: (id: String, rank: Int, level: Int, group: String)?
      for (rank, ids) in group.levels.enumerated() {
        for id in ids {
          guard let subscription = theirs[id]?.subscription, let level = subscription.level
          else { continue }
          if let previous, previous.group.hasSameUTF8(as: subscription.group.value) {
            let here = Order(level.value, against: previous.level)
            let there = Order(rank, against: previous.rank)
            if here != there {
              differs(
                at: level.range,
                "'\(id)' is \(here.rawValue) '\(previous.id)' here, \(there.rawValue) it in "
                  + "products.yaml",
                help: "level 1 is the highest: move it in Xcode, or correct 'levels' of the group "
                  + "'\(group.key)' in products.yaml")
            }
          }
          previous = (id, rank, level.value, subscription.group.value)
        }
      }
    }
  }

  /// The relation of one level of service to another.
  private enum Order: String {
    case above
    case below
    case equal = "on the level of"

    init(_ level: Int, against other: Int) {
      self = level < other ? .above : level > other ? .below : .equal
    }
  }
}
