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
    try self.init(
      id: reader.read("id"), status: reader.read("status"), placements: reader.read("placements"),
      audience: reader.readIfPresent("audience"), layer: reader.readIfPresent("layer"),
      slice: reader.read("slice", or: .whole), traffic: traffic, unit: reader.read("unit"),
      seed: reader.readIfPresent("seed"), phase: reader.read("phase"), variants: variants,
      schedule: reader.read("schedule", or: .always), whilePaused: reader.read("whilePaused"),
      after: reader.read("after"), winner: reader.readIfPresent("winner"),
      excludeEarlierPhases: reader.read("excludeEarlierPhases"),
      visibility: reader.read("visibility"))
  }
}

extension Traffic.Step: BundleReadable {
  init(_ reader: BundleReader) throws(BundleProblem) {
    try self.init(from: reader.read("from"), share: reader.read("share"))
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
    try self.init(name: reader.read("name"), share: reader.read("share"), shows: shows)
  }
}
