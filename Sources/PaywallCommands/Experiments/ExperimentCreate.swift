import ArgumentParser
import Catalog
import CatalogFiles
import Decisions
import YAMLText

/// `paywall experiment create ID`.
struct ExperimentCreate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Write the file of a new draft; asks for what is not said, on a terminal.",
    discussion: """
      EXAMPLE
        paywall experiment create annual-first
        paywall experiment create annual-first --placement onboarding --layer pricing \\
          --variant control=standard --variant annual=standard-trial --audience modern \\
          --title "Annual first" --yes
      """)

  @Argument(help: "The new id, which is the name of the file: small letters, digits, - and _.")
  var experiment: String
  @Option(help: "Where it runs; may be repeated.", completion: .placements)
  var placement: [String] = []
  @Option(
    help: ArgumentHelp(
      "A variant and what it shows; may be repeated, one is named control.",
      valueName: "name=paywall[:share]"))
  var variant: [VariantOption] = []
  @Option(help: "For people.") var title: String?
  @Option(help: "What you expect, and why.") var hypothesis: String?
  @Option(help: "Whom to ask about it.") var owner: String?
  @Option(help: "A named audience, or a condition as the files write it; default: everyone.")
  var audience: String?
  @Option(help: "The layer, where it could meet other experiments.") var layer: String?
  @Option(help: "The share of its audience that is enrolled.") var traffic = Share(.all)
  @Option(help: "What is hashed: visitor, userId or anonymousId.") var unit = Unit.visitor
  @Option(help: "What visitors keep once it ends: keep or control.") var after = AfterEnd.keep
  @Option(help: "The metric that decides.") var primary: String?
  @Option(help: "A metric that must not get worse; may be repeated.") var guardrail: [String] = []
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var editing: EditOptions

  func validate() throws {
    if after == .winner {
      throw ValidationError("--after takes keep or control; a winner is named when it stops.")
    }
  }

  func run() async throws {
    let editor = try ConfigurationEditor(configuration, editing, for: .ofProcess(), at: .now())
    try checkName(editor)
    var new = NewExperiment(
      id: experiment, title: title, hypothesis: hypothesis, owner: owner, placements: placement,
      layer: layer, traffic: traffic.share, unit: unit, variants: variant, after: after,
      primary: primary, guardrails: guardrail)
    var audience = audience
    if placement.isEmpty || variant.isEmpty {
      let questions = ExperimentQuestions(editor: editor)
      guard questions.arePossible, !editing.isSure else {
        throw Failure(
          .wrongUsage, "an experiment needs a placement and its variants",
          help: "add --placement P --variant control=PAYWALL --variant NAME=PAYWALL")
      }
      try questions.complete(&new, &audience)
    }
    if let audience, audience != Condition.everyone {
      new.audience = try condition(audience)
    }
    if let layer = new.layer.flatMap({ editor.snapshot.layers[$0] }) { new.unit = layer.unit }
    try editor.apply(
      Proposal(
        path: ExperimentFile.path(of: experiment), text: try new.text(),
        question: "Write it?",
        done: "Wrote Experiments/\(experiment).yaml. Next: 'paywall simulate \(experiment)', then "
          + "'paywall experiment start \(experiment)'.",
        effects: ["It is a draft, so nothing changes for visitors."]))
  }

  private func checkName(_ editor: ConfigurationEditor) throws {
    let allowed = experiment.utf8.allSatisfy {
      (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || [0x2D, 0x2E, 0x5F].contains($0)
    }
    let first = experiment.utf8.first.map { $0 != 0x2D && $0 != 0x2E && $0 != 0x5F } ?? false
    guard allowed, first, experiment.utf8.count <= 64 else {
      throw Failure(
        .wrongUsage, "\(Diagnostic.quoted(experiment)) cannot be an id",
        help:
          "use at most 64 small letters, digits, '.', '_' and '-', the first a letter or a digit")
    }
    let path = ExperimentFile.path(of: experiment)
    guard editor.files.files[path] == nil else {
      throw Failure(
        .no, "there is an experiment '\(experiment)' already",
        help: "'paywall experiment show \(experiment)' shows it; choose another id")
    }
  }

  private func condition(_ written: String) throws -> Node {
    let (document, mistakes) = Document.parse(written, path: "--audience")
    guard let root = document.root, mistakes.isEmpty else {
      throw Failure(
        .wrongUsage, "--audience cannot be read: \(mistakes.first?.message ?? "it is empty")",
        help: "name an audience, or quote a condition: --audience '{ country: [GB, IE] }'")
    }
    return root
  }
}

extension Unit: ExpressibleByArgument {}
