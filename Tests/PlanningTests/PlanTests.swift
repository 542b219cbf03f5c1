import PaywallCatalog
import PaywallDecisions
import Planning
import Testing

/// One realistic change set. `user-7` and `user-15` have the buckets of DecisionRules.md § 3:
/// 7271 and 1803 of the variants, so 20 % traffic takes neither (the open parts are 0…999 and
/// 5000…5999) and 50 % takes both (0…2499 and 5000…7499).
@Suite struct PlanTests {
  private static let base = Folder.lumen.replacing(
    "traffic: 50%", by: "traffic: 20%", in: "Experiments/annual-trial.yaml")

  private static let head = Folder.lumen
    .replacing(
      "start: 2026-11-02T09:00Z", by: "start: 2026-11-02T09:00Z, end: 2026-12-22T09:00Z",
      in: "Experiments/annual-trial.yaml"
    )
    .replacing("seed: 2b9d1c40", by: "seed: 2b9d1c41", in: "Experiments/fewer.yaml")
    .replacing(
      "      - { audience: { country: [IN, BR] }, show: lite }\n", by: "",
      in: "Paywalls/targeting/placements.yaml"
    )
    .replacing("Good to see you", by: "Welcome *back* | @you", in: "Paywalls/come-back.yaml")
    .removing("Experiments/idea.yaml")

  private static let population = Population(members: [
    Population.Member(attributes: ["userId": .text("user-7"), "country": .text("GB")]),
    Population.Member(attributes: ["userId": .text("user-15"), "country": .text("IE")]),
    Population.Member(attributes: ["userId": .text("user-1"), "country": .text("IN")]),
    Population.Member(
      attributes: ["userId": .text("user-2"), "country": .text("US")],
      subscriber: .known(
        SubscriberFacts(groups: [
          "pro": GroupFacts(
            state: .expired, autoRenew: false, ever: true, lapsedDays: 40, paidDays: 365)
        ]))),
    Population.Member(attributes: ["userId": .text("user-3"), "country": .text("US")]),
  ])

  private func plan() throws -> Plan {
    Plan(
      from: try Self.base.load(), to: try Self.head.load(), population: Self.population, at: today)
  }

