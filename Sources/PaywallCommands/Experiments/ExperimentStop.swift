import ArgumentParser
import CommandSupport
import ExperimentReports
import ExperimentResults
import PaywallCatalog
import PaywallServer
import YAMLText

/// `paywall experiment stop ID`.
struct ExperimentStop: EditsExperiment {
  static let configuration = CommandConfiguration(
    "stop", "End an experiment, and say what its visitors get from now on.",
    """
    keep      visitors who saw a variant keep it; all others get the rules of the placement
    control   all visitors get the rules of the placement
    winner    all visitors in the audience get the variant that --winner names

    With control, the rules that a roll-out of it wrote go as well. Personas that would see \
    something else are edited to expect that, unless --anyway leaves them.

    If there is a ledger and the results do not say to ship the winner, that is said first.
    """,
    examples: "paywall experiment stop annual-trial --after keep",
    "paywall experiment stop annual-trial --after winner --winner trial \\",
    "  -m \"12% more trials\"")

  @Argument(help: .experiment, completion: .experiments) var experiment: String
  @Option(help: "What visitors get: keep, control or winner; asked on a terminal.")
  var after: AfterEnd?
  @Option(help: "The variant that won, with --after winner.") var winner: String?
  @OptionGroup var ledger: LedgerOptions
  @OptionGroup var editing: EditOptions

  func validate() throws {
    if winner != nil, let after, after != .winner {
      throw ValidationError("--winner goes with --after winner.")
    }
  }

  var configuration: ConfigurationOptions { ledger.configuration }

  func edit(_ file: ExperimentFile) async throws {
    let (found, editor) = (file.experiment, file.editor)
    try check(found)
    let after = try after ?? ask(found, editor)
    let winner = try after == .winner ? winner(of: found, editor) : nil
    let doubt = await doubt(winner, found)
    let rollout = file.stage == .ended ? WrittenRollout(of: found, in: editor.snapshot) : nil
    try file.apply(
      edits(file, after, winner),
      others: after == .control ? [try rollout?.removed(in: editor)].compactMap(\.self) : [],
      question: "Stop '\(found.id)' for good?", done: "Stopped '\(found.id)'.",
      effects: (doubt.map { [$0] } ?? [])
        + (file.stage == .scheduled
          ? ["It has not started, so nothing changes for visitors."]
          : remains(of: rollout, after) + effects(found, after, winner)),
      updatesPersonas: true)
  }

  /// Returns sentences about the rules of a roll-out that go or stay.
  private func remains(of rollout: WrittenRollout?, _ after: AfterEnd) -> [String] {
    switch after {
    case .control: rollout?.sentences ?? []
    case .keep: rollout?.remaining ?? []
    case .winner: []
    }
  }

  /// Returns why the results do not say to ship the winner; `nil` if they do, or without a readable
  /// ledger.
  private func doubt(_ winner: String?, _ found: Experiment) async -> String? {
    guard let winner, ledger.isThere,
      let snapshot = try? ledger.configuration.load(for: .ofProcess()),
      let report = try? await ledger.report(ResultsQuestion(found.id), snapshot),
      report.verdict.decision != .ship(variant: winner)
    else { return nil }
    return
      "Warning: the results do not say to ship '\(winner)'. \(report.verdict.sentence)"
  }

  private func check(_ found: Experiment) throws {
    switch found.status {
    case .running, .paused: return
    case .stopped where after != nil || winner != nil: return
    case .draft:
      throw found.refusal(
        "is a draft, so there is nothing to stop",
        help: "'paywall experiment delete \(found.id)' removes it")
    case .stopped, .archived:
      throw found.refusal(
        "is \(found.status.rawValue) already",
        help: found.status == .stopped
          ? "--after, with --winner, changes what its visitors get"
          : "an archived experiment shows nothing; 'restart' opens a new phase")
    }
  }

  /// Writes the end unless the schedule has passed it, so that the file says when it was; the end
  /// of an experiment that has not started is right after its start.
  private func edits(_ file: ExperimentFile, _ after: AfterEnd, _ winner: String?) -> [Edit] {
    let (found, now) = (file.experiment, file.now)
    var edits = ExperimentEdits(file.document)
    edits.set("status", ExperimentStatus.stopped.rawValue)
    if found.status != .stopped, found.schedule.end.map({ $0 > now }) ?? true {
      edits.set(time: "until", now.toTheMinute(after: found.schedule.start))
    }
    if found.after != after { edits.set("after", after.rawValue) }
    if let winner {
      edits.set("winner", winner)
    } else if found.winner != nil {
      edits.remove("winner")
    }
    if after == .control, found.rollout != nil { edits.remove("rollout") }
    return edits.edits
  }

  private func effects(_ found: Experiment, _ after: AfterEnd, _ winner: String?) -> [String] {
    let places = found.placements.map { "'\($0)'" }.joined(separator: " and ")
    switch after {
    case .keep:
      return [
        "No more visitors enter, and visitors who saw a variant keep it.",
        "All others get the rules of \(places).",
      ]
    case .control:
      return ["No more visitors enter, and all get the rules of \(places)."]
    case .winner:
      let shown = winner.flatMap { found.variant(named: $0)?.words } ?? "?"
      return [
        "All visitors in the audience who are not held out see \(shown) (\(winner ?? "?")) at \(places)."
      ]
    }
  }
}

// Questions on a terminal.
extension ExperimentStop {
  private func ask(_ found: Experiment, _ editor: ConfigurationEditor) throws -> AfterEnd {
    if winner != nil { return .winner }
    let prompt = Prompt(console: editor.console)
    guard prompt.isPossible, !editing.isSure else {
      throw Failure(
        .wrongUsage,
        "--after is missing: what the visitors of '\(found.id)' get from now on",
        help: "add --after keep, --after control, or --after winner --winner VARIANT")
    }
    return try prompt.line(
      "What do its visitors get: keep, control or winner?", default: found.after.rawValue
    ) { answer in
      guard let after = AfterEnd(rawValue: answer) else {
        throw Failure(.wrongUsage, "'\(answer)' is none of keep, control and winner")
      }
      return after
    }
  }

  private func winner(of found: Experiment, _ editor: ConfigurationEditor) throws -> String {
    if let winner = winner ?? found.winner { return try found.named(winner).name }
    let prompt = Prompt(console: editor.console)
    guard prompt.isPossible, !editing.isSure else { throw found.winnerIsMissing }
    return try prompt.line("Which variant won?") { try found.named($0).name }
  }
}

extension AfterEnd: ExpressibleByArgument {}
