/// The share of its slice and audience that an experiment enrols: one share, or one that grows by a
/// schedule.
package struct Traffic: Hashable, Sendable {
  /// Before the first step; none unless the file states it.
  package var first: BasisPoints
  /// In the order of their times; shares never fall.
  package var steps: [Step]

  /// From a moment on.
  package struct Step: Hashable, Sendable {
    package var from: Timestamp
    package var share: BasisPoints

    package init(from: Timestamp, share: BasisPoints) {
      self.from = from
      self.share = share
    }
  }

  package init(_ first: BasisPoints, steps: [Step] = []) {
    self.first = first
    self.steps = steps
  }

  package static let all = Traffic(.all)

  /// The steps that come before the end of a schedule; later ones never come.
  package func steps(in schedule: TimeWindow) -> [Step] {
    guard let end = schedule.end else { return steps }
    return steps.filter { $0.from < end }
  }

  /// The share at a moment; after the end of the schedule, the share that it ended with.
  package func share(at moment: Timestamp, in schedule: TimeWindow) -> BasisPoints {
    steps(in: schedule).last { $0.from <= moment }?.share ?? first
  }

  /// The share that it ends with.
  package func last(in schedule: TimeWindow) -> BasisPoints {
    steps(in: schedule).last?.share ?? first
  }

  /// Whether each step is later than the one before it, with no smaller share.
  package var isGrowing: Bool {
    zip(steps, steps.dropFirst()).allSatisfy { $0.from < $1.from && $0.share <= $1.share }
      && steps.first.map { first <= $0.share } ?? true
  }
}

extension Traffic: CustomStringConvertible {
  /// `50%`, or `5%, 20% from 2026-12-01T09:00:00Z`: as the ledger stores it.
  package var description: String {
    ([first.description] + steps.map { "\($0.share) from \($0.from.rfc3339)" })
      .joined(separator: ", ")
  }

  /// `nil` for any other text.
  package init?(text: String) {
    var parts = text.split(separator: ",")[...]
    guard let first = parts.popFirst().flatMap({ BasisPoints(percent: $0) }) else { return nil }
    self.init(first)
    for part in parts {
      let words = part.split(separator: " ")
      guard words.count == 3, words[1] == "from", let share = BasisPoints(percent: words[0]),
        let from = Timestamp(rfc3339: String(words[2]))
      else { return nil }
      steps.append(Step(from: from, share: share))
    }
  }
}

extension Experiment {
  /// The share that is enrolled at a moment.
  package func traffic(at now: Timestamp) -> BasisPoints { traffic.share(at: now, in: schedule) }

  /// The moments at which time alone changes whom it enrols or what it shows.
  package var changes: [Timestamp] { status.changes(in: schedule, traffic) }
}
