import PaywallCatalog

extension Attribute: BundleObject {
  func writeMembers(to writer: inout BundleWriter) {
    writer.member("name", name)
    writer.member("type", type)
    writer.member("values", values, unless: [])
  }
}

extension Audience: BundleObject {
  func writeMembers(to writer: inout BundleWriter) {
    writer.member("name", name)
    writer.member("visibility", visibility)
    writer.member("condition", condition)
  }
}

extension Placement: BundleObject {
  func writeMembers(to writer: inout BundleWriter) {
    writer.member("id", id)
    writer.member("rules", rules)
    writer.member("default", `default`)
  }
}

extension Placement.Rule: BundleObject {
  func writeMembers(to writer: inout BundleWriter) {
    writer.member("audience", audience)
    writer.member("window", window, unless: .always)
    writer.member("show", show)
  }
}

extension Layer: BundleObject {
  func writeMembers(to writer: inout BundleWriter) {
    writer.member("name", name)
    writer.member("unit", unit)
    writer.member("seed", seed)
  }
}

extension Holdout: BundleObject {
  func writeMembers(to writer: inout BundleWriter) {
    writer.member("share", share)
    writer.member("seed", seed)
  }
}
