import PaywallCatalog
import PaywallSubscribers
import PaywallTextCoding

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
