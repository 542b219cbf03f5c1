internal import PaywallCatalog

extension ValidationRule {
  /// An audience must be used.
  static let unusedAudiences = ValidationRule { draft, sink in
    guard draft.isWhole else { return }
    let used = draft.namesUsed(of: .audience).union([Condition.everyone])
    for audience in draft.audiences where !used.contains(audience.value.name) {
      sink.warning(
        .unused, at: audience.name, "nothing uses the audience '\(audience.value.name)'",
        help: "use it in a rule, an offer or an experiment, or remove it")
    }
  }

  /// A layer must have an experiment.
  static let unusedLayers = ValidationRule { draft, sink in
    guard draft.isWhole else { return }
    let used = draft.namesUsed(of: .layer)
    for layer in draft.layers where !used.contains(layer.value.name) {
      sink.warning(
        .unused, at: layer.places.place, "no experiment is in the layer '\(layer.value.name)'",
        help: "name it as 'layer' in an experiment, or remove it")
    }
  }
}

extension Draft {
  /// The names that are used by other entities.
  fileprivate func namesUsed(of kind: EntityKind) -> Set<String> {
    Set(uses.lazy.filter { $0.subject.kind == kind && $0.user != $0.subject }.map(\.subject.name))
      .union(namesMeant(of: kind))
  }
}
