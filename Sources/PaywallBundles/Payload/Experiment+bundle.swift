import PaywallCatalog

/// Without title, hypothesis, owner and metrics, which are for people.
extension Experiment: BundleReadable {
  init(_ reader: BundleReader) throws(BundleProblem) {
    let variants: [Variant] = try reader.read("variants")
    guard variants.map(\.share.value).reduce(0, +) <= BasisPoints.all.value else {
      throw try reader.required("variants").badValue("The shares are more than the whole.")
    }
    let traffic = Traffic(
      try reader.read("traffic"), steps: try reader.read("trafficSteps", or: []))
    guard traffic.isGrowing else {
      throw try reader.required("trafficSteps").badValue("The steps of traffic do not grow.")
    }
    self.init(
      id: try reader.read("id"), status: try reader.read("status"),
      placements: try reader.read("placements"), audience: try reader.readIfPresent("audience"),
      layer: try reader.readIfPresent("layer"),
      slice: try reader.read("slice", or: .whole), traffic: traffic,
      unit: try reader.read("unit"), seed: try reader.readIfPresent("seed"),
      phase: try reader.read("phase"), variants: variants,
      schedule: try reader.read("schedule", or: .always),
      whilePaused: try reader.read("whilePaused"), after: try reader.read("after"),
      winner: try reader.readIfPresent("winner"),
      excludeEarlierPhases: try reader.read("excludeEarlierPhases"),
      visibility: try reader.read("visibility"))
  }
}

extension Traffic.Step: BundleReadable {
  init(_ reader: BundleReader) throws(BundleProblem) {
    self.init(from: try reader.read("from"), share: try reader.read("share"))
  }
}

extension Variant: BundleReadable {
  init(_ reader: BundleReader) throws(BundleProblem) {
    let shows: Shows
    if let perPlacement = try reader.readIfPresent("shows", as: [String: Show].self) {
      shows = .perPlacement(perPlacement)
    } else {
      shows = .everywhere(try reader.read("show"))
    }
    self.init(name: try reader.read("name"), share: try reader.read("share"), shows: shows)
  }
}
