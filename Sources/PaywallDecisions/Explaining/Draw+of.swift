import PaywallCatalog

extension Draw {
  /// A draw for one range, of the slice or of the holdout.
  init(
    _ purpose: Purpose, _ seed: Bucket.Seed, _ unit: HashedUnit, _ bucket: Int,
    _ ranges: [Range<Int>]
  ) {
    self.init(
      purpose: purpose, seed: seed.text, unit: unit.text, bucket: bucket,
      ranges: ranges.map { DrawRange(variant: nil, open: $0, full: $0) },
      hit: Bucket.choose(bucket, among: ranges))
  }

  /// The draw for a variant.
  init(
    _ seed: Bucket.Seed, _ unit: HashedUnit, _ bucket: Int, _ experiment: CompiledExperiment,
    at now: Timestamp
  ) {
    let open = experiment.open(at: now)
    self.init(
      purpose: .variant, seed: seed.text, unit: unit.text, bucket: bucket,
      ranges: zip(experiment.variants, open).map {
        DrawRange(variant: $0.name, open: $1, full: $0.range)
      },
      hit: Bucket.choose(bucket, among: open))
  }
}