  @Test func `the examples are the first visitors, however many are compared at a time`() throws {
    let head = Folder.lumen.replacing(
      "default: standard\n  settings", by: "default: lite\n  settings",
      in: "Paywalls/targeting/placements.yaml")
    let members = (0..<2_500).map {
      Population.Member(attributes: ["userId": .text("user-\($0)"), "country": .text("FR")])
    }
    var told: [Int] = []
    let impact = impact(
      from: try Folder.lumen.load(), to: try head.load(),
      population: Population(members: members), at: today, progress: { told.append($0) })
    let effect = try #require(impact.placements.first?.effects.first)
    #expect(impact.affected == 2_500 && effect.visitors == 2_500)
    #expect(
      effect.examples
        == (0..<3).map { "paywall explain --placement onboarding --user user-\($0) --country FR" })
    #expect(told == [1_000, 2_000])
  }

  @Test func `progress ends with all visitors, at each moment that is compared`() throws {
    let base = try Folder.lumen.load()
    let head = try Folder.lumen.replacing(
      "traffic: 50%",
      by: "traffic: [{ share: 50% }, { from: 2026-12-01T00:00Z, share: 80% }]",
      in: "Experiments/annual-trial.yaml"
    ).load()
    let population = Population.synthetic(for: base, head, count: 2_000, at: today)
    var steps: [(done: Int, total: Int)] = []
    let plan = Plan(
      from: base, to: head, population: population, at: today, looksAhead: true,
      progress: { steps.append(($0, $1)) })
    #expect(plan.impact.affected == 0)
    let step = try #require(Timestamp(rfc3339: "2026-12-01T00:00Z"))
    #expect(plan.later.map(\.at) == [step])
    #expect(plan.later.first.map { $0.impact.affected > 0 } == true)
    let last = try #require(steps.last)
    #expect(last.done == last.total && last.total.isMultiple(of: 2_000) && last.total > 2_000)
    #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.done < $1.done && $0.total == $1.total })
  }

  @Test func `a plan that looks ahead says from when visitors are affected`() throws {
    let head = Folder.lumen.replacing(
      "start: 2026-11-02T09:00Z", by: "start: 2026-11-02T09:00Z, end: 2026-12-22T09:00Z",
      in: "Experiments/annual-trial.yaml")
    let plan = Plan(
      from: try Folder.lumen.load(), to: try head.load(), population: Self.population, at: today,
      looksAhead: true)
    #expect(plan.impact.affected == 0)
    #expect(plan.later.map(\.at.rfc3339) == ["2026-12-22T09:00:00Z"])
    #expect(plan.later.map(\.impact.affected) == [2])
    #expect(
      plan.text(width: 80).contains("From 2026-12-22 09:00 UTC\n  onboarding: 2 of 5 visitors"))
  }

  @Test
  func `a plan looks at the moments of what the change touches, and says what is left`() throws {
    let steps = (1...30).map {
      "{ from: 2027-01-\($0 < 10 ? "0" : "")\($0)T00:00Z, share: \($0 + 50)% }"
    }
    let ramp = "traffic: [{ share: 50% }, \(steps.joined(separator: ", "))]"
    // Rules elsewhere change at moments, too.
    let path = "Experiments/annual-trial.yaml"
    let head = try Folder.lumen.replacing("traffic: 50%", by: ramp, in: path).load()
    let plan = Plan(
      from: try Folder.lumen.load(), to: head, population: Self.population, at: today,
      looksAhead: true)
    #expect(plan.uncompared.count + Plan.mostMoments >= 30)
    #expect(plan.uncompared.last?.rfc3339 == "2027-01-30T00:00:00Z")
    let first = try #require(plan.uncompared.first)
    #expect(plan.later.allSatisfy { $0.at < first })
    for text in [plan.text(), plan.markdown] {
      #expect(text.contains("paywall plan --at \(first.rfc3339)"), "\(text)")
    }
    // A rule that begins at another placement is no moment of this change.
    var (base, other) = (try Folder.lumen.load(), try Folder.lumen.load())
    base.placements["elsewhere"] = Placement(
      id: "elsewhere",
      rules: (0..<40).map {
        Placement.Rule(
          audience: .audience(Condition.everyone), show: .nothing,
          window: TimeWindow(start: today.adding(milliseconds: 60_000 * Int64($0 + 1))))
      }, default: .nothing)
    other.placements["elsewhere"] = base.placements["elsewhere"]
    other.experiments["annual-trial"]?.schedule.end = Timestamp(rfc3339: "2026-12-22T09:00Z")
    let ended = Plan(
      from: base, to: other, population: Self.population, at: today, looksAhead: true)
    #expect(ended.later.map(\.at.rfc3339) == ["2026-12-22T09:00:00Z"])
    #expect(ended.uncompared.isEmpty)
  }

  @Test func `a plan is text for a terminal`() throws {
    #expect(
      try plan().text(width: 80)
        == #"""
        3 changed, 2 removed. 1 error and 1 warning for running experiments. 4 of 5
        visitors are affected.

        What changes
          ~ experiment annual-trial
              traffic 20% → 50%
              ends 2026-12-22 09:00 UTC instead of never
          ~ experiment fewer
              seed 2b9d1c40 → 2b9d1c41
          - experiment idea
              draft at 'export'
              control 50% shows 'standard'
              lite 50% shows 'lite'
          - rule onboarding, rule 2
              shows 'lite' in IN and BR
          ~ paywall come-back
              content.headline.en "Good to see you" → "Welcome *back* | @you"

        What it does to running experiments
          error: the seed of 'fewer' changes from 2b9d1c40 to 2b9d1c41: all visitors
            would be re-assigned
            at Experiments/fewer.yaml: seed
            help: put 2b9d1c40 back; to change it, begin again with 'paywall experiment
                  restart fewer' (phase 2)
          warning: 'annual-trial' ends 2026-12-22 09:00 UTC instead of never: it may end
            before its result is certain
            at Experiments/annual-trial.yaml: until
            help: ask 'paywall simulate annual-trial' how many days it takes

        Who is affected at 2026-11-21 12:00 UTC
          onboarding: 4 of 5 visitors
            1  see 'standard' instead of 'lite'
               paywall explain --placement onboarding --user user-1 --country IN
            1  see 'trial' instead of 'standard'
               paywall explain --placement onboarding --user user-7 --country GB
            1  see 'come-back' saying something else
               paywall explain --placement onboarding --user user-2 --country US \#
        --subscription state=expired --subscription autoRenew=false --subscription \#
        lapsedDays=40 --subscription paidDays=365
            1  enter 'annual-trial', variant 'control'
               paywall explain --placement onboarding --user user-15 --country IE
            1  enter 'annual-trial', variant 'trial'
               paywall explain --placement onboarding --user user-7 --country GB
            1  gain the offer 'trial'
               paywall explain --placement onboarding --user user-7 --country GB

        """#)
  }

  @Test func `a plan is a comment for a pull request`() throws {
    #expect(
      try plan().markdown
        == #"""
        ### Paywall plan

        3 changed, 2 removed. 1 error and 1 warning for running experiments. 4 of 5 \#
        visitors are affected.

        | | what | how |
        | --- | --- | --- |
        | `~` | experiment annual-trial | traffic 20% → 50%<br>ends 2026-12-22 09:00 UTC \#
        instead of never |
        | `~` | experiment fewer | seed 2b9d1c40 → 2b9d1c41 |
        | `-` | experiment idea | draft at 'export'<br>control 50% shows 'standard'<br>lite \#
        50% shows 'lite' |
        | `-` | rule onboarding, rule 2 | shows 'lite' in IN and BR |
        | `~` | paywall come-back | content.headline.en "Good to see you" → "Welcome \#
        \*back\* \| @<!-- -->you" |

        #### What it does to running experiments

        - **error** in Experiments/fewer.yaml: seed: the seed of 'fewer' changes from \#
        2b9d1c40 to 2b9d1c41: all visitors would be re-assigned<br>Help: put 2b9d1c40 back; to \#
        change it, begin again with 'paywall experiment restart fewer' (phase 2)
        - **warning** in Experiments/annual-trial.yaml: until: 'annual-trial' ends \#
        2026-12-22 09:00 UTC instead of never: it may end before its result is \#
        certain<br>Help: ask 'paywall simulate annual-trial' how many days it takes

        #### Who is affected

        | placement | visitors | what |
        | --- | ---: | --- |
        | **onboarding** | 4 | in all |
        | | 1 | see 'standard' instead of 'lite' |
        | | 1 | see 'trial' instead of 'standard' |
        | | 1 | see 'come-back' saying something else |
        | | 1 | enter 'annual-trial', variant 'control' |
        | | 1 | enter 'annual-trial', variant 'trial' |
        | | 1 | gain the offer 'trial' |

        Of 5 visitors at 2026-11-21 12:00 UTC.

        <details><summary>Examples</summary>

        ```sh
        # see 'standard' instead of 'lite' at 'onboarding'
        paywall explain --placement onboarding --user user-1 --country IN
        # see 'trial' instead of 'standard' at 'onboarding'
        paywall explain --placement onboarding --user user-7 --country GB
        # see 'come-back' saying something else at 'onboarding'
        paywall explain --placement onboarding --user user-2 --country US --subscription \#
        state=expired --subscription autoRenew=false --subscription lapsedDays=40 \#
        --subscription paidDays=365
        # enter 'annual-trial', variant 'control' at 'onboarding'
        paywall explain --placement onboarding --user user-15 --country IE
        # enter 'annual-trial', variant 'trial' at 'onboarding'
        paywall explain --placement onboarding --user user-7 --country GB
        # gain the offer 'trial' at 'onboarding'
        paywall explain --placement onboarding --user user-7 --country GB
        ```

        </details>

        """#)
  }

  @Test func `nothing is said in a few words`() throws {
    let lumen = try Folder.lumen.load()
    let plan = Plan(from: lumen, to: lumen, population: Self.population, at: today)
    #expect(plan.text(colours: .ansi, width: 80) == "Nothing changes.\n")
    #expect(plan.markdown == "### Paywall plan\n\nNothing changes.\n")
    #expect(plan.isEmpty && !plan.isBreaking)
  }

  @Test func `colours are only added, and lines fit`() throws {
    let plan = try plan()
    let tinted = plan.text(colours: .ansi, width: 80)
    #expect(tinted.contains("\u{1B}[33m~\u{1B}[0m experiment annual-trial"))
    #expect(tinted.contains("\u{1B}[31m-\u{1B}[0m experiment idea"))
    let plain = plan.text(width: 80)
    #expect(!plain.contains("\u{1B}"))
    let long = plain.split(separator: "\n").filter { $0.count > 80 }
    #expect(long.allSatisfy { $0.contains("paywall explain ") })
  }
}
