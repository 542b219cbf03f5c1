internal import PaywallCatalog

extension ValidationRule {
  /// A paywall is reachable if a placement, the fallback or an experiment shows it, or another
  /// paywall extends it.
  static let unreachablePaywalls = ValidationRule { draft, sink in
    guard draft.isWhole else { return }
    let archived = Set(
      draft.experiments.filter { $0.value.status == .archived }.map {
        Entity(.experiment, $0.value.id)
      })
    var shown: Set<String> = []
    var archivedOnly: Set<String> = []
    for use in draft.uses where use.subject.kind == .paywall && use.user != use.subject {
      // The expectation of a persona does not show a paywall to anyone.
      if use.user?.kind == .persona { continue }
      if let user = use.user, archived.contains(user) {
        archivedOnly.insert(use.subject.name)
      } else {
        shown.insert(use.subject.name)
      }
    }
    shown.formUnion(draft.namesMeant(of: .paywall))
    // A file whose name cannot be an id is reported for that.
    for paywall in draft.paywalls
    where !shown.contains(paywall.id) && Names.isFileName(paywall.id) {
      sink.warning(
        .unreachable, at: paywall.places.place,
        archivedOnly.contains(paywall.id)
          ? "only archived experiments name the paywall '\(paywall.id)'"
          : "no visitor can reach the paywall '\(paywall.id)'",
        help: archivedOnly.contains(paywall.id)
          ? "remove it together with those experiments, or show it somewhere"
          : "show it at a placement or in an experiment, or remove the file")
    }
  }
}
