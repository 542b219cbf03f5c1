import PaywallCatalog
import PaywallTextCoding
import Serving

/// An exposure that counts once: of a recorded variant, or of a held-out visitor.
protocol CountedExposure {
  /// Keeps the app's ids apart from those of other kinds.
  static var kind: String { get }
  /// The app's id.
  var id: String { get }
  var key: RecordKey { get }
  var origin: IdOrigin? { get }
  var terms: FrozenTerms? { get }
}

/// Whether an exposure counts.
enum Admission {
  case accepted(TermsComparison)
  /// Nothing was written.
  case refused(ExposureOutcome)
}

extension LedgerTables {
  /// Whether an exposure counts. If it does, it does so once.
  mutating func admit(
    _ exposure: some CountedExposure, in environment: AppStoreEnvironment, at now: Timestamp
  ) throws -> Admission {
    let period = now.exposurePeriod
    guard
      try !isUserSentAsAnonymous(exposure.key.unit.text, exposure.origin, in: environment)
    else { return .refused(.knownUser) }
    let digest = try hash(of: exposure.name(in: environment))
    guard try !isNoted(exposure: digest, period: period) else { return .refused(.already) }
    let terms = try compare(exposure.terms, of: exposure.key, in: environment)
    guard terms != .others else { return .refused(.termsChanged) }
    try note(exposure: digest, period: period)
    return .accepted(terms)
  }

  /// Whether an id was sent as an anonymous one although it is known as a user's. Such an exposure
  /// is ignored.
  func isUserSentAsAnonymous(
    _ unit: String, _ origin: IdOrigin?, in environment: AppStoreEnvironment
  ) throws -> Bool {
    try origin == .anonymousId && isUser(unit, in: environment)
  }
}

extension CountedExposure {
  /// The key by which a repeated exposure is recognised: the app's id together with unit and phase.
  /// An id that an app uses for two people counts twice, as does one sent by an anonymous visitor
  /// with a user's id.
  fileprivate func name(in environment: AppStoreEnvironment) -> String {
    let parts = [
      environment.rawValue, key.experiment.text, "\(key.phase)", key.unitKind.rawValue,
      key.unit.text, id,
    ]
    return (origin == .userId ? "user's \(Self.kind)" : Self.kind)
      + parts.map { "/\($0.utf8.count):\($0)" }.joined()
  }
}

extension Exposure: CountedExposure {
  static var kind: String { "exposure" }
  var key: RecordKey { RecordKey(assignment) }
}

extension Timestamp {
  /// 30 days; ids of exposures are remembered for the period in which they came and the next.
  var exposurePeriod: Int64 {
    let length = 30 * Timestamp.day
    return milliseconds >= 0 ? milliseconds / length : (milliseconds + 1) / length - 1
  }
}

extension LedgerTables {
  /// Compares the terms of the running configuration with those that the phase began with. Test
  /// traffic is not checked against terms, and freezes none.
  mutating func compare(
    _ terms: FrozenTerms?, of key: RecordKey, in environment: AppStoreEnvironment
  ) throws -> TermsComparison {
    guard environment == .production, let terms else { return .none }
    let text = terms.text
    guard let kept = try termsText(of: key.experiment.text, phase: key.phase) else {
      // Store no text that cannot be read back: every later exposure would be refused.
      return FrozenTerms(text: text) == terms && !terms.terms.isEmpty ? .first(terms) : .none
    }
    if kept.hasSameUTF8(as: text) { return .same }
    guard let earlier = FrozenTerms(text: kept) else {
      throw LedgerFailure.unavailable("unreadable terms of \(key.experiment.text)")
    }
    return terms.differences(from: earlier).isEmpty ? .same : .others
  }

  /// Stores the first terms of a phase.
  mutating func freeze(_ terms: TermsComparison, of key: RecordKey, at now: Timestamp) throws {
    guard case .first(let terms) = terms else { return }
    try keep(
      PhaseTerms(
        experiment: key.experiment.text, phase: key.phase, terms: terms, frozenAt: now))
  }
}

/// The terms of the running configuration, compared with those that the phase began with.
enum TermsComparison: Equatable {
  /// Nothing to compare with, and nothing to store.
  case none
  /// The phase has none yet.
  case first(FrozenTerms)
  case same
  case others
}
