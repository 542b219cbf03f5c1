import ArgumentParser
import CatalogFiles
import CommandSupport
import ExperimentReports
import PaywallCatalog
import PaywallDecisions
import YAMLText

/// `paywall experiment create ID`.
struct ExperimentCreate: EditsFiles {
  static let configuration = CommandConfiguration(
    "create", "Write the file of a new draft; asks for what is not said, on a terminal.",
    examples: "paywall experiment create annual-first",
    "paywall experiment create annual-first --placement onboarding --layer pricing \\",
    "  --variant control=standard --variant annual=standard-trial --audience modern \\",
    "  --title \"Annual first\" --yes")

  @Argument(help: "The new id, the name of the file: small letters, digits, '.', '-' and '_'.")
  var experiment: String
  @Option(help: "Where it runs; may be repeated.", completion: .placements)
  var placement: [String] = []
  @Option(
    "name=paywall[:share]", "A variant and what it shows; may be repeated, one is named control.")
  var variant: [VariantOption] = []
  @Option(help: "For people.") var title: String?
  @Option(help: "What you expect, and why.") var hypothesis: String?
  @Option(help: "Whom to ask about it.") var owner: String?
  @Option(help: "A named audience, countries like DE,AT, or a condition; default: everyone.")
  var audience: String?
  @Option(help: "The layer, where it could meet other experiments.") var layer: String?
  @Option(help: "The share of its audience that is enrolled; default: 100%.") var traffic: Share?
  @Option(help: "What is hashed: visitor, userId or anonymousId.") var unit = Unit.visitor
  @Option(help: "What visitors keep once it ends: keep or control.") var after = AfterEnd.keep
  @Option(help: "The metric that decides; default: proceedsPerVisitor, with its window.")
  var primary: String?
  @Option(help: "A metric that must not get worse; may be repeated.") var guardrail: [String] = []
  @OptionGroup var pages: ExperimentPages
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var editing: EditOptions

  func validate() throws {
    try require(after != .winner, "--after takes keep or control; a winner is named when it stops.")
  }

  func edit(_ editor: ConfigurationEditor) throws {
    let path = ExperimentFile.path(of: experiment)
    try editor.requireNew(path, "an experiment", experiment, verbs: "experiment")
    var new = NewExperiment(
      id: experiment, title: title?.orNil, hypothesis: hypothesis?.orNil, owner: owner?.orNil,
      placements: placement,
      layer: layer, traffic: traffic?.share ?? .all, unit: unit, variants: variant, after: after,
      primary: primary, guardrails: guardrail)
    var audience = audience.map { editor.audience($0) }
    if placement.isEmpty || variant.isEmpty {
      let questions = ExperimentQuestions(editor: editor)
      guard questions.arePossible, !editing.isSure else {
        throw Failure(
          .wrongUsage, "an experiment needs a placement and its variants",
          help: "add --placement P --variant control=PAYWALL --variant NAME=PAYWALL")
      }
      try questions.complete(&new, &audience, hasTraffic: traffic != nil)
    }
    if let audience, audience != Condition.everyone {
      new.audience = try YAMLValue(
        typed: audience, as: "--audience",
        help: "name an audience, or quote a condition: --audience '{ country: [GB, IE] }'")
    }
    if new.primary == nil { new.window = window(of: new, editor) }
    if let layer = new.layer.flatMap({ editor.snapshot.layers[$0] }) { new.unit = layer.unit }
    try editor.apply(
      Proposal(
        path: path, text: try new.text(),
        question: "Write it?",
        done: "Wrote Experiments/\(experiment).yaml. Next: 'paywall simulate \(experiment)', then "
          + "'paywall experiment start \(experiment)'.",
        effects: ["It is a draft, so nothing changes for visitors."]
          + pages.sentences(for: new.placements))
    ) { $0.experiments[experiment]?.controlSentences(in: $0, at: editor.now) ?? [] }
  }

  /// Returns the default window of the usual goal, by the products that the variants sell.
  private func window(of new: NewExperiment, _ editor: ConfigurationEditor) -> Period {
    let shown = new.variants.compactMap { editor.snapshot.paywalls[$0.show] }.flatMap(\.products)
    return NewExperiment.usualGoal.defaultWindow(
      ShownProducts(shown, in: editor.snapshot).times(
        grace: editor.snapshot.app.billingGracePeriod))
  }
}

extension ConfigurationEditor {
  /// Returns what a person typed for an audience: countries alone are a condition.
  func audience(_ typed: String) -> String {
    Condition.yaml(
      ofCountries: typed, orNames: snapshot.audiences.keys + [Condition.everyone]) ?? typed
  }
}

extension Unit: ExpressibleByArgument {}

extension String {
  /// The text; `nil` for an empty option, which says nothing.
  fileprivate var orNil: String? { isEmpty ? nil : self }
}
