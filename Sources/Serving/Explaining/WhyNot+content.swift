package import PaywallCatalog
import PaywallDecisions

extension WhyNot {
  /// For programs: `experiment`, `placement`, `cause`, `text`, and the details of the cause.
  package var content: Content {
    .object(
      [
        .init("experiment", .text(experiment)), .init("placement", .text(placement)),
        .init("cause", .text(code)), .init("text", .text(text)),
      ] + details)
  }

  private var details: [Content.Member] {
    switch cause {
    case .enrolled(let variant, let recorded):
      [.init("variant", .text(variant)), .init("recorded", .boolean(recorded))]
    case .forced(let variant), .won(let variant), .silentVariant(let variant):
      [.init("variant", .text(variant))]
    case .stage(let stage, let window):
      [.init("stage", .text(stage.rawValue))]
        + [("start", window.start), ("end", window.end)].compactMap { name, moment in
          moment.map { .init(name, .text($0.rfc3339)) }
        }
    case .recordedElsewhere(let other): [.init("behind", other.content)]
    case .behind(let other): other.map { [.init("behind", $0.content)] } ?? []
    case .audience(let failed): [.init("failed", .list(failed.map(\.content)))]
    case .outsideSlice(let draw), .outsideTraffic(let draw): [.init("bucket", draw.content)]
    case .heldOut(let draw): draw.map { [.init("bucket", $0.content)] } ?? []
    case .unknownPlacement, .notAtPlacement, .earlierPhase, .noUnit, .invalidUnit, .noSeed,
      .ledgerUnavailable:
      []
    }
  }
}

extension FailedCondition {
  fileprivate var content: Content {
    .members(
      ("condition", .text(condition)), ("attribute", attribute.map { .text($0) }),
      ("saw", saw.map { .text($0) }), ("result", .text(truth.rawValue)))
  }
}
