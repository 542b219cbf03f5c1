import PaywallAPI
import PaywallCatalog
import Planning

extension PlanCommand: AnswersInJSON {
  static let answerSchema = Schema.object([
    .always("at", .moment), .always("breaking", .boolean),
    .always("changes", .list(of: change)), .always("breaches", .list(of: breach)),
    .always("impact", impact),
    .maybe(
      "later", .list(of: .object([.always("at", .moment), .always("impact", impact)])),
      "Moments of schedules at which something else changes."),
    .maybe("uncompared", .list(of: .moment), "Moments of schedules that were left out."),
  ])

  private static let change = Schema.object([
    .always("change", .words(Change.Sign.allCases.map(\.word))),
    .always("kind", .words(of: Change.Kind.self)), .always("id", .text),
    .always("details", .list(of: .text)),
  ])

  private static let breach = Schema.object([
    .always("code", .words(of: Breach.Code.self)),
    .always("severity", .words(["error", "warning"])), .always("file", .text),
    .always("keys", .list(of: .text)), .always("message", .text), .always("help", .text),
  ])

  private static let impact = Schema.object([
    .always("visitors", .count), .always("synthetic", .boolean, "They are simulated."),
    .always("affected", .count, "Those who see something else."),
    .always(
      "placements",
      .list(
        of: .object([
          .always("placement", .text), .always("affected", .count),
          .always("effects", .list(of: effect)),
        ]))),
    .always("uncovered", .list(of: .text), "What no visitor of the comparison meets."),
  ])

  private static let effect = Schema.any([
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
}
