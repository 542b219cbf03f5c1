import CatalogEditing
import CatalogFiles
import CommandSupport
import PaywallCatalog
import Planning
import Serving
import YAMLText

extension ConfigurationEditor {
  /// Checks a change as a whole, shows it, asks, and writes it: all of it or nothing.
  ///
  /// - Parameters:
  ///   - base: the configuration that visitors have now, if it is not the one that was read.
  ///   - effects: further changes for visitors, computed from the changed configuration.
  func apply(
    _ proposal: Proposal, since base: Snapshot? = nil, effects: (Snapshot) -> [String] = { _ in [] }
  ) throws {
    var proposal = proposal
    var head = try checked(proposal)
    let failures = newFailures(in: head, of: proposal)
    let updatesPersonas =
      options.updatesPersonas || proposal.updatesPersonas && !options.anyway
    if updatesPersonas, !failures.isEmpty {
      head = try updatePersonas(of: &proposal, for: failures, in: head)
    }
    proposal.effects += effects(head)
    let differences = differences(of: proposal)
    guard !differences.isEmpty else { return try report(proposal, [], [], .unchanged) }
    let warnings = try breaches(from: base ?? snapshot, to: head)
    try checkCommit(of: proposal)
    if !updatesPersonas { proposal.effects += sentences(about: failures) }
    let isSilent = options.isJSON || console.isQuiet && options.isSure && !options.isDryRun
    if !isSilent { show(proposal, warnings, differences) }
    if options.isDryRun { return try report(proposal, warnings, differences, .dryRun) }
    // A closed pipe ends the command here, before anything is written.
    console.flush()
    let interruption = Interruption(on: console) { "Nothing was changed." }
    if failures.isEmpty || options.anyway || updatesPersonas {
      try agree(to: proposal)
    } else {
      try choose(for: &proposal, failures, in: head)
    }
    interruption.end()
    try whileUnchanged { try write(proposal.files) }
    show(proposal.key)
    let commit = try commit(proposal)
    try report(
      proposal, warnings, self.differences(of: proposal),
      commit.map { .committed($0) } ?? .written)
  }

  /// Shows a key once its file holds it, and before a commit that may fail: an unseen key could
  /// only be revoked.
  private func show(_ key: String?) {
    guard let key, !options.isJSON else { return }
    console.write(console.strong(key))
    console.write(wrapped: "This is the key, and it is shown only now.\n")
  }

  /// Returns the configuration with the change.
  func checked(_ proposal: Proposal) throws -> Snapshot {
    let changed = proposal.files.reduce(parsed) {
      $0.replacing($1.path, with: $1.text.map { Array($0.utf8) })
    }
    let (head, report) = Loader.load(changed)
    guard let head else {
      console.complain(report.onlyErrors.text(colours: console.diagnosticColours))
      throw Failure(
        .no, "with this change the configuration would have errors, so nothing was written",
        help: "fix the lines above, which are those of the changed files")
    }
    try checkFairness(of: proposal, in: head, report)
    return head
  }

  /// Returns the files that change, each with its lines.
  func differences(of proposal: Proposal) -> [(path: String, lines: LineDifference)] {
    proposal.files.map { file in
      let old = files.files[file.path].map { String(decoding: $0, as: UTF8.self) }
      return (file.path, LineDifference(from: old, to: file.text))
    }.filter { !$0.lines.isEmpty }
  }

  /// Returns the warnings about visitors who are in an experiment; an error ends the command.
  private func breaches(from base: Snapshot, to head: Snapshot) throws -> [Breach] {
    let breaches = Planning.breaches(from: base, to: head, at: now)
    guard breaches.contains(where: { $0.severity == .error }) else { return breaches }
    // Breaches that exist without this edit are not its mistake.
    let earlier = Set(Planning.breaches(from: base, to: snapshot, at: now))
    let errors = breaches.filter { $0.severity == .error && !earlier.contains($0) }
    guard let first = errors.first else { return breaches }
    for other in errors.dropFirst() {
      console.complain("error: \(other.message)\nhelp: \(other.help)")
    }
    throw Failure(.no, "\(first.message); nothing was written", help: first.help)
  }

  func agree(to proposal: Proposal) throws {
    if options.isSure { return }
    try Prompt(console: console).requireAgreement(
      to: proposal.question, or: "written",
      help: "add --yes to write the change, or --dry-run to only show it")
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
}
