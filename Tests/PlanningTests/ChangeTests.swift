import PaywallCatalog
import Planning
import TestSupport
import Testing

@Suite struct ChangeTests {
  private func lines(_ base: Folder, _ head: Folder) throws -> [String] {
    changes(from: try base.load(), to: try head.load()).map {
      "\($0.sign.rawValue) \($0.kind.rawValue) \($0.id): \($0.details.joined(separator: "; "))"
    }
  }

  @Test func `nothing changes between a configuration and itself`() throws {
    #expect(try lines(.lumen, .lumen) == [])
  }

  @Test func `another billing plan is said of the product and of its offer`() throws {
    let base = try Folder.lumen.load()
    var head = base
    let product = try #require(base.paywalls["standard"]?.products.first).product
    head.paywalls["standard"]?.products[0].billingPlan = .monthly
    head.offers["loyalty"]?.billingPlan = .monthly
    #expect(
      changes(from: base, to: head).flatMap(\.details) == [
        "'\(product)' is sold on the billing plan monthly instead of upFront",
        "billing plan upFront → monthly",
      ])
  }

  @Test
  func `rules for requests for refunds are compared by name, place, condition and wish`() throws {
    var (base, head) = (try Folder.lumen.load(), try Folder.lumen.load())
    let dear = MoneyBounds(byCurrency: ["EUR": InclusiveBounds(atLeast: 50_000)])
    base.refunds = RefundPolicy(rules: [
      RefundRule(
        name: "often", tests: [.refunds(InclusiveBounds(atLeast: 3))], preference: .decline),
      RefundRule(name: "others", preference: .noPreference),
    ])
    head.refunds = RefundPolicy(rules: [
      RefundRule(name: "dear", tests: [.price(dear), .inTrial(false)], preference: .grantFull),
      RefundRule(
        name: "often", tests: [.refunds(InclusiveBounds(atLeast: 2, atMost: 5))],
        preference: .decline),
      RefundRule(name: "others", preference: .decline),
    ])
    #expect(
      changes(from: base, to: head).map {
        "\($0.sign.rawValue) \($0.id): \($0.details.joined(separator: "; "))"
      } == [
        "+ dear: price at least 50 EUR and inTrial false: grantFull",
        "~ often: place 1 → 2; for refunds at least 2 and at most 5 instead of refunds at least 3",
        "~ others: place 2 → 3; prefers decline instead of none",
      ])
  }

  @Test(arguments: [
    (
      "Experiments/annual-trial.yaml", "traffic: 50%", "traffic: 80%",
      "~ experiment annual-trial: traffic 50% → 80%"
    ),
    (
      "Experiments/annual-trial.yaml", "start: 2026-11-02T09:00Z",
      "start: 2026-11-02T09:00Z, end: 2026-12-22T09:00Z",
      "~ experiment annual-trial: ends 2026-12-22 09:00 UTC instead of never"
    ),
    (
      "Experiments/annual-trial.yaml", "audience: isles", "audience: modern",
      "~ experiment annual-trial: for modern instead of isles"
    ),
    (
      "Experiments/annual-trial.yaml", "paywall: trial", "paywall: lite",
      "~ experiment annual-trial: 'trial' shows 'lite' instead of 'trial'"
    ),
    (
      "Experiments/kept.yaml", "after: keep", "after: control",
      "~ experiment kept: once it has ended, no visitor keeps a variant instead of recorded visitors "
        + "keep their variant"
    ),
    (
      "Paywalls/targeting/placements.yaml", "default: standard\n  settings",
      "default: lite\n  settings",
      "~ placement onboarding: by default shows 'lite' instead of 'standard'"
    ),
    (
      "Paywalls/targeting/placements.yaml", "{ audience: { country: [IN, BR] }, show: lite }",
      "{ audience: { country: [IN, BR] }, show: come-back }",
      "~ rule onboarding, rule 2: now shows 'come-back' in IN and BR instead of 'lite'"
    ),
    (
      "Paywalls/targeting/placements.yaml", "country: [IN, BR]", "country: [IN, BR, MX]",
      "~ rule onboarding, rule 2: now shows 'lite' in IN, BR and MX instead of in IN and BR"
    ),
    (
      "Paywalls/targeting/placements.yaml", "country: [IN, BR] }, show: lite }",
      "country: [IN, BR] }, show: lite, visibility: public }",
      "~ rule onboarding, rule 2: visibility none → public"
    ),
    (
      "Paywalls/targeting/placements.yaml", "    rules:\n      - { audience: lapsed",
      "    rules:\n      - { audience: modern, show: standard, until: 2026-12-01T00:00Z }\n      - { audience: lapsed",
      "+ rule onboarding, rule 1: shows 'standard' to 'modern' until 2026-12-01 00:00 UTC"
    ),
    (
      "Paywalls/targeting/placements.yaml", "      - { audience: lapsed, show: come-back }\n", "",
      "- rule onboarding, rule 1: shows 'come-back' to 'lapsed'"
    ),
    (
      "Paywalls/targeting/placements.yaml",
      "      - { audience: lapsed, show: come-back }\n      - { audience: { country: [IN, BR] }, show: lite }",
      "      - { audience: { country: [IN, BR] }, show: lite }\n      - { audience: lapsed, show: come-back }",
      "~ rule onboarding, rule"
    ),
    (
      "Paywalls/targeting/placements.yaml", "fallback: standard", "fallback: lite",
      "~ fallback fallback: an unknown placement shows 'lite' instead of 'standard'"
    ),
    (
      "Paywalls/lite.yaml", "en: Start small", "en: Begin small",
      "~ paywall lite: content.headline.en \"Start small\" → \"Begin small\""
    ),
    (
      "Paywalls/lite.yaml", "products: [pro_monthly]", "products: [pro_lifetime, pro_monthly]",
      "~ paywall lite: now sells 'pro_lifetime'"
    ),
    (
      "Paywalls/come-back.yaml", "offers: [loyalty]", "offers: []",
      "~ paywall come-back: 'pro_yearly' tries the offers none instead of loyalty"
    ),
    ("Paywalls/store/offers.yaml", "cycles: 3", "cycles: 6", "~ offer loyalty: cycles 3 → 6"),
    (
      "Paywalls/store/products.yaml", "familyShareable: true", "familyShareable: false",
      "~ product pro_lifetime: family sharing yes → no"
    ),
    (
      "Paywalls/store/products.yaml", "{ type: consumable }",
      "{ type: consumable, currencies: { gems: 3, coins: 100 } }",
      "~ product coins_100: credits 100 coins, 3 gems instead of none"
    ),
    (
      "Paywalls/targeting/audiences.yaml", "[GB, IE]", "[GB]",
      "~ audience isles: now country is GB instead of country is GB or IE"
    ),
    (
      "Paywalls/targeting/attributes.yaml", "sessions: { type: integer }",
      "sessions: { type: integer }\n  paid: { type: boolean }", "+ attribute paid: boolean"
    ),
    (
      "Paywalls/targeting/layers.yaml", "share: 5%", "share: 2.5%",
      "~ holdout holdout: share 5% → 2.5%"
    ),
    (
      "Paywalls/store/app.yaml", "locales: [en, de, ja]", "locales: [en, de, ja, fr]",
      "~ app app: locales en, de, ja → en, de, ja, fr"
    ),
  ])
  func `a change is told in a sentence, and backwards as its opposite`(
    path: String, old: String, new: String, line: String
  ) throws {
    let head = Folder.lumen.replacing(old, by: new, in: path)
    let forth = try lines(.lumen, head)
    #expect(forth.contains { $0.hasPrefix(line) }, "\(forth)")
    let back = try lines(head, .lumen)
    #expect(forth.map(\.opposite).sorted() == back.map(\.headline).sorted())
  }

  @Test func `an added experiment is summed up`() throws {
    let head = Folder.lumen.removing("Experiments/idea.yaml")
    #expect(
      try lines(head, .lumen) == [
        "+ experiment idea: draft at 'export'; control 50% shows 'standard'; lite 50% shows 'lite'"
      ])
  }

  @Test func `keys are told by name and role, never by digest`() throws {
    func keys(_ name: String, _ role: String, _ digit: String) -> String {
      "keys:\n  \(name): { role: \(role), digest: \(String(repeating: digit, count: 64)) }\n"
    }
    let path = "Paywalls/store/keys.yaml"
    let base = Folder.lumen.adding(path, keys("ios", "client", "a"))
    #expect(
      try lines(base, .lumen.adding(path, keys("ios", "server", "b"))) == [
        "~ key ios: role client → server; is another key"
      ])
  }

  /// Which rules became which has no one answer; whatever it is, it must be the same backwards.
  @Test func `shuffled rules are told backwards as the opposite`() {
    var random = SplitMix(state: 11)
    let audiences = ["GB", "IE", "IN", "BR"].map { country in
      Condition.test(AttributeTest("country", [.equals(.string(country))]))
    }
    func rules() -> [Placement.Rule] {
      (0..<random.below(7)).map { _ in
        Placement.Rule(
          audience: audiences[random.below(4)], show: .paywall(["a", "b", "c"][random.below(3)]))
      }
    }
    for _ in 0..<500 {
      let snapshots = [rules(), rules()].map { rules in
        Snapshot(
          app: App(bundleId: "a", environments: [.production], locales: ["en"]),
          schema: AttributeSchema(declared: [], groups: []),
          placements: ["p": Placement(id: "p", rules: rules, default: .nothing)], release: "")
      }
      let forth = changes(from: snapshots[0], to: snapshots[1])
      let back = changes(from: snapshots[1], to: snapshots[0])
      #expect(forth.count { $0.sign == .added } == back.count { $0.sign == .removed })
      #expect(forth.count { $0.sign == .changed } == back.count { $0.sign == .changed })
      #expect(
        Set(forth.filter { $0.sign == .removed }.map(\.id))
          == Set(back.filter { $0.sign == .added }.map(\.id)))
      #expect(forth.isEmpty == (snapshots[0].placements == snapshots[1].placements))
    }
  }
}

extension String {
  /// `+ kind id` without the details, numbers of changed rules left out.
  fileprivate var headline: String {
    let name = String(prefix { $0 != ":" })
    return name.hasPrefix("~ rule") ? String(name.prefix { !$0.isNumber }) : name
  }

  fileprivate var opposite: String {
    switch first {
    case "+": "-" + headline.dropFirst()
    case "-": "+" + headline.dropFirst()
    default: headline
    }
  }
}
