internal import PaywallCatalog

extension ValidationRule {
  /// An experiment in a layer has the layer's unit; otherwise a login would cause a new draw.
  static let layerUnits = ValidationRule { draft, sink in
    for experiment in draft.experiments where experiment.places.range(of: .unit) != nil {
      guard let layer = experiment.value.layer.flatMap({ draft.layersByName[$0] }),
        layer.value.unit != experiment.value.unit
      else { continue }
      sink.error(
        .contradiction, at: experiment.places[.unit],
        "the unit of layer '\(layer.value.name)' is \(layer.value.unit.rawValue)",
        help: "write 'unit: \(layer.value.unit.rawValue)', remove the key, or use another layer")
    }
  }
}
