import PaywallCatalog

/// The parts of a layer that no experiment owns.
struct FreeSlices {
  /// The gaps in the order of the buckets; none is empty.
  let gaps: [Range<Int>]

  init(gaps: [Range<Int>]) { self.gaps = gaps }

  /// - Parameter experiment: the one that needs a slice; its own counts as free.
  init(in layer: String, of snapshot: Snapshot, for experiment: String, at now: Timestamp) {
    let owned = snapshot.experiments.values
      .filter { $0.layer == layer && $0.id != experiment && $0.ownsItsSlice(at: now) }
      .map { $0.slice.start..<$0.slice.end }
      .sorted { $0.lowerBound < $1.lowerBound }
    var gaps: [Range<Int>] = []
    var start = 0
    for slice in owned {
      if start < slice.lowerBound { gaps.append(start..<slice.lowerBound) }
      start = max(start, slice.upperBound)
    }
    if start < 10_000 { gaps.append(start..<10_000) }
    self.gaps = gaps
  }

  var isEmpty: Bool { gaps.isEmpty }

  /// Returns the first place for this many buckets, from the smallest gap that holds them, so that
  /// large gaps stay whole.
  func place(for width: Int) -> Slice? {
    guard width > 0 else { return nil }
    return gaps.filter { $0.count >= width }.min { $0.count < $1.count }
      .flatMap { Slice(from: $0.lowerBound, to: $0.lowerBound + width) }
  }

  /// About half of the largest gap, so that others have room, in whole steps of 5 %.
  var modestWidth: Int {
    let half = ((gaps.map(\.count).max() ?? 0) + 1) / 2
    return half < 500 ? half : half - half % 500
  }

  /// Returns the gaps that remain without a slice.
  func without(_ slice: Slice) -> FreeSlices {
    FreeSlices(
      gaps: gaps.flatMap { gap in
        [
          gap.lowerBound..<max(gap.lowerBound, min(gap.upperBound, slice.start)),
          min(gap.upperBound, max(gap.lowerBound, slice.end))..<gap.upperBound,
        ]
      }.filter { !$0.isEmpty })
  }

  /// True if the whole slice is free.
  func holds(_ slice: Slice) -> Bool {
    gaps.contains { $0.lowerBound <= slice.start && slice.end <= $0.upperBound }
  }

  /// `40%-80%, 90%-100%`, or `nothing`.
  var words: String {
    let slices = gaps.compactMap { Slice(from: $0.lowerBound, to: $0.upperBound)?.description }
    return slices.isEmpty ? "nothing" : slices.joined(separator: ", ")
  }
}

extension Slice {
  /// Makes a slice from buckets 0…10000.
  init?(from start: Int, to end: Int) {
    guard let start = BasisPoints(start), let end = BasisPoints(end) else { return nil }
    self.init(start: start, end: end)
  }
}

extension Experiment {
  /// True if it is live now or later; a draft has reserved nothing.
  fileprivate func ownsItsSlice(at now: Timestamp) -> Bool {
    switch stage(at: now) {
    case .scheduled, .running, .paused: true
    case .draft, .ended, .archived: false
    }
  }
}
