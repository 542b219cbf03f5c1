import PaywallTextCoding

/// The variants of one visitor since the app started, or since the last session began: within it
/// the visitor never sees two variants of one experiment, or two experiments at one placement.
///
/// | the answer of a source | the answer before | the result |
/// | --- | --- | --- |
/// | any | no variant | the new one |
/// | the same variant | a variant | the new one: content and offers may change |
/// | another variant, or none | a variant | the answer before |
/// | nothing to show, from the server, without an experiment | a variant | nothing |
/// | a recorded variant, says the server | one from before a log-in | the recorded one |
/// | a variant | none, from a bundle that has expired or is partial | the answer before |
struct Session: Sendable {
  /// The last answer with a variant, by placement; or one without, of a bundle that does not know all
  /// that the server knows.
  private var pins: [UTF8Key: Pin] = [:]
  /// The variants by experiment, at any placement.
  private var variants: [UTF8Key: Variant] = [:]

  private struct Pin {
    var answer: PlacementDecision
    var given: Duration
    var isInherited: Bool
  }

  private struct Variant: Hashable {
    var name: UTF8Key
    var phase: Int

    init(_ experiment: PlacementDecision.Experiment) {
      name = UTF8Key(experiment.variant)
      phase = experiment.phase
    }
  }

  /// Returns the answer that agrees with what was assigned before. `nil` if the answer's experiment
  /// was assigned elsewhere with another variant, so that the caller tries another source.
  ///
  /// - Parameter isInherited: true if the answer was requested before a log-in that has come since.
  mutating func reconcile(
    _ answer: PlacementDecision, at now: Duration, isInherited: Bool = false
  ) -> PlacementDecision? {
    let key = UTF8Key(answer.id)
    guard let pin = pins[key] else {
      guard let experiment = answer.experiment else {
        if answer.source.isUncertain {
          pins[key] = Pin(answer: answer, given: now, isInherited: isInherited)
        }
        return answer
      }
      guard agrees(experiment) else { return nil }
      keep(answer, experiment, at: now, isInherited)
      return answer
    }
    if let experiment = answer.experiment {
      let isSame = pin.answer.experiment.map { Self.isSame($0, experiment) } ?? false
      let isOwnRecord =
        pin.isInherited && !isInherited && experiment.isRecorded && answer.source == .network
      if isSame || isOwnRecord {
        keep(answer, experiment, at: now, isInherited && pin.isInherited)
        return answer
      }
    } else if pin.answer.experiment == nil {
      pins[key] = Pin(answer: answer, given: now, isInherited: isInherited && pin.isInherited)
      return answer
    } else if answer.shows == .nothing, answer.source == .network {
      return answer
    }
    return pin.answer.with {
      $0.source = $0.source.older(by: now - pin.given)
      $0.diagnostics = answer.diagnostics + [.otherVariant]
    }
  }

  /// The answer that was assigned at a placement in this session, if it had a variant.
  func pinned(at placement: String, at now: Duration) -> PlacementDecision? {
    pins[UTF8Key(placement)].map { pin in
      pin.answer.with { $0.source = $0.source.older(by: now - pin.given) }
    }
  }

  /// Follows a log-in: the same person, but the server may have a recorded variant of the user's.
  mutating func inherit() {
    for key in pins.keys { pins[key]?.isInherited = true }
  }

  private func agrees(_ experiment: PlacementDecision.Experiment) -> Bool {
    variants[UTF8Key(experiment.id)].map { $0 == Variant(experiment) } ?? true
  }

  private mutating func keep(
    _ answer: PlacementDecision, _ experiment: PlacementDecision.Experiment, at now: Duration,
    _ isInherited: Bool
  ) {
    pins[UTF8Key(answer.id)] = Pin(answer: answer, given: now, isInherited: isInherited)
    variants[UTF8Key(experiment.id)] = Variant(experiment)
  }

  private static func isSame(
    _ left: PlacementDecision.Experiment, _ right: PlacementDecision.Experiment
  ) -> Bool {
    UTF8Key(left.id) == UTF8Key(right.id) && Variant(left) == Variant(right)
  }
}

extension DecisionSource {
  /// True if the server may answer otherwise, now.
  fileprivate var isUncertain: Bool {
    switch self {
    case .download(let bundled), .bundledFile(let bundled): bundled.isExpired || bundled.isPartial
    case .network, .cache, .nothing: false
    }
  }

  /// Returns the same source a while later.
  fileprivate func older(by time: Duration) -> DecisionSource {
    switch self {
    case .network: .cache(age: time)
    case .cache(let age): .cache(age: age + time)
    case .download, .bundledFile, .nothing: self
    }
  }
}
