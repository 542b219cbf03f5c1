import CommandSupport
import PaywallCatalog
import PaywallDecisions
import Planning

// If a change shows a persona something other than it expects, 'paywall check' fails.
extension ConfigurationEditor {
  /// Returns the expectations that hold now, and would fail with the change.
  func newFailures(in head: Snapshot, of proposal: Proposal) -> [PersonaFailure] {
    guard !head.personas.isEmpty else { return [] }
    let before = CompiledSnapshot(snapshot).personaFailures(at: now)
    return CompiledSnapshot(head).personaFailures(at: now).filter { failure in
      let persona = proposal.renamedPersonas[failure.persona] ?? failure.persona
      return !before.contains { $0.persona == persona && $0.keys == failure.keys }
    }
  }

  func sentences(about failures: [PersonaFailure]) -> [String] {
    guard !failures.isEmpty else { return [] }
    return failures.map { "The persona '\($0.persona)' would fail: \($0.message)." }
      + [
        "'paywall check' would fail: --update-personas changes what they expect, --anyway does not."
      ]
  }

  /// Adds the edits of personas to the change.
  ///
  /// - Returns: the configuration with the change and these edits.
  func updatePersonas(
    of proposal: inout Proposal, for failures: [PersonaFailure], in head: Snapshot
  ) throws -> Snapshot {
    let updates = PersonaUpdates(head: head, files: files, now: now, console: console)
    proposal.others += try updates.changes(for: failures)
    let updated = try checked(proposal)
    guard let left = newFailures(in: updated, of: proposal).first else { return updated }
    throw Failure(
      .no, "the persona '\(left.persona)' would still fail: \(left.message); nothing was written",
      help: left.help)
  }

  /// Asks how to treat the personas that would fail.
  func choose(
    for proposal: inout Proposal, _ failures: [PersonaFailure], in head: Snapshot
  ) throws {
    let prompt = Prompt(console: console)
    guard !options.isSure, prompt.isPossible else {
      throw Failure(
        .no, "'paywall check' would fail with this change, so nothing was written",
        help: "add --update-personas to change what the personas expect, or --anyway to write it "
          + "as it is")
    }
    let question = "[u]pdate the personas, write it [a]nyway, or change [n]othing?"
    switch prompt.line(question, default: "n") {
    case "u", "update":
      _ = try updatePersonas(of: &proposal, for: failures, in: head)
      console.write("")
      show(differences(of: proposal).filter { $0.path != proposal.path })
      try agree(to: proposal)
    case "a", "anyway": return
    default: throw prompt.nothingChanged()
    }
  }
}
