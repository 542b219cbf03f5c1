import CommandSupport
import HTTPDocuments
import PaywallCatalog
import Planning

/// A plan as `paywall plan --json` prints it.
struct PlanCard: Card {
  let plan: Plan

  static let members = Members<Self> {
    $0.always("at", .moment) { $0.plan.at.rfc3339 }
    $0.always("breaking", .boolean) { $0.plan.isBreaking }
    $0.always("changes", .list(of: ChangeCard.schema)) { $0.plan.changes.map(ChangeCard.init) }
    $0.always("breaches", .list(of: BreachCard.schema)) { $0.plan.breaches.map(BreachCard.init) }
    $0.always("impact", ImpactCard.schema) { ImpactCard(impact: $0.plan.impact) }
    $0.maybe(
      "later", .list(of: LaterCard.schema),
      "Moments of schedules at which something else changes."
    ) { $0.plan.later.isEmpty ? nil : $0.plan.later.map(LaterCard.init) }
    $0.maybe("uncompared", .list(of: .moment), "Moments of schedules that were left out.") {
      $0.plan.uncompared.isEmpty ? nil : $0.plan.uncompared.map(\.rfc3339)
    }
  }

  struct ChangeCard: Card {
    let change: Change

    static let members = Members<Self> {
      $0.always("change", .words(Change.Sign.allCases.map(\.word))) { $0.change.sign.word }
      $0.always("kind", .words(of: Change.Kind.self)) { $0.change.kind.rawValue }
      $0.always("id", .text) { $0.change.id }
      $0.always("details", .list(of: .text)) { $0.change.details }
    }
  }

  struct BreachCard: Card {
    let breach: Breach

    static let members = Members<Self> {
      $0.always("code", .words(of: Breach.Code.self)) { $0.breach.code.rawValue }
      $0.always("severity", .words(["error", "warning"])) { $0.breach.severity.rawValue }
      $0.always("file", .text) { $0.breach.file }
      $0.always("keys", .list(of: .text)) { $0.breach.keys }
      $0.always("message", .text) { $0.breach.message }
      $0.always("help", .text) { $0.breach.help }
    }
  }

  struct LaterCard: Card {
    let later: Plan.Later

    static let members = Members<Self> {
      $0.always("at", .moment) { $0.later.at.rfc3339 }
      $0.always("impact", ImpactCard.schema) { ImpactCard(impact: $0.later.impact) }
    }
  }
}

/// Who is affected by a change.
struct ImpactCard: Card {
  let impact: Impact

  static let members = Members<Self> {
    $0.always("visitors", .count) { $0.impact.visitors }
    $0.always("synthetic", .boolean, "They are simulated.") { $0.impact.isSynthetic }
    $0.always("affected", .count, "Those who see something else.") { $0.impact.affected }
    $0.always("placements", .list(of: PlaceCard.schema)) {
      $0.impact.placements.map(PlaceCard.init)
    }
    $0.always("uncovered", .list(of: .text), "What no visitor of the comparison meets.") {
      $0.impact.uncovered
    }
  }

  struct PlaceCard: Card {
    let placement: Impact.AtPlacement

    static let members = Members<Self> {
      $0.always("placement", .text) { $0.placement.placement }
      $0.always("affected", .count) { $0.placement.affected }
      $0.always("effects", .list(of: EffectCard.schema)) {
        $0.placement.effects.map(EffectCard.init)
      }
    }
  }

  /// Its members depend on the effect: `{"effect":"loseOffer","offer":"trial","visitors":1,…}`.
  struct EffectCard: ContentConvertible {
    let effect: Impact.Effect

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
        effect.kind.subjects.map { Content.Member($0.key, .text($0.value)) } + [
          Content.Member("visitors", effect.visitors.content),
          Content.Member("examples", effect.examples.content),
        ])
    }
  }
}

extension Impact.Kind {
  /// The effect and what it is about, by the names of the schema.
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
