import CommandSupport
import HTTPDocuments
import PaywallCatalog
import Planning

/// A plan in the form that `paywall plan --json` prints.
extension Plan: Card {
  static let members = Members<Self> {
    $0.always("at") { $0.at }
    $0.always("breaking") { $0.isBreaking }
    $0.always("changes") { $0.changes }
    $0.always("breaches") { $0.breaches }
    $0.always("impact") { $0.impact }
    $0.maybe("later", "Moments of schedules at which something else changes.") {
      $0.later.isEmpty ? nil : $0.later
    }
    $0.maybe("uncompared", "Moments of schedules that were left out.") {
      $0.uncompared.isEmpty ? nil : $0.uncompared
    }
  }
}

extension Plan.Later: Card {
  static let members = Members<Self> {
    $0.always("at") { $0.at }
    $0.always("impact") { $0.impact }
  }
}

extension Change: Card {
  static let members = Members<Self> {
    $0.always("change", .words(Sign.allCases.map(\.word))) { $0.sign.word }
    $0.always("kind") { $0.kind }
    $0.always("id") { $0.id }
    $0.always("details") { $0.details }
  }
}

extension Breach: Card {
  static let members = Members<Self> {
    $0.always("code") { $0.code }
    $0.always("severity", .words(["error", "warning"])) { $0.severity.rawValue }
    $0.always("file") { $0.file }
    $0.always("keys") { $0.keys }
    $0.always("message") { $0.message }
    $0.always("help") { $0.help }
  }
}

/// The visitors who are affected by a change.
extension Impact: Card {
  static let members = Members<Self> {
    $0.always("visitors") { $0.visitors }
    $0.always("synthetic", "They are simulated.") { $0.isSynthetic }
    $0.always("affected", "Those who see something else.") { $0.affected }
    $0.always("placements") { $0.placements }
    $0.always("uncovered", "What no visitor of the comparison meets.") { $0.uncovered }
  }
}

extension Impact.AtPlacement: Card {
  static let members = Members<Self> {
    $0.always("placement") { $0.placement }
    $0.always("affected") { $0.affected }
    $0.always("effects") { $0.effects }
  }
}

/// The members depend on the effect: `{"effect":"loseOffer","offer":"trial","visitors":1,…}`.
extension Impact.Effect: ContentConvertible {
  static let schema: Schema = .any([
    effect("otherPaywall", "from", "to"), effect("otherOrder", "paywall"),
    effect("otherProducts", "paywall"), effect("otherContent", "paywall"),
    effect("enter", "experiment", "variant"), effect("leave", "experiment", "variant"),
    effect("switch", "experiment", "from", "to"), effect("gainOffer", "offer"),
    effect("loseOffer", "offer"), effect("otherTerms", "offer"),
  ])

  private static func effect(_ name: String, _ subjects: String...) -> Schema {
    .object(
      [.always("effect", .constant(.text(name)))] + subjects.map { .always($0, .text) } + [
        .always("visitors", .count), .always("examples", .list(of: .text), "Some of their ids."),
      ])
  }

  var content: Content {
    .object(
      kind.subjects.map { Content.Member($0.key, .text($0.value)) } + [
        Content.Member("visitors", visitors.content), Content.Member("examples", examples.content),
      ])
  }
}

extension Impact.Kind {
  /// The effect and its subject, by the names of the schema.
  fileprivate var subjects: KeyValuePairs<String, String> {
    switch self {
    case .paywall(let from, let to):
      ["effect": "otherPaywall", "from": "\(from)", "to": "\(to)"]
    case .order(let paywall): ["effect": "otherOrder", "paywall": paywall]
    case .products(let paywall): ["effect": "otherProducts", "paywall": paywall]
    case .content(let paywall): ["effect": "otherContent", "paywall": paywall]
    case .enters(let id, let variant): ["effect": "enter", "experiment": id, "variant": variant]
    case .leaves(let id, let variant): ["effect": "leave", "experiment": id, "variant": variant]
    case .switches(let id, let from, let to):
      ["effect": "switch", "experiment": id, "from": from, "to": to]
    case .gainsOffer(let offer): ["effect": "gainOffer", "offer": offer]
    case .losesOffer(let offer): ["effect": "loseOffer", "offer": offer]
    case .offerTerms(let offer): ["effect": "otherTerms", "offer": offer]
    }
  }
}
