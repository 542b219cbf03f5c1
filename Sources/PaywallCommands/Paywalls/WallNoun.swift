import ArgumentParser
import CatalogFiles
import CommandSupport
import HTTPDocuments
import PaywallCatalog

/// `paywall wall`; `paywall paywall` is its former name.
struct PaywallNoun: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "wall", "List, show, create, rename and delete paywalls.",
    examples: "paywall wall list",
    "paywall wall show standard --locale de",
    "paywall wall create winter --from standard",
    "paywall wall delete gift-wall --replace-with standard",
    subcommands: [
      ListCommand<WallNoun>.self, PaywallShow.self, PaywallCreate.self,
      RenameCommand<WallNoun>.self,
      PaywallDelete.self,
    ],
    aliases: ["paywall"])
}

/// `paywall wall list` and `rename`.
enum WallNoun: Noun, RenamedNoun {
  static let word = "wall"
  static let kind = NameUses.Kind.paywall
  static let listing = "List the paywalls, their products and where they are shown."
  static let rename = (old: "lite", new: "starter")
  static let arguments = (
    old: "Its id now.", new: "Its new id: small letters, digits, '.', '-' and '_'."
  )
  static let oldCompletion: CompletionKind? = .paywalls

  static func items(in snapshot: Snapshot, at now: Timestamp) -> [PaywallCard] {
    let uses = PaywallUses(snapshot)
    return snapshot.paywalls.values.sorted { $0.id < $1.id }
      .map { PaywallCard(paywall: $0, snapshot: snapshot, uses: uses) }
  }

  static var columns: [Table.Column<PaywallCard>] {
    [
      ("PAYWALL", \.paywall.id),
      ("PRODUCTS", { $0.paywall.products.map(\.product).joined(separator: ", ") }),
      ("SHOWN BY", { $0.shownBy.joined(separator: ", ") }), ("TITLE", { $0.paywall.title ?? "" }),
    ]
  }
}

/// A paywall as the commands print it.
struct PaywallCard: Card {
  let paywall: Paywall
  let snapshot: Snapshot
  let uses: PaywallUses

  static let members = Members<Self> {
    $0.always("id", .text) { $0.paywall.id }
    $0.maybe("title", .text) { $0.paywall.title }
    $0.always("products", .list(of: ProductCard.schema)) { $0.products }
    $0.maybe("selected", .text, "The product that is selected at first.") { $0.paywall.selected }
    $0.always("shownBy", "Placements, `fallback`, and `experiment ID`.") { $0.shownBy }
  }

  struct ProductCard: Card {
    let entry: PaywallProduct
    let type: String

    static let members = Members<Self> {
      $0.always("id", .text) { $0.entry.product }
      $0.always("type", .words(of: ProductType.self)) { $0.type }
      $0.always("billingPlan", "How it is sold here.") { $0.entry.billingPlan }
      $0.always("offers", "In the order in which they are tried.") { $0.entry.offers }
    }
  }

  var products: [ProductCard] {
    paywall.products.map {
      ProductCard(entry: $0, type: snapshot.products[$0.product]?.type.rawValue ?? "unknown")
    }
  }

  var shownBy: [String] { uses[paywall.id] }
}

/// The places where each paywall of a snapshot may be shown, found once for all of them.
struct PaywallUses {
  private var names: [String: [String]] = [:]

  init(_ snapshot: Snapshot) {
    for placement in snapshot.placements.values.sorted(by: { $0.id < $1.id }) {
      add(placement.id, for: [placement.default] + placement.rules.map(\.show))
    }
    add("fallback", for: [snapshot.fallback])
    for experiment in snapshot.experiments.values.sorted(by: { $0.id < $1.id }) {
      let shows = experiment.variants.flatMap { variant in
        experiment.placements.compactMap { variant.show(at: $0) }
      }
      add("experiment \(experiment.id)", for: shows)
    }
  }

  /// Returns the placements, the fallback and the experiments that may show it.
  subscript(paywall: String) -> [String] { names[paywall] ?? [] }

  private mutating func add(_ name: String, for shows: [Show]) {
    for case .paywall(let id) in Set(shows) { names[id, default: []].append(name) }
  }
}
