import PaywallCatalog
import PaywallDecisions
import Planning
import Testing

@Suite struct ImpactTests {
  private static let edits: [(String, String, String)] = [
    ("Experiments/annual-trial.yaml", "traffic: 50%", "traffic: 80%"),
    ("Experiments/annual-trial.yaml", "status: running", "status: paused"),
    ("Experiments/annual-trial.yaml", "seed: 7f3a9c21", "seed: 00000003\nphase: 2"),
    ("Experiments/annual-trial.yaml", "audience: isles\n", ""),
    ("Experiments/won.yaml", "winner: lite", "winner: control"),
    ("Experiments/later.yaml", "start: 2026-12-10T09:00Z", "start: 2026-11-20T09:00Z"),
    ("Paywalls/targeting/placements.yaml", "country: [IN, BR]", "country: [IN]"),
    (
      "Paywalls/targeting/placements.yaml", "default: standard\n  settings",
      "default: lite\n  settings"
    ),
    ("Paywalls/targeting/audiences.yaml", "atLeast: 30", "atLeast: 60"),
    ("Paywalls/targeting/layers.yaml", "share: 5%", "share: 1%"),
    ("Paywalls/standard.yaml", "offers: [loyalty]", "offers: []"),
    (
      "Paywalls/standard.yaml", "  - pro_monthly\n  - pro_lifetime",
      "  - pro_lifetime\n  - pro_monthly"
    ),
    ("Paywalls/come-back.yaml", "Good to see you", "Welcome"),
    ("Paywalls/store/offers.yaml", "cycles: 3", "cycles: 4"),
    (
      "Paywalls/targeting/attributes.yaml", "sessions: { type: integer }",
      "sessions: { type: number }"
    ),
  ]

  private func population(_ base: Snapshot, _ head: Snapshot, _ count: Int = 400) -> Population {
    .synthetic(for: base, head, count: count, seed: 9, at: today)
  }

  @Test func `nobody is affected where nothing changes`() throws {
    let lumen = try Folder.lumen.load()
    let nothing = impact(from: lumen, to: lumen, population: population(lumen, lumen), at: today)
    #expect(nothing.affected == 0 && nothing.placements == [])
    #expect(nothing.visitors == 400)
  }

