package import PaywallCatalog
import PaywallDecisions
import ExperimentResults

extension Simulation {
  /// For programs: counts as integers, shares and probabilities as numbers of 0…1. Absent members
  /// are left out.
  package func content(answer: LiftAnswer? = nil) -> Content {
    .object(
      [
        .init("experiment", .text(experiment)), .init("stage", .text(stage.rawValue)),
        .init("seed", .text(seed)), .init("seedIsStandIn", .boolean(usesFallbackSeed)),
        .init("visitors", .integer(Int64(visitors))),
        .init("outsideSlice", .integer(Int64(outsideSlice))),
        .init("outsideTraffic", .integer(Int64(outsideTraffic))),
        .init("heldOut", .integer(Int64(heldOut))), .init("enrolled", .integer(Int64(enrolled))),
        .init("enrolmentRate", .number(enrolmentRate)),
        .init("variants", .list(arms.map(\.content))),
        .init("sampleRatio", sampleRatio.content),
        .init("overlaps", .list(overlaps.map(\.content))),
      ]
        + (layer.map { [.init("layer", .text($0)), .init("slice", .text(slice.description))] } ?? [])
        + (growth?.parts.last.map { [.init("growsTo", .text($0.share.description))] } ?? [])
        + (answer.map { [.init("lift", $0.content)] } ?? []))
  }
}

extension Simulation.Arm {
  fileprivate var content: Content {
    .object([
      .init("variant", .text(variant)), .init("openWidth", .integer(Int64(openWidth))),
      .init("visitors", .integer(Int64(visitors))),
    ])
  }
}

extension Simulation.Overlap {
  fileprivate var content: Content {
    var members: [Content.Member] = [
      .init("experiment", .text(experiment)), .init("stage", .text(stage.rawValue)),
      .init("shared", .integer(Int64(shared))),
    ]
    if !placements.isEmpty {
      members.append(.init("placements", .list(placements.map { .text($0) })))
    }
    switch exclusion {
    case .layer(let name):
      members += [.init("exclusive", .text("layer")), .init("layer", .text(name))]
    case .audiences: members.append(.init("exclusive", .text("audiences")))
    case nil: break
    }
    return .object(members)
  }
}

extension SampleRatio {
  fileprivate var content: Content {
    .object([
      .init("statistic", .number(statistic)),
      .init("degreesOfFreedom", .integer(Int64(degreesOfFreedom))), .init("p", .number(p)),
      .init("verdict", .text(verdict.rawValue)),
    ])
  }
}

extension LiftAnswer {
  fileprivate var content: Content {
    var members: [Content.Member] = [
      .init("baseline", .number(question.baseline)), .init("lift", .number(question.lift)),
      .init("power", .number(question.power)), .init("alpha", .number(question.alpha)),
      .init("neededEnrolled", neededEnrolled.content),
      .init("neededVisitors", neededVisitors.content),
    ]
    if let perDay = question.perDay { members.append(.init("perDay", .number(perDay))) }
    if let days {
      members.append(.init("days", .integer(Int64(days))))
      members.append(.init("decidedOnDay", .integer(Int64(days + question.window))))
    }
    if case .known(let amounts)? = question.amounts {
      members.append(.init("spread", .number(amounts.spread)))
    }
    members += [
      .init("window", .integer(Int64(question.window))), .init("minimumLift", minimumLift.content),
      .init("curve", .list(curve.map(\.content))),
    ]
    if !weeks.isEmpty { members.append(.init("weeks", .list(weeks.map(\.content)))) }
    return .object(members)
  }
}

extension LiftAnswer.PowerPoint {
  fileprivate var content: Content {
    .object([.init("lift", .number(lift)), .init("power", power.content)])
  }
}

extension LiftAnswer.Week {
  fileprivate var content: Content {
    .object([
      .init("days", .integer(Int64(days))), .init("enrolled", .integer(Int64(enrolled))),
      .init("power", power.content), .init("minimumLift", minimumLift.content),
    ])
  }
}

extension Estimate {
  /// A number, or `{ "unknown": "zeroBaseline" }`.
  fileprivate var content: Content {
    switch self {
    case .known(let value): .number(value)
    case .unknown(let gap): .object([.init("unknown", .text(gap.rawValue))])
    }
  }
}
