import ArgumentParser
import CatalogFiles
import PaywallCatalog

/// `paywall wall list` and `rename`.
enum WallNoun: Noun, RenamedNoun {
  static let word = "wall"
  static let kind = NameUses.Kind.paywall
  static let listing = "List the paywalls, their products and where they are shown."
  static let rename = (old: "lite", new: "starter")
  static let arguments = (
    old: "Its id now.", new: "Its new id: small letters, digits, - and _."
  )
  static let oldCompletion: CompletionKind? = .paywalls

  static func items(in snapshot: Snapshot, at now: Timestamp) -> [PaywallCard] {
    let uses = PaywallUses(snapshot)
    return snapshot.paywalls.values.sorted { $0.id < $1.id }
      .map { PaywallCard(paywall: $0, snapshot: snapshot, uses: uses) }
  }

  static var columns: [(title: String, cell: (PaywallCard) -> String)] {
    [
      ("PAYWALL", \.paywall.id),
      ("PRODUCTS", { $0.paywall.products.map(\.product).joined(separator: ", ") }),
      ("SHOWN BY", { $0.shownBy.joined(separator: ", ") }), ("TITLE", { $0.paywall.title ?? "" }),
    ]
  }
}
