import PaywallCatalog
import PaywallDecisions
import Serving
import Testing

/// Decisions while traffic grows. user-7 has the bucket 7271, in the 5000..<10000 of trial: 45 %
/// opens 5000..<7250, and 46 % opens 5000..<7300.
struct RampTests {
  /// 45 %, and 46 % from `noon`.
  private func ramp(_ change: (inout Experiment) -> Void = { _ in }) -> Experiment {
    annualTrial {
      $0.traffic = Traffic(percent(45), steps: [.init(from: noon, share: percent(46))])
      change(&$0)
    }
  }

  private let before = noon.adding(milliseconds: -1)

  @Test("A visitor enters at the moment of the step that opens their bucket, and is told of it")
  func step() {
    let compiled = CompiledSnapshot(ramp())
    let visitor = compiled.visitor("user-7")
    let early = compiled.decide("onboarding", for: visitor, at: before)
    #expect(early.experiment == nil)
    #expect(early.validUntil == noon)
    let late = compiled.decide("onboarding", for: visitor, at: noon)
    #expect(late.experiment?.variant == "trial")
    #expect(late.validUntil != noon)
  }

  @Test("An explanation has the buckets that are open at its moment")
  func explanation() {
    let compiled = CompiledSnapshot(ramp())
    let visitor = compiled.visitor("user-7")
    let early = compiled.explain("onboarding", for: visitor, at: before)
    #expect(
      early.whyNot("annual-trial").text
        == "user-7 draws bucket 7271, which belongs to variant 'trial', but traffic opens only "
        + "buckets 5000 to 7249 of its buckets 5000 to 9999.")
    let late = compiled.explain("onboarding", for: visitor, at: noon)
    #expect(late.decision == compiled.decide("onboarding", for: visitor, at: noon))
  }

  @Test("A paused experiment has no step as a moment of change, and enrols nobody at it")
  func paused() {
    let compiled = CompiledSnapshot(ramp { $0.status = .paused })
    let decision = compiled.decide("onboarding", for: compiled.visitor("user-7"), at: before)
    #expect(decision.experiment == nil && decision.validUntil != noon)
  }

  @Test(
    "Once it has ended, only what traffic had opened by the end can be claimed",
    arguments: [("2026-12-22T09:00Z", "first trial user-7"), ("2026-12-10T12:00Z", "mismatch")])
  func claims(end: String, verdict: String) {
    let experiment = ramp { $0.schedule.end = at(end) }
    let compiled = CompiledSnapshot(experiment)
    let claim = ExposureClaim(
      experiment: "annual-trial", variant: "trial", phase: 1, placement: "onboarding", at: before)
    let found = compiled.check(
      claim, for: compiled.visitor("user-7"), records: [],
      at: at("2026-12-23T09:00Z").earlier(
        than: at(end).adding(milliseconds: 5 * 86_400_000)))
    switch found {
    case .first(let record): #expect("first \(record.variant) \(record.unit)" == verdict)
    default: #expect(found == .mismatch(.otherVariant) && verdict == "mismatch")
    }
  }

  @Test("An exposure has the traffic of the moment when it was rendered")
  func circumstances() {
    let compiled = CompiledSnapshot(ramp())
    for (moment, share, isBeyond) in [(before, 4500, true), (noon, 4600, false)] {
      let claim = ExposureClaim(
        experiment: "annual-trial", variant: "trial", phase: 1, placement: "onboarding", at: moment)
      let found = compiled.circumstances(
        of: claim, by: compiled.visitor("user-7"), unit: "user-7",
        at: ExposureMoment(renderedAt: moment, now: noon.adding(milliseconds: 60_000)))
      #expect(found.traffic == share)
      #expect(found.flags.contains(.beyondTraffic) == isBeyond)
    }
  }
}

extension Timestamp {
  fileprivate func earlier(than other: Timestamp) -> Timestamp { min(self, other) }
}
