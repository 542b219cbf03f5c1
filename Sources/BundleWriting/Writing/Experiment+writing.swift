import PaywallCatalog

extension Experiment: BundleObject {
  func writeMembers(to writer: inout BundleWriter) {
    writer.member("id", id)
    writer.member("status", status)
    writer.member("phase", phase)
    writer.member("placements", placements)
    writer.member("audience", audience)
    writer.member("layer", layer)
    writer.member("slice", slice, unless: .whole)
    writer.member("traffic", traffic.first)
    writer.member("trafficSteps", traffic.steps, unless: [])
    writer.member("unit", unit)
    writer.member("seed", seed)
    writer.member("variants", variants)
    writer.member("schedule", schedule, unless: .always)
    writer.member("whilePaused", whilePaused)
    writer.member("after", after)
    writer.member("winner", winner)
    writer.member("excludeEarlierPhases", excludeEarlierPhases)
    writer.member("visibility", visibility)
  }
}

extension Traffic.Step: BundleObject {
  func writeMembers(to writer: inout BundleWriter) {
    writer.member("from", from)
    writer.member("share", share)
  }
}

extension Variant: BundleObject {
  func writeMembers(to writer: inout BundleWriter) {
    writer.member("name", name)
    writer.member("share", share)
    switch shows {
    case .everywhere(let show): writer.member("show", show)
    case .perPlacement(let shows): writer.member("shows", shows)
    }
  }
}
