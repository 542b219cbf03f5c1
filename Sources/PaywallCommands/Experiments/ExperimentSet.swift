import ArgumentParser
import Catalog
import YAMLText

/// `paywall experiment set ID KEY=VALUE …`.
struct ExperimentSet: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Change keys of an experiment; what is frozen while it runs is refused.",
    discussion: """
      A key is written as in the file, inner ones with dots; a value as in the file, too. \
      KEY= without a value removes the key.

      EXAMPLE
        paywall experiment set annual-trial traffic=80%
        paywall experiment set annual-trial schedule.end=2026-12-22T09:00Z \\
          -m "Ends before Christmas"
        paywall experiment set lite-first audience='{ country: [GB, IE] }' \\
          metrics.guardrails=[refundRate]
      """)

  @Argument(help: .experiment, completion: .experiments) var experiment: String
  @Argument(help: ArgumentHelp("What to change: traffic=50%.", valueName: "key=value"))
  var changes: [Assignment]
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var editing: EditOptions

  func run() async throws {
    let editor = try ConfigurationEditor(configuration, editing, for: .ofProcess(), at: .now())
    let file = try editor.experiment(experiment)
    for change in changes { try change.checkHasNoVerb(for: experiment) }
    let edits = try changes.edits(in: file.document)
    let text = try file.document.text(after: edits, for: editor.console)
    try editor.apply(
      Proposal(
        path: ExperimentFile.path(of: experiment), text: text,
        question: "Change '\(experiment)'?", done: "Changed '\(experiment)'.")
    ) { head in
      head.experiments[experiment]?.effects(after: file.experiment, in: head, at: editor.now) ?? []
    }
  }
}

/// `traffic=80%`.
struct Assignment: ExpressibleByArgument {
  let keys: [String]
  /// `nil` removes the key.
  let value: String?

  init?(argument: String) {
    guard let equals = argument.firstIndex(of: "="), equals > argument.startIndex else {
      return nil
    }
    keys = argument[..<equals].split(separator: ".", omittingEmptySubsequences: false)
      .map(String.init)
    guard !keys.contains("") else { return nil }
    let written = argument[argument.index(after: equals)...]
    value = written.isEmpty ? nil : String(written)
  }

  var path: DocumentPath { DocumentPath(keys.map { .key($0) }) }

  /// Keys that a verb writes, together with what belongs to them.
  func checkHasNoVerb(for experiment: String) throws {
    let (verb, why): (String, String)
    switch keys[0] {
    case "status": (verb, why) = ("start', 'pause', 'resume', 'stop' or 'archive", "the stage")
    case "seed": (verb, why) = ("start", "the seed, which is always random")
    case "phase": (verb, why) = ("restart", "the phase, with a new seed")
    case "winner": (verb, why) = ("stop --after winner --winner VARIANT", "the winner")
    default: return
    }
    throw Failure(
      .wrongUsage, "'\(keys[0])' is not set by hand",
      help: "'paywall experiment \(verb)' writes \(why)")
  }
}

extension [Assignment] {
  /// The edits, each value read as YAML.
  func edits(in document: Document) throws -> [Edit] {
    try compactMap { change in
      guard let written = change.value else {
        guard document.root?.value(at: change.path) != nil else { return nil }
        return .remove(change.path)
      }
      let (parsed, mistakes) = Document.parse(written, path: change.path.description)
      guard let root = parsed.root, mistakes.isEmpty else {
        throw Failure(
          .wrongUsage,
          "the value of '\(change.path)' cannot be read: "
            + (mistakes.first?.message ?? "there is none"),
          help: mistakes.first?.help ?? "quote it for your shell: \(change.path)='…'")
      }
      return .set(change.path, YAMLValue(root))
    }
  }
}
