import PaywallCatalog
import TestSupport
import Testing

@testable import Planning

/// A change is judged for the experiments that it can touch. Judging all of them must find the same.
@Suite struct TouchedExperimentTests {
  @Test func `as many breaches are found as when every experiment is judged`() {
    var random = SplitMix(state: 18)
    var (found, spared) = (0, 0)
    for _ in 0..<rounds(300, all: 3_000) {
      let base = with(parts: RandomSnapshot.new(&random), &random)
      let head = edited(RandomSnapshot.edited(base, &random, edits: random.below(3)), &random)
      let share = random.below(2) == 0 ? nil : BasisPoints(100 * random.below(101))
      let short = breaches(from: base, to: head, at: today, enrolled: { _ in share })
      let whole = breaches(from: base, to: head, at: today, enrolled: { _ in share }) { _ in true }
      #expect(short == whole)
      let touched = TouchedExperiments(base, head)
      found += short.count
      spared += base.experiments.values.count { !touched.contains($0) }
    }
    // Otherwise the changes would say nothing.
    #expect(found > 300)
    #expect(spared > 300)
  }

  /// Returns the snapshot with products that have offers, and an override.
  private func with(parts snapshot: Snapshot, _ random: inout SplitMix) -> Snapshot {
    var snapshot = snapshot
    for kind in [OfferKind.introductory, .promotional] {
      snapshot.offers[kind.rawValue] = offer(kind, months: 1)
    }
    for id in snapshot.paywalls.keys {
      snapshot.paywalls[id]?.products = [
        PaywallProduct(product: "yearly", offers: [OfferKind.promotional.rawValue])
      ]
    }
    if random.below(3) == 0 {
      snapshot.experiments["e0"]?.override = PhaseOverride(
        phase: 1, digest: String(repeating: "0", count: 32), reason: "none")
    }
    return snapshot
  }

  /// Returns the snapshot with one change of a part that experiments depend on.
  private func edited(_ snapshot: Snapshot, _ random: inout SplitMix) -> Snapshot {
    var snapshot = snapshot
    let id = "e\(random.below(5))"
    switch random.below(9) {
    case 0: snapshot.layers["l"] = Layer(name: "l", unit: .visitor, seed: "another")
    case 1: snapshot.offers["introductory"] = offer(.introductory, months: 2)
    case 2: snapshot.offers["promotional"] = nil
    case 3: snapshot.paywalls["b"]?.products = []
    case 4: snapshot.paywalls["c"] = nil
    case 5: snapshot.experiments[id]?.phase += 1
    case 6: snapshot.experiments[id]?.title = "another"
    case 7: snapshot.experiments[id]?.schedule = .always
    default: break
    }
    return snapshot
  }

  private func offer(_ kind: OfferKind, months: Int) -> Offer {
    Offer(
      key: kind.rawValue, id: kind.rawValue, kind: kind, products: ["yearly"],
      payment: .payUpFront, period: Period(months: months))
  }
}
