import Ledger
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import PaywallDecisions
import PaywallServer
import Planning
import Serving
import TestSupport
import Testing

/// Whatever is edited, and whenever: a visitor who was in stays in, and an edit of a value by which
/// no visitor has entered is let through. Judged against the variants that visitors got.
@Suite("Random histories of traffic")
struct TrafficHistoryTests {
  @Test(
    "Visitors stay in their variant, and only edits that would take it are refused",
    arguments: 0..<40)
  func history(seed: Int) async throws {
    var history = try await History(seed: UInt64(seed))
    try await history.run(hours: 60)
    #expect(history.edits > 10)
  }
}

private struct History {
  private var random: SplitMix
  private let ledger = SQLiteLedger.inMemory()
  private var served: Snapshot
  /// As the steps were made up: minutes since the first release, and basis points.
  private var ramp: [(from: Int, share: Int)] = [(Int.min, 0)]
  private var seen: [String: String] = [:]
  /// The largest share by which a visitor was seen to enter.
  private var met = 0
  private var isRecorded = false
  private var releases = 0
  private(set) var edits = 0

  private static let visitors = (0..<80).map { "user-\($0)" }
  private static let first = time("2026-12-01T00:00:00Z")

  init(seed: UInt64) async throws {
    random = SplitMix(state: seed)
    var snapshot = Snapshot.lumen
    snapshot.holdout = nil
    served = snapshot
    let start = Self.moment(Int.random(in: 0...10, using: &random) * 60)
    var experiment = try #require(snapshot.experiments["annual-trial"])
    experiment.layer = nil
    experiment.slice = .whole
    experiment.schedule = TimeWindow(start: start)
    let (traffic, steps) = randomRamp()
    experiment.traffic = traffic
    ramp = steps
    try await serve(experiment, at: 0)
  }

  /// Visitors come on the hour and 45 minutes later; an edit comes in between, and no step at one
  /// of these moments.
  mutating func run(hours: Int) async throws {
    for hour in 0..<hours {
      visit(at: hour * 60)
      try await edit(at: hour * 60 + 15)
      visit(at: hour * 60 + 45)
    }
  }

  private static func moment(_ minute: Int) -> Timestamp {
    first.adding(milliseconds: Int64(minute) * 60_000)
  }

  private var experiment: Experiment {
    get throws { try #require(served.experiments["annual-trial"]) }
  }

  private mutating func visit(at minute: Int) {
    let now = Self.moment(minute)
    guard let experiment = try? experiment, experiment.status == .running,
      experiment.schedule.contains(now)
    else { return }
    met = max(met, Self.share(of: ramp, at: minute))
    let compiled = CompiledSnapshot(served)
    for id in Self.visitors {
      let visitor = compiled.visitor(["userId": .text(id), "country": .text("GB")], at: now).visitor
      let variant = compiled.decide("onboarding", for: visitor, at: now).experiment?.variant
      if let before = seen[id] {
        #expect(variant == before, "\(id) after \(minute) minutes, by \(ramp)")
      }
      seen[id] = variant
      isRecorded = isRecorded || variant != nil && minute % 120 == 0
    }
  }

  private mutating func edit(at minute: Int) async throws {
    var (edited, steps) = (try experiment, ramp)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return
    case 1: edited.status = edited.status == .paused ? .running : .paused
    default: (edited.traffic, steps) = randomRamp()
    }
    edits += 1
    let head = release(with: edited)
    let now = Self.moment(minute)
    let found = try await kept().breaches(from: served, to: head, at: now)
    let share = Self.share(of: steps, at: minute)
    let isHarmless = share >= met
    #expect(
      found.contains { $0.severity == .error && $0.code == .trafficShrunk } == !isHarmless,
      "\(share) of \(met) after \(minute) minutes: \(found)")
    // Files alone do not say when a pause began, and warn.
    let byFiles = Planning.breaches(from: served, to: head, at: now)
    #expect(isHarmless || byFiles.contains { $0.code == .trafficShrunk }, "\(byFiles)")
    guard found.allSatisfy({ $0.severity != .error }) else { return }
    ramp = steps
    try await serve(edited, at: minute)
  }

  private mutating func serve(_ edited: Experiment, at minute: Int) async throws {
    served = release(with: edited)
    releases += 1
    try await ledger.record(ServedRelease(served), at: Self.moment(minute))
  }

  private func release(with edited: Experiment) -> Snapshot {
    var snapshot = served
    snapshot.experiments["annual-trial"] = edited
    snapshot.release = "\(releases)"
    return snapshot
  }

  private func kept() async throws -> KeptPhases {
    var kept = KeptPhases(timeline: try await ledger.timeline())
    if isRecorded, let terms = try experiment.frozenTerms(in: served) {
      kept.terms = [
        PhaseTerms(experiment: "annual-trial", phase: 1, terms: terms, frozenAt: Self.first)
      ]
    }
    return kept
  }

  /// Shares of 5 % to 100 % that grow at half past random hours.
  private mutating func randomRamp() -> (Traffic, steps: [(from: Int, share: Int)]) {
    let shares = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      Int.random(in: 1...20, using: &random) * 500
    }.sorted()
    let hours = Set(shares.map { _ in Int.random(in: 0..<60, using: &random) }).sorted()
    var steps = [(from: Int.min, share: shares[0])]
    for (hour, share) in zip(hours, shares.dropFirst()) {
      steps.append((hour * 60 + 30, share))
    }
    let points = steps.map { BasisPoints($0.share) ?? .all }
    return (
      Traffic(
        points[0],
        steps: zip(steps, points).dropFirst().map {
          Traffic.Step(from: Self.moment($0.from), share: $1)
        }), steps
    )
  }

  private static func share(of ramp: [(from: Int, share: Int)], at minute: Int) -> Int {
    ramp.filter { $0.from <= minute }.map(\.share).max() ?? 0
  }
}
