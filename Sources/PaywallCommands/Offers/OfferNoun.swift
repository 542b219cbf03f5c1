import ArgumentParser
import CatalogFiles
import CommandSupport
import HTTPDocuments
import PaywallCatalog
import Serving

/// `paywall offer`.
struct OfferCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "offer", "List, show and rename offers, sign one, and find out what is wrong with a signature.",
    examples: "paywall offer list",
    "paywall offer sign loyalty --product pro_yearly --offer-key AuthKey.p8 \\",
    "  --offer-key-id 2X9R4HXF34",
    subcommands: [
      ListCommand<OfferNoun>.self, ShowCommand<OfferNoun>.self, RenameCommand<OfferNoun>.self,
      OfferExplain.self, OfferSign.self, OfferVerify.self,
    ])
}

/// `paywall offer list`, `show` and `rename`.
enum OfferNoun: ShownNoun, RenamedNoun {
  static let word = "offer"
  static let kind = NameUses.Kind.offer
  static let uses: NameUses.Kind? = kind
  static let listing = "List the offers, their terms and who may have them."
  static let showing =
    "Show one offer: its terms, who may have it, its limits, and where it is named."
  static let identifier = "The offer's key in offers.yaml."
  static let rename = (old: "loyalty", new: "stayWithUs")
  static let arguments = (old: "Its key in offers.yaml.", new: "Its new key.")
  static let remark: String? =
    "The identifier in App Store Connect stays: an offer without an 'id' gets its old key as one."
  static let none: String? = "There are no offers. They are written in Paywalls/store/offers.yaml."

  /// Returns the offers by kind, then by key.
  static func items(in snapshot: Snapshot, at now: Timestamp) -> [OfferCard] {
    let order = OfferKind.allCases
    return snapshot.offers.values
      .sorted { left, right in
        let ranks = [left, right].map { order.firstIndex(of: $0.kind) ?? order.count }
        return (ranks[0], left.key) < (ranks[1], right.key)
      }
      .map { OfferCard(offer: $0, condition: $0.condition(in: snapshot)) }
  }

  static var columns: [Table.Column<OfferCard>] {
    [
      ("OFFER", \.name), ("KIND", \.offer.kind.rawValue), ("ID", \.offer.id),
      ("PRODUCTS", { $0.offer.products.joined(separator: ", ") }), ("TERMS", \.terms),
      ("AUDIENCE", \.audience), ("LIMITS", \.limits),
    ]
  }

  static func sheet(of card: OfferCard, for console: Console) -> Sheet {
    let offer = card.offer
    var sheet = Sheet(console, title: card.name, subtitle: offer.id)
    sheet.row("kind", offer.kind.rawValue)
    sheet.row("products", offer.products.joined(separator: ", "))
    sheet.row("terms", card.terms)
    sheet.row("audience", card.condition.map { "\(card.audience): \($0)" } ?? card.audience)
    sheet.row("limits", card.limits)
    sheet.row("from", offer.window.start?.rfc3339)
    sheet.row("until", offer.window.end?.rfc3339)
    sheet.row("url", offer.code?.url)
    return sheet
  }

  static func check(_ old: String, in editor: ConfigurationEditor) throws {
    try checkIsNotCounted(old, in: editor.snapshot)
    try checkIsNotFrozen(old, in: editor)
  }

  /// Refuses an introductory offer that can be had again: transactions do not name it, so its limit
  /// counts grants, which have its key.
  private static func checkIsNotCounted(_ old: String, in snapshot: Snapshot) throws {
    guard let offer = snapshot.offers[old], offer.kind == .introductory, offer.again else { return }
    throw Failure(
      .no,
      "the limit of '\(old)' counts by this name: under another one customers could have it again",
      help: "keep the name, which App Store Connect does not know")
  }

