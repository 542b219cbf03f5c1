import CatalogFiles
import CommandSupport
import PaywallCatalog
import YAMLText

extension ConfigurationEditor {
  /// Refuses an experiment in which Apple would give the visitors of one variant an introductory
  /// offer that we withhold: only evidence lets the server withhold it.
  func checkFairness(of proposal: Proposal, in head: Snapshot, _ findings: Report) throws {
    let changed = head.experiments.values.first { ExperimentFile.path(of: $0.id) == proposal.path }
    guard let changed, [.running, .scheduled].contains(changed.stage(at: now)),
      let unfair = findings.unfairness(of: changed, in: head)
    else { return }
    // An experiment that is already unfair may still be changed in other ways.
    if let old = snapshot.experiments[changed.id], old.stage(at: now) == .running,
      report.unfairness(of: old, in: snapshot) != nil
    {
      return
    }
    throw Failure(
      .no, "\(unfair.message), so the variants cannot be compared",
      help: "let both variants list the offer, give them two products, or let the audience ask for "
        + "'subscription.known: true', so that only customers with evidence enter")
  }
}

extension Report {
  /// Returns why variants of an experiment cannot be compared; `nil` if they can, or if only
  /// customers with evidence enter.
  fileprivate func unfairness(of experiment: Experiment, in snapshot: Snapshot) -> Diagnostic? {
    let path = ExperimentFile.path(of: experiment.id)
    guard !(experiment.audience?.needsEvidence(in: snapshot) ?? false) else { return nil }
    return diagnostics.first { $0.file == path && $0.code == .unfairComparison }
  }
}

extension Condition {
  /// True if the condition can only be true of a customer with verified facts.
  fileprivate func needsEvidence(in snapshot: Snapshot) -> Bool {
    switch self {
    case .test(let test):
      test.attribute.hasPrefix("subscription.")
        && !test.operators.contains(.exists(false))
        && test != AttributeTest("subscription.known", [.equals(.boolean(false))])
    case .all(let parts): parts.contains { $0.needsEvidence(in: snapshot) }
    case .audience(let name):
      snapshot.audiences[name]?.condition.needsEvidence(in: snapshot) ?? false
    case .any(let parts): !parts.isEmpty && parts.allSatisfy { $0.needsEvidence(in: snapshot) }
    case .not: false
    }
  }
}
