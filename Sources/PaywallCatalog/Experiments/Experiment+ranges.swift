/// The buckets that a variant owns.
package struct VariantRange: Sendable {
  /// As wide as the share; stays the same while a phase runs.
  package let full: Range<Int>
  /// The part from its beginning that traffic opens: more traffic only extends it.
  package let open: Range<Int>
}

extension Experiment {
  /// The buckets of each variant with the traffic of a moment.
  package func ranges(at now: Timestamp) -> [VariantRange] { ranges(openTo: traffic(at: now)) }

  /// The buckets 0…10000 of each variant, in declared order: variant *i* of share W_i owns
  /// `[S_i, S_i + W_i)` and is open in `[S_i, S_i + W_i * traffic / 10000)`, by integer division.
  package func ranges(openTo traffic: BasisPoints) -> [VariantRange] {
    var start = 0
    return variants.map { variant in
      defer { start += variant.share.value }
      let open = variant.share.value * traffic.value / BasisPoints.all.value
      return VariantRange(full: start..<start + variant.share.value, open: start..<start + open)
    }
  }
}