  /// Asks at every placement, for every visitor, without leaving anything out.
  @Test(arguments: edits)
  func `as many are affected as are counted one by one`(
    path: String, old: String, new: String
  ) throws {
    let base = try Folder.lumen.load()
    let head = try Folder.lumen.replacing(old, by: new, in: path).load()
    let population = population(base, head)
    let counted = impact(from: base, to: head, population: population, at: today)
    let compiled = [base, head].map { CompiledSnapshot($0) }
    for placement in base.placements.keys {
      var shows = 0
      var enrolments = 0
      var offers = 0
      for member in population.members {
        let both = compiled.map { snapshot in
          let visitor = snapshot.visitor(
            member.attributes, subscriber: member.subscriber, at: today
          ).visitor
          let decision = snapshot.decide(placement, for: visitor, at: today)
          var sent: Set<String> = []
          if case .paywall(let id) = decision.show {
            for product in snapshot.snapshot.paywalls[id]?.products ?? [] {
              sent.formUnion(
                snapshot.offers(on: product, for: visitor, at: today).offers.map(\.offer.key))
            }
          }
          let isIn = decision.reason == .experiment
          return (
            decision.show,
            isIn ? "\(decision.experiment?.id ?? "") \(decision.experiment?.variant ?? "")" : "",
            sent
          )
        }
        if both[0].0 != both[1].0 { shows += 1 }
        if both[0].1 != both[1].1 { enrolments += 1 }
        offers += both[0].2.symmetricDifference(both[1].2).count
      }
      let found = counted.placements.first { $0.placement == placement }?.effects ?? []
      func sum(_ isCounted: (Impact.Kind) -> Bool) -> Int {
        found.filter { isCounted($0.kind) }.reduce(0) { $0 + $1.visitors }
      }
      #expect(sum { if case .paywall = $0 { true } else { false } } == shows)
      #expect(
        sum {
          switch $0 {
          case .enters, .leaves, .switches: true
          default: false
          }
        } == enrolments)
      #expect(
        sum {
          switch $0 {
          case .gainsOffer, .losesOffer: true
          default: false
          }
        } == offers)
      #expect(found.allSatisfy { (1...3).contains($0.examples.count) })
    }
  }

  @Test func `more traffic only lets visitors in`() throws {
    let base = try Folder.lumen.load()
    let head = try Folder.lumen.replacing(
      "traffic: 50%", by: "traffic: 80%", in: "Experiments/annual-trial.yaml"
    ).load()
    let found = impact(from: base, to: head, population: population(base, head, 5000), at: today)
    #expect(found.placements.map(\.placement) == ["onboarding"])
    let effects = found.placements.flatMap(\.effects)
    let variants = effects.compactMap { effect -> String? in
      switch effect.kind {
      case .enters(_, let variant): return variant
      case .leaves, .switches: Issue.record("\(effect.kind)"); return nil
      default: return nil
      }
    }
    #expect(variants == ["control", "trial"])
  }

  @Test func `other words and other orders reach whoever sees the paywall`() throws {
    let base = try Folder.lumen.load()
    let members = Population(members: [
      Population.Member(attributes: ["userId": .text("user-1"), "country": .text("IN")])
    ])
    let path = "Paywalls/lite.yaml"
    let said = try Folder.lumen.replacing("Start small", by: "Begin", in: path).load()
    let kinds = impact(from: base, to: said, population: members, at: today).placements.map {
      $0.effects.map(\.kind)
    }
    // The rule shows it at onboarding, and the winner at the gallery.
    #expect(kinds == [[.content(paywall: "lite")], [.content(paywall: "lite")]])
    let sold = try Folder.lumen.replacing(
      "[pro_monthly]", by: "[pro_monthly, pro_lifetime]", in: path
    )
    .load()
    #expect(
      impact(from: base, to: sold, population: members, at: today).placements.first?.effects
        .map(\.kind) == [.products(paywall: "lite")])
  }

  @Test
  func `whoever is recorded keeps the variant that an ended experiment lets them keep`() throws {
    let base = try Folder.lumen.load()
    let path = "Experiments/kept.yaml"
    let head = try Folder.lumen.replacing("after: keep", by: "after: control", in: path).load()
    let record = RecordedAssignment(
      experiment: "kept", phase: 1, variant: "lite", unit: "user-1", unitKind: .visitor,
      recordedAt: Timestamp(milliseconds: 1_788_000_000_000))
    let members = Population(members: [
      Population.Member(attributes: ["userId": .text("user-1")], records: [record]),
      Population.Member(attributes: ["userId": .text("user-2")]),
    ])
    let found = impact(from: base, to: head, population: members, at: today)
    #expect(found.affected == 1)
    #expect(
      found.placements.first?.effects.map(\.kind) == [
        .paywall(from: .paywall("lite"), to: .paywall("standard")),
        .leaves(experiment: "kept", variant: "lite"),
      ])
  }

  @Test func `examples are quoted for a shell`() throws {
    let base = try Folder.lumen.load()
    let head = try Folder.lumen.replacing(
      "default: standard\n  settings", by: "default: lite\n  settings",
      in: "Paywalls/targeting/placements.yaml"
    ).load()
    let facts = SubscriberFacts(groups: [
      "pro": GroupFacts(state: .expired, autoRenew: false, ever: true, lapsedDays: 4, paidDays: 30)
    ])
    let members = Population(members: [
      Population.Member(
        attributes: [
          "userId": .text("it's me"), "country": .text("US"), "sessions": .integer(-2),
          "appVersion": .text("-v"), "planInterest": .text("$(ls)"),
        ], subscriber: .known(facts))
    ])
    #expect(
      impact(from: base, to: head, population: members, at: today).placements.first?.effects.first?
        .examples == [
          "paywall explain --placement onboarding --user 'it'\\''s me' --country US "
            + "--app-version=-v --attribute 'planInterest=$(ls)' --attribute sessions=-2 "
            + "--subscription state=expired --subscription autoRenew=false "
            + "--subscription lapsedDays=4 --subscription paidDays=30"
        ])
  }
}
