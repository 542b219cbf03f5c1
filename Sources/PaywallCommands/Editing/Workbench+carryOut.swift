import ArgumentParser
import Catalog
import CatalogEditing
import CatalogFiles
import Decisions
import Planning
import YAMLText

extension Workbench {
  /// Checks a change as a whole, shows it, asks, and writes it: all of it or nothing.
  ///
  /// - Parameter effects: what more changes for visitors, told from the configuration as it will be.
  func carryOut(_ proposal: Proposal, effects: (Snapshot) -> [String] = { _ in [] }) throws {
    let (head, findings) = try checked(proposal)
    try checkFairness(of: proposal, in: head, findings)
    var proposal = proposal
    proposal.effects += effects(head)
    proposal.effects += surprisedPersonas(in: head)
    let old = files.files[proposal.path].map { String(decoding: $0, as: UTF8.self) }
    let difference = LineDifference(from: old, to: proposal.text)
    guard !difference.isEmpty else {
      return try report(proposal, [], difference, .unchanged)
    }
    let warnings = try breaches(from: head)
    try checkCommit(of: proposal)
    if !options.isJSON { show(proposal, warnings, difference) }
    if options.isRehearsal { return try report(proposal, warnings, difference, .rehearsed) }
    // A closed pipe ends the command here, before anything is written.
    console.flush()
    try agree(to: proposal)
    try whileNobodyElseWrites { try write(proposal) }
    let commit = try commit(proposal)
    try report(proposal, warnings, difference, commit.map { .committed($0) } ?? .written)
  }

  /// The configuration as it would be.
  private func checked(_ proposal: Proposal) throws -> (Snapshot, Report) {
    let (head, report) = Loader.load(
      parsed.replacing(proposal.path, with: proposal.text.map { Array($0.utf8) }))
    guard let head else {
      console.complain(report.onlyErrors.text(colours: console.diagnosticColours))
      throw Failure(
        .no, "with this change the configuration would have errors, so nothing was written",
        help: "the lines above are those of the file as it would be")
    }
    return (head, report)
  }

  /// Personas that would see something else than they expect, and do not so far.
  private func surprisedPersonas(in head: Snapshot) -> [String] {
    guard !head.personas.isEmpty else { return [] }
    let before = CompiledSnapshot(snapshot).personaFailures(at: now)
    return CompiledSnapshot(head).personaFailures(at: now).filter { !before.contains($0) }
      .map { "The persona '\($0.persona)' would be surprised: \($0.message)." }
  }

  /// Warnings about visitors who are in an experiment; an error ends the command.
  private func breaches(from head: Snapshot) throws -> [Breach] {
    let breaches = Planning.breaches(from: snapshot, to: head, at: now)
    let errors = breaches.filter { $0.severity == .error }
    guard let first = errors.first else { return breaches }
    for other in errors.dropFirst() {
      console.complain("error: \(other.message)\nhelp: \(other.help)")
    }
    throw Failure(.no, "\(first.message); nothing was written", help: first.help)
  }

  /// A commit with a reason is about this change alone.
  private func checkCommit(of proposal: Proposal) throws {
    guard options.message != nil, files.files[proposal.path] != nil,
      try Git(folder, for: "-m").isChanged(proposal.path)
    else { return }
    throw Failure(
      .no,
      "\(proposal.path) has changes that are not committed, and -m would commit them as well",
      help: "commit them first, or leave -m out")
  }

  private func agree(to proposal: Proposal) throws {
    if options.isSure { return }
    let prompt = Prompt(console: console)
    guard prompt.isPossible else {
      throw Failure(
        .wrongUsage, "nobody is here to be asked, so nothing was written",
        help: "add --yes to write it, or --dry-run to only look")
    }
    guard prompt.agrees(to: proposal.question) else {
      console.complain("Nothing was changed.")
      throw ExitCode(ExitStatus.no.rawValue)
    }
  }

