#if Server
import PaywallCatalog

extension Attribute: BundleWritable {
  func write(to writer: inout BundleWriter) {
    writer.object { writer in
      writer.member("name", name)
      writer.member("type", type)
      writer.member("values", values, unless: [])
    }
  }
}

extension Audience: BundleWritable {
  func write(to writer: inout BundleWriter) {
    writer.object { writer in
      writer.member("name", name)
      writer.member("visibility", visibility)
      writer.member("condition", condition)
    }
  }
}

extension Placement: BundleWritable {
  func write(to writer: inout BundleWriter) {
    writer.object { writer in
      writer.member("id", id)
      writer.member("rules", rules)
      writer.member("default", `default`)
    }
  }
}

extension Placement.Rule: BundleWritable {
  func write(to writer: inout BundleWriter) {
    writer.object { writer in
      writer.member("audience", audience)
      writer.member("window", window, unless: .always)
      writer.member("show", show)
    }
  }
}

extension Layer: BundleWritable {
  func write(to writer: inout BundleWriter) {
    writer.object { writer in
      writer.member("name", name)
      writer.member("unit", unit)
      writer.member("seed", seed)
    }
  }
}

extension Holdout: BundleWritable {
  func write(to writer: inout BundleWriter) {
    writer.object { writer in
      writer.member("share", share)
      writer.member("seed", seed)
    }
  }
}
#endif
