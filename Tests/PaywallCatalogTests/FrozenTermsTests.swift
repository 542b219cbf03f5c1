import PaywallCatalog
import Serving
import Testing

@Suite struct FrozenTermsTests {
  private let snapshot = Snapshot(
    app: App(bundleId: "com.example.lumen", environments: [.production], locales: ["en"]),
    products: [:],
    offers: [
      "trial": Offer(
        key: "trial", id: "trial", kind: .introductory, products: ["yearly"], payment: .freeTrial,
        period: Period(days: 7))
    ],
    schema: AttributeSchema(declared: [], groups: []),
    layers: ["pricing": Layer(name: "pricing", unit: .visitor, seed: "51c0e8d2")],
    paywalls: [
      "standard": Paywall(id: "standard", products: [PaywallProduct(product: "yearly")]),
      "trial": Paywall(
        id: "trial", products: [PaywallProduct(product: "yearly", offers: ["trial"])]),
    ], release: "")

  private var experiment: Experiment {
    Experiment(
      id: "annual", status: .running, placements: ["onboarding"], layer: "pricing",
      seed: "7f3a9c21",
      variants: [
        Variant(name: "control", share: .half, shows: .everywhere(.paywall("standard"))),
        Variant(name: "trial", share: .half, shows: .everywhere(.paywall("trial"))),
      ])
  }

  @Test func `terms are written as text that reads back`() throws {
    let terms = try #require(experiment.frozenTerms(in: snapshot))
    #expect(
      terms.text == """
        seed: 7f3a9c21
        unit: visitor
        layer: pricing
        layerSeed: 51c0e8d2
        sliceStart: 0%
        variants: control 50%, trial 50%
        paywall control onboarding: yearly
        paywall trial onboarding: yearly [trial introductory freeTrial P1W]
        """)
    #expect(FrozenTerms(text: terms.text) == terms)
    #expect(FrozenTerms(text: "colour: red") == nil)
  }

  @Test func `what would draw again differs, more traffic and another placement do not`() throws {
    let before = try #require(experiment.frozenTerms(in: snapshot))
    var changed = experiment
    changed.traffic = .all
    changed.placements.append("settings")
    #expect(changed.frozenTerms(in: snapshot)?.differences(from: before) == [])

    changed.seed = "c81b05e4"
    changed.layer = nil
    changed.variants.swapAt(0, 1)
    let subjects = changed.frozenTerms(in: snapshot)?.differences(from: before).map(\.subject)
    #expect(subjects == [.seed, .layer, .layerSeed, .sliceStart, .variants])
  }

  @Test func `a year that is paid by the month is another price`() throws {
    let before = try #require(experiment.frozenTerms(in: snapshot))
    var after = snapshot
    after.paywalls["trial"]?.products[0].billingPlan = .monthly
    after.offers["trial"]?.billingPlan = .monthly
    let differences = try #require(experiment.frozenTerms(in: after)).differences(from: before)
    #expect(
      differences.map(\.is) == ["yearly monthly [trial introductory freeTrial P1W monthly]"])
  }

  @Test func `an offer that is taken off a paywall is another price`() throws {
    let before = try #require(experiment.frozenTerms(in: snapshot))
    var after = snapshot
    after.paywalls["trial"]?.products[0].offers = []
    let differences = try #require(experiment.frozenTerms(in: after)).differences(from: before)
    #expect(differences.map(\.subject) == [.paywall(variant: "trial", placement: "onboarding")])
    #expect(differences.first?.is == "yearly")
  }

  @Test func `what is gone comes before what is new, each with its values`() {
    let paywall = FrozenTerms.Subject.paywall(variant: "trial", placement: "onboarding")
    let before = FrozenTerms([
      FrozenTerms.Term(.seed, "7f3a9c21"), FrozenTerms.Term(.layer, "pricing"),
      FrozenTerms.Term(paywall, "yearly"),
    ])
    let after = FrozenTerms([FrozenTerms.Term(.sliceStart, "0%"), FrozenTerms.Term(.seed, "x")])
    let differences = after.differences(from: before)
    #expect(differences.map(\.subject) == [.seed, .layer, .sliceStart])
    #expect(differences.map(\.was) == ["7f3a9c21", "pricing", nil])
    #expect(differences.map(\.is) == ["x", nil, "0%"])
  }

  @Test func `an experiment without a seed has nothing to freeze`() {
    var draft = experiment
    draft.seed = nil
    #expect(draft.frozenTerms(in: snapshot) == nil)
  }
}

extension BasisPoints {
  fileprivate static var half: BasisPoints { BasisPoints(5_000) ?? .all }
}