  /// What was checked has to be what is there: another command, or an editor, may have written any
  /// file meanwhile.
  private func whileNobodyElseWrites(_ body: () throws -> Void) throws {
    do {
      try FolderLock.hold("\(folder)/\(ConfigurationPath.paywalls)") {
        guard ConfigurationFiles.read(folder).0.files == files.files else {
          throw Failure(
            .failedOutside, "the configuration changed meanwhile, so nothing was written",
            help: "run the command again: it looks at the files as they are now")
        }
        Console.outliveReaders()
        try body()
      }
    } catch let refusal as WriteRefusal {
      throw Failure(.failedOutside, refusal.reason.message, help: refusal.reason.help)
    }
  }

  private func write(_ proposal: Proposal) throws {
    let path = proposal.path
    do {
      switch (files.files[proposal.path], proposal.text) {
      case (let old?, let new?):
        let written = try FileReplacement(
          of: path, in: folder, was: old, by: Array(new.utf8)
        ).write()
        if !written.keepsOwner { console.complain("note: the file belongs to you now") }
      case (nil, let new?): _ = try NewFile(path, in: folder, Array(new.utf8)).write()
      case (let old?, nil): try FileRemoval(of: path, in: folder, was: old).remove()
      case (nil, nil): return
      }
    } catch {
      throw Failure(
        .failedOutside, "\(proposal.path): \(error.reason.message)", help: error.reason.help)
    }
  }

  /// The short name of the commit; `nil` if none was asked for.
  private func commit(_ proposal: Proposal) throws -> String? {
    guard let message = options.message else { return nil }
    let git = try Git(folder, for: "-m")
    do {
      try git.commit(proposal.path, message: message)
      return try git.head()
    } catch let failure as Failure {
      throw Failure(
        failure.status, "\(proposal.path) was written, and not committed: \(failure.message)",
        help: failure.help)
    }
  }
}

// What is said of it.
extension Workbench {
  fileprivate enum Ending {
    case unchanged, rehearsed, written
    case committed(String)
  }

  private func show(_ proposal: Proposal, _ warnings: [Breach], _ difference: LineDifference) {
    console.write(console.strong(proposal.path))
    console.write(difference.text(for: console) + "\n")
    for effect in proposal.effects { console.write(wrapped: effect) }
    for warning in warnings {
      console.write(wrapped: "note: \(warning.message.sentence) \(warning.help.sentence)")
    }
  }

  private func report(
    _ proposal: Proposal, _ warnings: [Breach], _ difference: LineDifference, _ ending: Ending
  ) throws {
    if options.isJSON {
      return try console.write(
        json: EditCard(
          file: proposal.path, ending: ending.word, commit: ending.commit,
          effects: proposal.effects, warnings: warnings.map(\.message),
          difference: difference.text(for: .plain), key: proposal.key))
    }
    switch ending {
    case .unchanged: console.write("\(proposal.path) says so already; nothing was changed.")
    case .rehearsed: console.write("\nA rehearsal: nothing was written.")
    case .written: console.write(console.good(proposal.done))
    case .committed(let commit): console.write(console.good(proposal.done) + " Commit \(commit).")
    }
  }
}

extension Workbench.Ending {
  fileprivate var word: String {
    switch self {
    case .unchanged: "unchanged"
    case .rehearsed: "rehearsed"
    case .written, .committed: "written"
    }
  }

  fileprivate var commit: String? {
    if case .committed(let commit) = self { commit } else { nil }
  }
}

/// A change of a file, as JSON says it.
private struct EditCard: Encodable {
  var file: String
  /// `unchanged`, `rehearsed` or `written`.
  var ending: String
  var commit: String?
  var effects: [String]
  var warnings: [String]
  var difference: String
  var key: String?
}

extension Console {
  /// Without colours and without a width.
  static let plain = Console(isTerminal: false, usesColour: false, width: nil)
}

extension String {
  /// With a capital and a full stop.
  var sentence: String { prefix(1).uppercased() + dropFirst() + (hasSuffix(".") ? "" : ".") }
}
