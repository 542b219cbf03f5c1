import PaywallCatalog
import PaywallDecisions

/// The phase that a claim names, with the terms that it drew by.
enum ClaimedPhase {
  case current(CompiledExperiment)
  /// The one before the configuration's.
  case earlier(EarlierPhase, CompiledExperiment)

  /// `nil` for any other phase, whose seed is unknown.
  init?(_ claim: some PhaseClaim, _ experiment: CompiledExperiment, _ earlier: EarlierPhase?) {
    if claim.phase == experiment.phase {
      self = .current(experiment)
    } else if let earlier, earlier.phase == claim.phase, claim.phase == experiment.phase - 1 {
      self = .earlier(earlier, experiment)
    } else {
      return nil
    }
  }

  var experiment: CompiledExperiment {
    switch self {
    case .current(let experiment), .earlier(_, let experiment): experiment
    }
  }

  var number: Int {
    switch self {
    case .current(let experiment): experiment.phase
    case .earlier(let earlier, _): earlier.phase
    }
  }

  var seed: Bucket.Seed? {
    switch self {
    case .current(let experiment): experiment.seed
    case .earlier(let earlier, _): earlier.seed
    }
  }

  var unit: Unit {
    switch self {
    case .current(let experiment): experiment.unit
    case .earlier(let earlier, _): earlier.unit
    }
  }

  var slice: (seed: Bucket.Seed, range: Range<Int>)? {
    switch self {
    case .current(let experiment): experiment.slice.map { ($0.seed, $0.range) }
    case .earlier(let earlier, _): earlier.slice
    }
  }

  /// The buckets of a variant.
  ///
  /// - Parameter openAt: only those that the traffic has opened by this moment.
  func range(of variant: String, openAt now: Timestamp? = nil) -> Range<Int>? {
    switch self {
    case .current(let experiment):
      experiment.variant(named: variant).map { index in
        now.map { experiment.open(at: $0)[index] } ?? experiment.variants[index].range
      }
    case .earlier(let earlier, _): earlier.range(of: variant, isOpen: now != nil)
    }
  }

  /// The variant whose buckets, as far as traffic has opened them by a moment, hold a bucket.
  func variant(ofOpen bucket: Int, at now: Timestamp) -> String? {
    switch self {
    case .current(let experiment):
      experiment.variant(ofOpen: bucket, at: now).map { experiment.variants[$0].name }
    case .earlier(let earlier, _): earlier.variant(ofOpen: bucket)
    }
  }

  var start: Timestamp? {
    switch self {
    case .current(let experiment): experiment.schedule.start
    case .earlier(let earlier, _): earlier.start
    }
  }

  /// When it stopped enrolling; an earlier phase did so at the latest when the next one began.
  var end: Timestamp? {
    switch self {
    case .current(let experiment): experiment.schedule.end
    case .earlier(let earlier, let experiment): earlier.end ?? experiment.schedule.start
    }
  }

  func isOver(at now: Timestamp) -> Bool {
    switch self {
    case .current(let experiment): experiment.stage(at: now) == .ended
    case .earlier: true
    }
  }

  /// Whether a paywall that was rendered at a moment can have been decided before the end: after it,
  /// no decision enrols or holds out a visitor.
  func canEnrol(at rendered: Timestamp, seenAt now: Timestamp) -> Bool {
    !isOver(at: now) || end.map { rendered < $0 } ?? false
  }

  /// An app delivers exposures for 7 days after the end; later claims are refused.
  func accepts(_ moment: Timestamp) -> Bool {
    TimeWindow(start: start, end: end?.adding(milliseconds: 7 * Timestamp.day)).contains(moment)
  }
}
