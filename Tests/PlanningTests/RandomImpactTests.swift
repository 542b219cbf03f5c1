import PaywallCatalog
import PaywallDecisions
import Planning
import TestSupport
import Testing

/// Leaving visitors out must change no number: random placements with several experiments in every
/// stage, compared with asking every visitor about everything.
@Suite struct RandomImpactTests {
  @Test func `as many are affected as are counted one by one, whatever stands there`() {
    var random = SplitMix(state: 77)
    var touched = 0
    for round in 0..<150 {
      let base = RandomSnapshot.new(&random)
      let head = RandomSnapshot.edited(base, &random, edits: 1 + random.below(3))
      let population = Population.synthetic(
        for: base, head, count: 120, seed: UInt64(round), at: today)
      let compiled = [base, head].map { CompiledSnapshot($0) }
      let differing = population.members.count { member in
        let seen = compiled.map { snapshot in
          let visitor = snapshot.visitor(member.attributes, at: today).visitor
          let decision = snapshot.decide("p", for: visitor, at: today)
          let paywall: Paywall? =
            if case .paywall(let id) = decision.show { snapshot.snapshot.paywalls[id] } else { nil }
          let enrolled = decision.reason == .experiment ? decision.experiment : nil
          return Seen(
            show: decision.show, paywall: paywall, experiment: enrolled?.id,
            variant: enrolled?.variant)
        }
        return seen[0] != seen[1]
      }
      let counted = impact(from: base, to: head, population: population, at: today)
      #expect(counted.affected == differing)
      touched += differing
    }
    #expect(touched > 1000)
  }

  private struct Seen: Equatable {
    var show: Show
    var paywall: Paywall?
    var experiment: String?
    var variant: String?
  }
}