  /// Refuses an introductory offer that a live experiment sells: the terms of a phase name it by
  /// its key.
  private static func checkIsNotFrozen(_ old: String, in editor: ConfigurationEditor) throws {
    let snapshot = editor.snapshot
    guard snapshot.offers[old]?.kind == .introductory else { return }
    let showing = snapshot.experiments.values.sorted { $0.id < $1.id }.first { experiment in
      [.running, .paused].contains(experiment.stage(at: editor.now))
        && experiment.sells(old, in: snapshot)
    }
    guard let showing else { return }
    throw Failure(
      .no, "'\(showing.id)' sells '\(old)' while it runs, and knows it by this name",
      help: "rename it once the experiment has ended")
  }
}

extension Offer {
  /// Returns the condition of its audience, if that has a name.
  fileprivate func condition(in snapshot: Snapshot) -> String? {
    (audience?.description).flatMap { snapshot.audiences[$0] }?.condition.description
  }
}

extension Experiment {
  /// True if a variant shows a paywall that lists the offer.
  fileprivate func sells(_ offer: String, in snapshot: Snapshot) -> Bool {
    variants.contains { variant in
      placements.contains { placement in
        guard case .paywall(let id)? = variant.show(at: placement) else { return false }
        return snapshot.shown(id)?.products.contains { $0.offers.contains(offer) } ?? false
      }
    }
  }
}

/// An offer as the commands print it.
struct OfferCard: Card, Named {
  let offer: Offer
  /// The condition of its audience in words, if that audience has a name.
  let condition: String?

  static let members = Members<Self> {
    $0.always("key", .text) { $0.name }
    $0.always("kind") { $0.offer.kind }
    $0.always("id", .text, "Its id in the App Store.") { $0.offer.id }
    $0.always("products", .list(of: .text)) { $0.offer.products }
    $0.always("billingPlan") { $0.offer.billingPlan }
    $0.maybe("payment") { $0.offer.payment }
    $0.maybe("period", .period) { $0.offer.period?.description }
    $0.always("cycles", .integer(from: 1)) { $0.offer.cycles }
    $0.always("audience", .text) { $0.audience }
    $0.maybe("perCustomer", .count) { $0.offer.limit?.perCustomer }
    $0.maybe("every", .period) { $0.offer.limit?.every?.description }
    $0.maybe("perDay", .count) { $0.offer.limit?.perDay }
    $0.maybe(
      "attempts", Attempts.schema, "Signatures that one grant allows, of offers that are signed."
    ) { $0.attempts }
    $0.maybe("from", .moment) { $0.offer.window.start?.rfc3339 }
    $0.maybe("until", .moment) { $0.offer.window.end?.rfc3339 }
    $0.maybe("url", .text) { $0.offer.code?.url }
  }

  struct Attempts: Card {
    var client: Int
    var server: Int

    static let members = Members<Self> {
      $0.always("client", .count) { $0.client }
      $0.always("server", .count) { $0.server }
    }
  }

  var name: String { offer.key }
  var audience: String { offer.audience?.description ?? Condition.everyone }

  /// The attempts; only signed offers have them.
  private var attempts: Attempts? {
    guard offer.kind == .promotional || offer.again else { return nil }
    return Attempts(client: offer.attempts.client, server: offer.attempts.server)
  }

  /// `P1M × 3 payAsYouGo`; `P1W freeTrial monthly` on that billing plan.
  var terms: String {
    let length = offer.period.map { offer.cycles > 1 ? "\($0) × \(offer.cycles)" : "\($0)" }
    let plan = offer.billingPlan == .upFront ? nil : offer.billingPlan.rawValue
    return [length, offer.payment?.rawValue, plan].compactMap(\.self).joined(separator: " ")
  }

  /// `1 per customer every P180D, 500 per day, 12 attempts (server 100)`.
  var limits: String {
    let limit = offer.limit
    let customer = limit?.perCustomer.map {
      "\($0) per customer" + (limit?.every.map { " every \($0)" } ?? "")
    }
    let attempts = attempts.map { "\($0.client) attempts (server \($0.server))" }
    return [customer, limit?.perDay.map { "\($0) per day" }, attempts].compactMap(\.self)
      .joined(separator: ", ")
  }
}
