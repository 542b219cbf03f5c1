import ArgumentParser
import AtomicFile
import Catalog
import CatalogEditing
import CatalogFiles
import Decisions
import Planning
import YAMLText

extension ConfigurationEditor {
  /// Checks a change as a whole, shows it, asks, and writes it: all of it or nothing.
  ///
  /// - Parameters:
  ///   - base: what visitors have now, if that is not the configuration as it was read.
  ///   - effects: further changes for visitors, computed from the changed configuration.
  func apply(
    _ proposal: Proposal, since base: Snapshot? = nil, effects: (Snapshot) -> [String] = { _ in [] }
  ) throws {
    let (head, findings) = try checked(proposal)
    try checkFairness(of: proposal, in: head, findings)
    var proposal = proposal
    proposal.effects += effects(head)
    proposal.effects += failingPersonas(in: head)
    let old = files.files[proposal.path].map { String(decoding: $0, as: UTF8.self) }
    let difference = LineDifference(from: old, to: proposal.text)
    guard !difference.isEmpty else {
      return try report(proposal, [], difference, .unchanged)
    }
    let warnings = try breaches(from: base ?? snapshot, to: head)
    try checkCommit(of: proposal)
    if !options.isJSON { show(proposal, warnings, difference) }
    if options.isDryRun { return try report(proposal, warnings, difference, .dryRun) }
    // A closed pipe ends the command here, before anything is written.
    console.flush()
    try agree(to: proposal)
    try whileUnchanged { try write(proposal) }
    let commit = try commit(proposal)
    try report(proposal, warnings, difference, commit.map { .committed($0) } ?? .written)
  }

  /// The configuration with the change.
  private func checked(_ proposal: Proposal) throws -> (Snapshot, Report) {
    let (head, report) = Loader.load(
      parsed.replacing(proposal.path, with: proposal.text.map { Array($0.utf8) }))
    guard let head else {
      console.complain(report.onlyErrors.text(colours: console.diagnosticColours))
      throw Failure(
        .no, "with this change the configuration would have errors, so nothing was written",
        help: "mend the lines above, which are those of the changed file")
    }
    return (head, report)
  }

  /// Personas whose expectations hold now and would fail with the change.
  private func failingPersonas(in head: Snapshot) -> [String] {
    guard !head.personas.isEmpty else { return [] }
    let before = CompiledSnapshot(snapshot).personaFailures(at: now)
    let failures = CompiledSnapshot(head).personaFailures(at: now).filter { !before.contains($0) }
      .map { "The persona '\($0.persona)' would fail: \($0.message)." }
    guard !failures.isEmpty else { return [] }
    return failures + ["Until its file in Paywalls/personas expects that, 'paywall check' fails."]
  }

  /// Warnings about visitors who are in an experiment; an error ends the command.
  private func breaches(from base: Snapshot, to head: Snapshot) throws -> [Breach] {
    let breaches = Planning.breaches(from: base, to: head, at: now)
    // What was broken without this edit is not its mistake.
    let earlier = Set(Planning.breaches(from: base, to: snapshot, at: now))
    let errors = breaches.filter { $0.severity == .error && !earlier.contains($0) }
    guard let first = errors.first else { return breaches }
    for other in errors.dropFirst() {
      console.complain("error: \(other.message)\nhelp: \(other.help)")
    }
    throw Failure(.no, "\(first.message); nothing was written", help: first.help)
  }

  /// A commit must hold this change alone.
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
        .wrongUsage, "there is no terminal to ask on, so nothing was written",
        help: "add --yes to write the change, or --dry-run to only show it")
    }
    guard prompt.agrees(to: proposal.question) else {
      console.complain("Nothing was changed.")
      throw ExitCode(ExitStatus.no.rawValue)
    }
  }

  /// Holds the folder's lock and checks that its files are the ones that were checked: another
  /// command, or a text editor, may have written any file in the meantime.
  private func whileUnchanged(_ body: () throws -> Void) throws {
    do {
      try FolderLock.hold("\(folder)/\(ConfigurationPath.paywalls)") {
        guard ConfigurationFiles.read(folder).0.files == files.files else {
          throw Failure(
            .failedOutside, "the configuration changed meanwhile, so nothing was written",
            help: "run the command again, which reads the files as they are now")
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
