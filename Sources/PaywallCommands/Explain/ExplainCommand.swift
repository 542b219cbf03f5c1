import ArgumentParser
import CatalogFiles
import CommandSupport
import Foundation
import HTTPDocuments
import PaywallAPI
import PaywallCatalog
import PaywallDecisions
import PaywallServer
import Serving
import YAMLText

/// `paywall explain`.
struct ExplainCommand: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "explain", "Show what a visitor sees at a placement, and every step that led to it.",
    """
    Without --server nothing is requested: the same inputs always give the same answer. \
    With it, what the server knows of the visitor counts as well, and the answer is its JSON.
    """,
    examples: "paywall explain --placement onboarding --user user-7 --country GB \\",
    "  --app-version 3.4.0",
    "paywall explain --placement onboarding --as left-in-october \\",
    "  --why-not annual-trial",
    "paywall explain --placement settings --attribute sessions=12 \\",
    "  --at 2026-12-24T18:00Z --json",
    "paywall explain --request request.json --server https://paywalls.example.com")
  static let answerSchema = Schema.any([
    .ref(.explanation), .ref(.whyNot),
  ]).described("The decision with its steps, or with --why-not what kept the visitor out.")

  @Option(help: "The placement that the app asks for.", completion: .placements)
  var placement: String?
  @Option(.file, "A request as an app sends it, in JSON.") var request: String?
  @OptionGroup var visitor: VisitorOptions
  @Option(
    help: "Say what kept the visitor out of this experiment.", completion: .experiments)
  var whyNot: String?
  @OptionGroup var server: ServerOptions
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var answer: AnswerOptions

  func printed(on console: Console) async throws -> Printed<Content> {
    if let client = try server.client() { return try await ask(client, console) }
    let snapshot = try configuration.load(for: console)
    let question = try question(of: snapshot)
    let placement = try named(question)
    if let whyNot { _ = try snapshot.experiments.named(whyNot, "experiment") }
    let compiled = CompiledSnapshot(snapshot)
    let now = question.at ?? .now()
    let (prepared, issues) = compiled.visitor(
      question.attributes, subscriber: try question.knowledge(in: snapshot), at: now)
    for issue in issues { try complain(issue, to: console, in: snapshot) }
    noteSlips(placement, to: console, in: snapshot)
    let explanation = compiled.explain(
      placement, for: prepared, records: try records(of: question, in: snapshot), at: now)
    if let whyNot {
      let cause = explanation.whyNot(whyNot)
      return Printed(cause.content) { _ in cause.text }
    }
    return .parts(explanation.content) { console in
      console.write(explanation.text)
      for case .experiment(let finding) in explanation.steps.flatMap(\.findings)
      where finding.stage == .draft {
        let id = finding.experiment
        console.note("note: '\(id)' is a draft: 'paywall experiment start \(id)' starts it")
      }
    }
  }

  /// Asks the server, which has its own records and verified facts of the visitor.
  private func ask(
    _ client: ServerClient, _ console: Console
  ) async throws -> Printed<Content> {
    guard visitor.subscription.isEmpty, visitor.recorded.isEmpty else {
      throw Failure(
        .wrongUsage, "the server knows subscriptions and records itself",
        help: "leave --subscription and --recorded out with --server")
    }
    let snapshot = visitor.persona == nil ? nil : try configuration.load(for: console)
    let question = try question(of: snapshot)
    let data = try await client.post(
      "v1/explain", question.body(for: try named(question), whyNot: whyNot))
    let answered = Content(try JSONReader.read(Array(data)))
    return .parts(answered) { try $0.write(json: JSONContent(answered)) }
  }

  /// - Parameter snapshot: the configuration with the persona; needed only for one.
  private func question(of snapshot: Snapshot?) throws -> ExplainQuestion {
    var question = ExplainQuestion(placement: placement)
    if let request { try question.add(requestIn: request) }
    if let persona = visitor.persona, let snapshot {
      question.add(try snapshot.personas.named(persona, "persona", in: ConfigurationPath.personas))
    }
    try question.add(visitor)
    question.placement = placement ?? question.placement
    return question
  }

  /// Returns the assignments that count as recorded: those of the options, else of the request.
  private func records(
    of question: ExplainQuestion, in snapshot: Snapshot
  ) throws -> [RecordedAssignment] {
    try visitor.records(for: question.attributes, stated: question.stated, in: snapshot)
  }

  private func named(_ question: ExplainQuestion) throws -> String {
    guard let placement = question.placement else {
      throw Failure(
        .wrongUsage, "no placement is given",
        help: "add --placement, such as --placement onboarding")
    }
    return placement
  }

  /// Notes on inputs that a visitor may send, but that are likely typing errors here.
  private func noteSlips(_ placement: String, to console: Console, in snapshot: Snapshot) {
    if snapshot.placements[placement] == nil {
      let help = Nearest.help(for: placement, among: snapshot.placements.keys) ?? ""
      console.note(
        "note: there is no placement '\(placement)', so this is the fallback; \(help)")
    }
  }

  private func complain(
    _ issue: AttributeIssue, to console: Console, in snapshot: Snapshot
  ) throws {
    switch issue {
    case .reserved(let name):
      throw Failure(
        .wrongUsage, "'\(name)' is computed by the server, so an app cannot send it",
        help: "say what is known of a subscription with --subscription, such as "
          + "--subscription state=expired")
    case .undeclared(let name):
      console.note(
        "note: no attribute '\(name)' is declared in targeting/attributes.yaml; it is ignored")
    case .mistyped(let name, let expected):
      console.note(
        "note: '\(name)' is not of the type \(expected.rawValue), so conditions on it are unknown")
    case .placeholder(let name):
      console.note(
        "note: '\(name)' is the word of a program and nobody's id; it counts as not sent")
    case .unusable(let name):
      let detail = IgnoredAttributes([issue]).attributes.first?.detail ?? ""
      let sent = [
        "country": visitor.country, "platform": visitor.platform, "locale": visitor.locale,
      ]
      let value = (sent[name] ?? nil) ?? name
      let meant = name == "country" ? BuiltInGuess.country(value).map { "; write \($0)" } : nil
      console.note("note: '\(value)' is \(detail)\(meant ?? "")")
    }
  }
}
