package import PaywallCatalog

/// The sample that the results of a phase are planned for. The ledger keeps the first plan of each metric
/// and smallest effect, so that all nodes read the same one, and late facts, refunds and erasures
/// plan nothing anew.
package struct SamplePlan: Hashable, Sendable {
  /// The metric with its windows, as results name it.
  package var metric: String
  /// The smallest relative effect that the sample finds.
  package var smallest: BasisPoints
  /// The persons in all variants.
  package var persons: Int
  /// The cap on the money of a person, in milliunits; `nil` for a metric that is not money.
  package var cap: Int64?
  package var basis: Basis

  /// The source of the plan's figures.
  package enum Basis: Hashable, Sendable {
    /// The first mature buyers of the control, among so many persons.
    case buyers(Int, of: Int)
    /// The share of persons who buy, as it was named before the experiment had buyers.
    case baseline(BasisPoints)
    /// The mature buyers of the control of an earlier phase at the placement, among so many persons.
    case past(experiment: String, phase: Int, buyers: Int, of: Int)
  }

  package init(
    metric: String, smallest: BasisPoints, persons: Int, cap: Int64? = nil, basis: Basis
  ) {
    self.metric = metric
    self.smallest = smallest
    self.persons = persons
    self.cap = cap
    self.basis = basis
  }

  /// Whether both plan for the same question.
  package func answersTheSame(as other: SamplePlan) -> Bool {
    metric == other.metric && smallest == other.smallest
  }
}

extension SamplePlan {
  /// One member per line, as the timeline stores it: `persons: 9864`.
  package var text: String {
    let members: [(String, String?)] = [
      ("metric", metric), ("smallest", "\(smallest.value)"), ("persons", "\(persons)"),
      ("cap", cap.map { "\($0)" }), ("from", basis.text),
    ]
    return members.compactMap { name, value in value.map { "\(name): \($0)" } }
      .joined(separator: "\n")
  }

  /// `nil` for any other text.
  package init?(text: String) {
    var members: [Substring: Substring] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2 { members[parts[0]] = parts[1].dropFirst() }
    }
    guard let metric = members["metric"],
      let smallest = members["smallest"].flatMap({ Int($0) }).flatMap({ BasisPoints($0) }),
      let persons = members["persons"].flatMap({ Int($0) }),
      let basis = members["from"].flatMap({ Basis(text: $0) })
    else { return nil }
    self.init(
      metric: String(metric), smallest: smallest, persons: persons,
      cap: members["cap"].flatMap { Int64($0) }, basis: basis)
  }
}

extension SamplePlan.Basis {
  /// `buyers 25 of 612`, `baseline 400` in basis points, `past annual-trial 1 340 of 8400`.
  fileprivate var text: String {
    switch self {
    case .buyers(let count, let persons): "buyers \(count) of \(persons)"
    case .baseline(let share): "baseline \(share.value)"
    case .past(let experiment, let phase, let buyers, let persons):
      "past \(experiment) \(phase) \(buyers) of \(persons)"
    }
  }

  fileprivate init?(text: Substring) {
    let words = text.split(separator: " ")
    switch words.first {
    case "buyers" where words.count == 4:
      guard let count = Int(words[1]), let persons = Int(words[3]) else { return nil }
      self = .buyers(count, of: persons)
    case "baseline" where words.count == 2:
      guard let share = Int(words[1]).flatMap({ BasisPoints($0) }) else { return nil }
      self = .baseline(share)
    case "past" where words.count == 6:
      guard let phase = Int(words[2]), let buyers = Int(words[3]), let persons = Int(words[5])
      else { return nil }
      self = .past(experiment: String(words[1]), phase: phase, buyers: buyers, of: persons)
    default: return nil
    }
  }
}
