package import PaywallCatalog
import PaywallDecisions
import PaywallTextCoding

/// A phase that the configuration has replaced by the next one, with the terms that it drew by.
package struct EarlierPhase: Sendable {
  let phase: Int
  let seed: Bucket.Seed
  let unit: Unit
  let slice: (seed: Bucket.Seed, range: Range<Int>)?
  private let variants: [(name: String, range: Range<Int>)]
  /// The last traffic of the phase; the whole range if it is unknown.
  private let traffic: BasisPoints
  let start: Timestamp?
  /// When it ended by its schedule, or by the next phase; `nil` is unknown.
  let end: Timestamp?
  /// Where each variant was shown.
  private let shown: Set<FrozenTerms.Subject>

  /// `nil` if its terms are unknown.
  ///
  /// - Parameter followedAt: when the next phase came into service.
  package init?(_ state: PhaseState, followedAt next: Timestamp?) {
    guard let terms = state.terms, let seed = terms[.seed],
      let unit = terms[.unit].flatMap(Unit.init(rawValue:)),
      let variants = terms[.variants].flatMap(Self.ranges)
    else { return nil }
    phase = state.phase
    self.seed = Bucket.Seed(seed)
    self.unit = unit
    self.variants = variants
    if let layerSeed = terms[.layerSeed] {
      let start = terms[.sliceStart].flatMap { BasisPoints(percent: $0) } ?? .none
      // An end that an older ledger does not know leaves the layer to the variant's range.
      let end = max(start.value, state.slice?.end ?? BasisPoints.all.value)
      slice = (Bucket.Seed(layerSeed), start.value..<end)
    } else {
      slice = nil
    }
    start = state.start
    end = [state.end, next].compactMap(\.self).min()
    traffic = state.traffic?.last(in: TimeWindow(start: start, end: end)) ?? .all
    shown = Set(terms.terms.filter { $0.value != "nothing" }.map(\.subject))
  }

  func range(of variant: String, isOpen: Bool) -> Range<Int>? {
    guard let full = variants.first(where: { $0.name.hasSameUTF8(as: variant) })?.range else {
      return nil
    }
    return isOpen ? open(full) : full
  }

  func variant(ofOpen bucket: Int) -> String? {
    variants.first { open($0.range).contains(bucket) }?.name
  }

  private func open(_ full: Range<Int>) -> Range<Int> {
    full.lowerBound..<full.lowerBound + full.count * traffic.value / BasisPoints.all.value
  }

  func shows(_ variant: String, at placement: String) -> Bool {
    shown.contains(.paywall(variant: variant, placement: placement))
  }

  /// Reads `control 50%, trial 50%`.
  private static func ranges(_ text: String) -> [(name: String, range: Range<Int>)]? {
    var start = 0
    var found: [(name: String, range: Range<Int>)] = []
    for part in text.split(separator: ",") {
      let words = part.split(separator: " ")
      guard words.count == 2, let share = BasisPoints(percent: words[1]) else { return nil }
      found.append((String(words[0]), start..<start + share.value))
      start += share.value
    }
    return found
  }
}
