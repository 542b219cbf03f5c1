package import PaywallCatalog

/// A phase of an experiment as one release has it: what the ledger's timeline follows, as texts that
/// can be compared. A missing part is unknown, as in a ledger that is older than its timeline.
package struct PhaseState: Hashable, Sendable {
  /// A part of the state that is followed; the raw values are stored.
  package enum Part: String, CaseIterable, Sendable {
    /// `running`, or `restarted` and `removed` once the configuration no longer has the phase.
    case status
    /// RFC 3339; empty without one.
    case start, end
    /// `Traffic.description`.
    case traffic
    /// `0%-40%`; empty without a layer.
    case slice
    /// `keep`, `control`, `winner`, or `winner trial` with its name.
    case after
    /// `excluded` or `admitted`.
    case earlierPhases
    /// A digest of the condition; empty for everyone.
    case audience
    /// The introductory offers of the products that are shown, one per line.
    case prices
    /// `FrozenTerms.text`.
    case terms
    /// The digest of a deliberate change, and its reason; empty without one.
    case override
  }

  package let experiment: String
  package let phase: Int
  package var parts: [Part: String]

  package init(experiment: String, phase: Int, parts: [Part: String] = [:]) {
    self.experiment = experiment
    self.phase = phase
    self.parts = parts
  }
}

extension PhaseState {
  /// The status of a phase that a later one has followed.
  package static let restarted = "restarted"
  /// The status of a phase whose experiment is no longer in the configuration.
  package static let removed = "removed"

  /// Whether the configuration no longer has it.
  package var isGone: Bool {
    parts[.status] == Self.restarted || parts[.status] == Self.removed
  }

  /// `nil` is unknown. What is gone no longer assigns visitors, like what is archived.
  package var status: ExperimentStatus? {
    isGone ? .archived : parts[.status].flatMap(ExperimentStatus.init)
  }

  package var start: Timestamp? { parts[.start].flatMap { Timestamp(rfc3339: $0) } }
  package var end: Timestamp? { parts[.end].flatMap { Timestamp(rfc3339: $0) } }

  package var schedule: TimeWindow { TimeWindow(start: start, end: end) }

  /// `nil` is unknown.
  package func stage(at now: Timestamp) -> Stage? {
    status.map { Stage(status: $0, schedule: schedule, at: now) }
  }

  /// `nil` is unknown.
  package var traffic: Traffic? { parts[.traffic].flatMap(Traffic.init(text:)) }

  /// `nil` is unknown.
  package func traffic(at moment: Timestamp) -> BasisPoints? {
    traffic?.share(at: moment, in: schedule)
  }

  /// `nil` without a layer, or unknown.
  package var slice: Slice? { parts[.slice].flatMap(Slice.init(text:)) }

  /// `nil` is unknown.
  package var excludesEarlierPhases: Bool? { parts[.earlierPhases].map { $0 == "excluded" } }

  /// Whether recorded visitors keep their variant after the end; `nil` is unknown. A winner that is
  /// not named is as `keep` (DecisionRules.md § 2).
  package var keepsAfterEnd: Bool? { parts[.after].map { $0 == "keep" || $0 == "winner" } }

  package var terms: FrozenTerms? { parts[.terms].flatMap(FrozenTerms.init(text:)) }
}
