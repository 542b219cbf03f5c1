/// One thing that must hold before a result can be believed.
package struct HealthCheck: Hashable, Sendable {
  package var kind: Kind
  package var state: State
  /// The subject of the check, if it is one of several: a variant, a day, `platform=iOS`, a metric.
  package var subject: String?
  /// The probability that chance alone does this, corrected for the number of tests.
  package var p: Double?
  /// The share that is compared with the limit, 0…1, or the age in seconds of a stale ledger.
  package var value: Double?
  /// The finding, in words.
  package var sentence: String

  package init(
    _ kind: Kind, _ state: State, subject: String? = nil, p: Double? = nil, value: Double? = nil,
    _ sentence: String
  ) {
    self.kind = kind
    self.state = state
    self.subject = subject
    self.p = p
    self.value = value
    self.sentence = sentence
  }

  /// The stable names.
  package enum Kind: String, CaseIterable, Sendable {
    case sampleRatio
    case sampleRatioByDay
    case sampleRatioByDimension
    case conflicts
    case silentVariant
    case immatureShare
    case preExposureBalance
    case staleLedger
    case missingRates
    case unjoinedPurchases
  }

  /// The states, the mildest first.
  package enum State: String, CaseIterable, Sendable {
    case healthy
    /// Too little is known to say anything.
    case unknown
    /// Somebody must look at it; results still hold.
    case warning
    /// No result can be trusted.
    case broken
  }
}

extension [HealthCheck] {
  /// The most severe first.
  package var bySeverity: [HealthCheck] {
    HealthCheck.State.allCases.reversed().flatMap { state in filter { $0.state == state } }
  }
}
