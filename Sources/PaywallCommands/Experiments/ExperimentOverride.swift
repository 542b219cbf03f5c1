import ArgumentParser
import CatalogFiles
import CommandSupport
import PaywallCatalog
import Planning
import YAMLText

/// `paywall experiment override ID`.
struct ExperimentOverride: EditsExperiment {
  static let configuration = CommandConfiguration(
    "override", "Allow one deliberate change of what is frozen while an experiment runs.",
    """
    Writes 'override' with the phase, a digest of exactly this change, and the reason: 'check \
    --base' and a running server then accept this change and no other, and the ledger keeps when \
    and why. Visitors may be re-assigned, and results mix both: 'restart' is the safe way.

    The change is the one since the last commit, or since --base, with what is said here. Without \
    git it is what is said here.
    """,
    examples:
      "paywall experiment override annual-trial --reason \"Support cannot cope\" traffic=20%",
    "paywall experiment override annual-trial --reason \"Wrong product since Monday\" --base origin/main"
  )

  @Argument(help: .experiment, completion: .experiments) var experiment: String
  @Argument(
    help: ArgumentHelp("The change, unless the file has it already.", valueName: "key=value"))
  var changes: [Assignment] = []
  @Option(help: "Why it is meant; the ledger keeps it.") var reason: String
  @Option("revision", "The git revision that visitors have now; default: HEAD.") var base: String?
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var editing: EditOptions

  func validate() throws {
    try require(!reason.trimmed.isEmpty, "--reason takes the reason in words.")
    for change in changes where change.keys[0] == "phase" || change.keys[0] == "override" {
      throw ValidationError("'\(change.keys[0])' is no change that could be allowed.")
    }
  }

  func edit(_ file: ExperimentFile) throws {
    let old = try served(file.editor)
    let head = changes.isEmpty ? file.editor.snapshot : try changed(file)
    let change = try allowed(from: old, to: head, at: file.now)
    if let spent = old.experiments[experiment]?.override, spent.phase == change.phase,
      spent.digest == change.digest, spent.reason == reason
    {
      throw Failure(
        .no, "this change was allowed once before, for the same reason; nothing was written",
        help: "say in --reason why it is meant this time")
    }
    var edits = ExperimentEdits(file.document)
    edits.append(try self.changes.edits(in: file.document))
    edits.set(
      "override",
      [
        YAMLValue.Member("phase", .text("\(change.phase)")),
        YAMLValue.Member("digest", .text(change.digest ?? "")),
        YAMLValue.Member("reason", .text(reason)),
      ])
    try file.apply(
      edits.edits,
      question: "Allow this change of '\(experiment)'?",
      done: "The change of '\(experiment)' is allowed.",
      effects: change.allowed.map { $0.message.sentence }, since: old)
  }

  /// Returns the configuration that visitors have now: a revision. Without git, or before the first
  /// commit of the experiment, only the folder can say it.
  private func served(_ editor: ConfigurationEditor) throws -> Snapshot {
    let revision = base ?? "HEAD"
    let git: Git
    do {
      git = try Git(editor.folder, for: base == nil ? "override" : "--base")
      if base == nil, !changes.isEmpty, try !git.isRevision(revision) { return editor.snapshot }
    } catch  where base == nil && !changes.isEmpty {
      return editor.snapshot
    }
    let (files, found) = try git.files(at: revision)
    if base == nil, !changes.isEmpty,
      files.files[ExperimentFile.path(of: experiment)] == nil
    {
      return editor.snapshot
    }
    guard let snapshot = Loader.load(ParsedFiles(files), found: found).snapshot else {
      throw Failure(
        .no, "the configuration of \(revision) has errors, so nothing was compared with it",
        help: "name a revision that 'paywall check' finds no mistakes in with --base")
    }
    return snapshot
  }

  /// Returns the configuration with the change.
  private func changed(_ file: ExperimentFile) throws -> Snapshot {
    let editor = file.editor
    let text = try file.document.text(after: changes.edits(in: file.document), for: editor.console)
    let (head, report) = Loader.load(
      editor.parsed.replacing(ExperimentFile.path(of: experiment), with: Array(text.utf8)))
    guard let head else {
      editor.console.complain(
        report.onlyErrors.text(colours: editor.console.diagnosticColours))
      throw Failure(
        .no, "with this change the configuration would have errors, so nothing was written",
        help: "fix the lines above, which are those of the changed file")
    }
    return head
  }

  private func allowed(
    from old: Snapshot, to head: Snapshot, at now: Timestamp
  ) throws -> OverridableChange {
    let change = OverridableChange(of: experiment, from: old, to: head, at: now)
    if let refused = change?.refused.first {
      throw Failure(
        .no, "\(refused.message); no override allows that", help: refused.help)
    }
    guard let change, change.digest != nil else {
      throw Failure(
        .no, "nothing that is frozen in '\(experiment)' changes, so there is nothing to allow",
        help: changes.isEmpty
          ? "edit the file first, or say the change as key=value; --base names another revision"
          : "'paywall experiment set' makes this change")
    }
    return change
  }
}
