internal import PaywallCatalog
internal import YAMLText

enum TrafficStepKey: String, FileKey { case from, share }

extension NodeDecoder where Value == Traffic {
  /// A share, or the list of steps by which it grows; the first may leave out when it begins.
  static var traffic: NodeDecoder {
    let share = NodeDecoder<BasisPoints>.share
    let step = NodeDecoder<DeclaredStep>.step(isFirst:)
    return NodeDecoder(in: {
      .anyOf([share.schema($0), .list(of: step(true).schema($0), atLeast: 1)])
    }) { node, context in
      guard let items = node.items else { return share.decode(node, context).map { Traffic($0) } }
      guard !items.isEmpty else {
        return context.refuse(
          .invalidValue, at: node.range, "the list is empty",
          help: "write a share like 50%, or steps like [{ from: 2026-12-01T09:00Z, share: 10% }]")
      }
      context.refuseMore(than: 100, "steps", in: node)
      let steps = items.indices.compactMap { step($0 == 0).decode(items[$0], context) }
      guard steps.count == items.count else { return nil }
      zip(steps, steps.dropFirst()).forEach { $1.check(after: $0, context) }
      return Traffic(steps)
    }
  }
}

extension Traffic {
  fileprivate init(_ steps: [DeclaredStep]) {
    self.init(
      steps.first.flatMap { $0.from == nil ? $0.share : nil } ?? .none,
      steps: steps.compactMap { step in step.from.map { Step(from: $0, share: step.share) } })
  }

  /// The smallest share that the file states.
  var least: BasisPoints { first == .none ? steps.first?.share ?? first : first }
}

extension Experiment {
  /// Steps at or after the end of the schedule.
  func warnOfStepsThatNeverCome(in node: Node, _ context: DecodingContext) {
    guard let end = schedule.end, let items = node.items else { return }
    // Only the first step may have no time.
    for (item, step) in zip(items.suffix(traffic.steps.count), traffic.steps) where step.from >= end
    {
      context.warning(
        .noEffect, at: item.range,
        "this step never comes: the experiment ends at \(end.rfc3339)",
        help: "let it begin before 'until', move 'until', or remove the step")
    }
  }
}

private struct DeclaredStep {
  /// `nil` is the beginning of the experiment.
  let from: Timestamp?
  let share: BasisPoints
  let places: Places<TrafficStepKey>

  func check(after earlier: DeclaredStep, _ context: DecodingContext) {
    if let before = earlier.from, let from, from <= before {
      context.error(
        .invalidValue, at: places.range(of: .from) ?? places.head,
        "this step is not after the one before it, \(before.rfc3339)",
        help: "put the steps in the order of their times")
    }
    if share < earlier.share {
      context.error(
        .shares, at: places.range(of: .share) ?? places.head,
        "traffic falls from \(earlier.share) to \(share): visitors would leave their variant",
        help: "let shares only grow; to stop enrolling, write 'until'")
    }
  }
}

extension NodeDecoder where Value == DeclaredStep {
  fileprivate static func step(isFirst: Bool) -> NodeDecoder {
    .mapping("a step of 'traffic'") { (keys: MappingReader<TrafficStepKey>) in
      let from = keys.optional(.from, .time, TimeWindow.startSentence)
      if !isFirst, !keys.has(.from) {
        keys.reportMissing(
          .from,
          help: "write when it begins, like 'from: 2026-12-01T09:00Z'; only the first needs none")
      }
      let share = keys.required(
        .share, .share, "The share that takes part from then on, like 10%.",
        help: "write the share, like 'share: 10%'")
      guard let share, isFirst && !keys.has(.from) || from != nil else { return nil }
      return DeclaredStep(from: from, share: share, places: keys.places)
    }
  }
}
