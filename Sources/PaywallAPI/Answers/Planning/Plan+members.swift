package import PaywallCatalog
package import Planning

extension Plan: AnswerObject {
  package static let members = Members<Self> {
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

extension Plan.Later: AnswerObject {
  package static let members = Members<Self> {
    $0.always("at") { $0.at }
    $0.always("impact") { $0.impact }
  }
}

extension Change: AnswerObject {
  package static let members = Members<Self> {
    $0.always("change", .words(Sign.allCases.map(\.word))) { $0.sign.word }
    $0.always("kind") { $0.kind }
    $0.always("id") { $0.id }
    $0.always("details") { $0.details }
  }
}

extension Breach: AnswerObject {
  package static let members = Members<Self> {
    $0.always("code") { $0.code }
    $0.always("severity") { $0.severity }
    $0.always("file") { $0.file }
    $0.always("keys") { $0.keys }
    $0.always("message") { $0.message }
    $0.always("help") { $0.help }
  }
}

extension Impact: AnswerObject {
  package static let members = Members<Self> {
    $0.always("visitors") { $0.visitors }
    $0.always("synthetic", "They are simulated.") { $0.isSynthetic }
    $0.always("affected", "Those who see something else.") { $0.affected }
    $0.always("placements") { $0.placements }
    $0.always("uncovered", "What no visitor of the comparison meets.") { $0.uncovered }
  }
}

extension Impact.AtPlacement: AnswerObject {
  package static let members = Members<Self> {
    $0.always("placement") { $0.placement }
    $0.always("affected") { $0.affected }
    $0.always("effects") { $0.effects }
  }
}

extension Impact.Effect: ContentConvertible {
  package static var schema: Schema { .any(Impact.Kind.samples.map(object)) }

  private static func object(of kind: Impact.Kind) -> Schema {
    .object(
      [.always("effect", .constant(.text(kind.name)))]
        + kind.subjects.map { .always($0.0, .text) } + [
          .always("visitors", Int.schema),
          .always("examples", [String].schema, "Some of their ids."),
        ])
  }

  package var content: Content {
    .object(
      [.init("effect", .text(kind.name))] + kind.subjects.map { .init($0.0, .text($0.1)) } + [
        .init("visitors", visitors.content), .init("examples", examples.content),
      ])
  }
}

extension Impact.Kind {
  fileprivate static let samples: [Self] = [
    .paywall(from: .nothing, to: .nothing), .order(paywall: ""), .products(paywall: ""),
    .content(paywall: ""), .enters(experiment: "", variant: ""),
    .leaves(experiment: "", variant: ""), .switches(experiment: "", from: "", to: ""),
    .gainsOffer(""), .losesOffer(""), .offerTerms(""),
  ]

  fileprivate var name: String {
    switch self {
    case .paywall: "otherPaywall"
    case .order: "otherOrder"
    case .products: "otherProducts"
    case .content: "otherContent"
    case .enters: "enter"
    case .leaves: "leave"
    case .switches: "switch"
    case .gainsOffer: "gainOffer"
    case .losesOffer: "loseOffer"
    case .offerTerms: "otherTerms"
    }
  }

  /// The names of its members and their texts.
  fileprivate var subjects: [(String, String)] {
    switch self {
    case .paywall(let from, let to): [("from", "\(from)"), ("to", "\(to)")]
    case .order(let paywall), .products(let paywall), .content(let paywall):
      [("paywall", paywall)]
    case .enters(let experiment, let variant), .leaves(let experiment, let variant):
      [("experiment", experiment), ("variant", variant)]
    case .switches(let experiment, let from, let to):
      [("experiment", experiment), ("from", from), ("to", to)]
    case .gainsOffer(let offer), .losesOffer(let offer), .offerTerms(let offer):
      [("offer", offer)]
    }
  }
}
