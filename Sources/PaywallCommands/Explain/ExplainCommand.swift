import ArgumentParser
import Catalog
import Decisions
import YAMLText

/// `paywall explain`.
struct ExplainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Show what a visitor sees at a placement, and every step that led to it.",
    discussion: """
      Nothing is asked of a server: the same inputs always give the same answer.

      EXAMPLE
        paywall explain --placement onboarding --user user-7 --country GB --app-version 3.4.0
        paywall explain --placement settings --attribute sessions=12 --at 2026-12-24T18:00Z --json
      """)

  @Option(help: "The placement that the app asks for.") var placement: String
  @OptionGroup var visitor: VisitorOptions
  @Option(help: "The moment to decide at, RFC 3339; default: now.") var at: String?
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var answer: AnswerOptions

  func validate() throws {
    if let at, Timestamp(rfc3339: at) == nil {
      throw ValidationError("--at takes a time with a zone, such as 2026-12-01T09:00Z.")
    }
  }

  func run() async throws {
    let console = Console.ofProcess()
    let snapshot = CompiledSnapshot(try configuration.load(for: console))
    let now = at.flatMap { Timestamp(rfc3339: $0) } ?? .now()
    let (prepared, issues) = snapshot.visitor(try visitor.attributes(), at: now)
    for issue in issues { try complain(issue, to: console, in: snapshot.snapshot) }
    noteSlips(to: console, in: snapshot.snapshot)
    let explanation = snapshot.explain(placement, for: prepared, at: now)
    if answer.isJSON { return try console.write(json: JSONContent(explanation.content)) }
    console.write(explanation.text)
  }

  /// What a visitor may well send, and somebody who asks why hardly means.
  private func noteSlips(to console: Console, in snapshot: Snapshot) {
    if snapshot.placements[placement] == nil {
      let help = Nearest.help(for: placement, among: snapshot.placements.keys) ?? ""
      console.complain(
        "note: there is no placement '\(placement)', so this is the fallback; \(help)")
    }
    if let country = visitor.country, Country.alpha2(of: country) == nil {
      console.complain(
        "note: '\(country)' is no country of ISO 3166-1, so no audience matches it; write GB, GBR")
    }
  }

  private func complain(
    _ issue: AttributeIssue, to console: Console, in snapshot: Snapshot
  ) throws {
    switch issue {
    case .reserved(let name):
      throw Failure(
        .wrongUsage, "'\(name)' is computed by the server, so an app cannot send it",
        help: "leave it out; what is known of a subscription comes from the App Store")
    case .undeclared(let name):
      console.complain(
        "note: no attribute '\(name)' is declared in targeting/attributes.yaml; it is ignored")
    case .mistyped(let name, let expected):
      console.complain(
        "note: '\(name)' is not of the type \(expected.rawValue), so conditions on it are unknown")
    }
  }
}
