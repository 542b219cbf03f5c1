import ExperimentResults
import PaywallCatalog
import PaywallDecisions
import Testing

@testable import Planning

struct SimulationTextTests {
  /// Numbers of a hand-made result, so that the text alone is tested.
  static let simulation = Simulation(
    experiment: "annual-trial", stage: .draft, seed: "simulated-annual-trial",
    usesFallbackSeed: true, visitors: 1_000_000, layer: nil, slice: .whole, outsideSlice: 600_000,
    outsideTraffic: 200_000,
    heldOut: 10_000,
    arms: [
      .init(variant: "control", openWidth: 2500, visitors: 95_100),
      .init(variant: "trial", openWidth: 2500, visitors: 94_900),
    ],
    sampleRatio: SampleRatio.check(observed: [95_100, 94_900], expected: [2500, 2500]),
    overlaps: [
      .init(experiment: "design", stage: .running, shared: 19_000, exclusion: nil, placements: []),
      .init(
        experiment: "lite", stage: .scheduled, shared: 0, exclusion: .layer("pricing"),
        placements: ["onboarding"]),
      .init(
        experiment: "team", stage: .paused, shared: 0, exclusion: .audiences,
        placements: ["onboarding"]),
    ], enrolmentRate: 0.19)

  @Test("the text for a terminal of 80 columns")
  func text() {
    let answer = Self.simulation.answer(
      LiftQuestion(baseline: 0.04, lift: 0.1, perDay: 20_000))
    #expect(
      Self.simulation.text(isPlain: true, answer: answer) == """
        annual-trial: 1,000,000 visitors who match its audience, as if it ran (it is a
          draft)
        It has no seed yet, so this uses the seed 'simulated-annual-trial'; 'paywall
          experiment start' writes another one, which draws other visitors in the same
          shares.

          outside slice    600,000  60.00%  ############################################
          outside traffic  200,000  20.00%  ###############
          held out          10,000   1.00%  #
          enrolled         190,000  19.00%  ##############

        Split of the 190,000 enrolled visitors:
          control  95,100  50.05%  of 50.00%  ##########################################
          trial    94,900  49.95%  of 50.00%  ##########################################
        Sample ratio: balanced (chi-squared 0.21 with 1 degree of freedom, p 0.646)

        Of them in other experiments too, if they match the other audience as well:
          design  19,000  10.00%  ######################################################
          never in lite: the layer 'pricing' keeps them apart
          never in team: no visitor matches both audiences

        For a lift of 10.0% on 4.00% with 80% power (alpha 5%, two-sided), 86,856
          visitors have to be enrolled, of 457,137 in the audience.
        With 20,000 such visitors a day that takes 28 days (4 whole weeks).
        The 190,000 who are enrolled here can show a lift of 6.6% or more.

        Power of those who are needed, by the true lift:
          lift of 2.5%    11%  #######
          lift of 5.0%    31%  #################
          lift of 7.5%    57%  #################################
          lift of 10.0%   80%  ##############################################
          lift of 15.0%   98%  ########################################################
          lift of 20.0%  100%  #########################################################

        By weeks of enrolment: the power for this lift, and the smallest that is found:
          1 week   34%   26,600 enrolled  finds 19.2%  ###########
          2 weeks  59%   53,200 enrolled  finds 13.0%  ####################
          3 weeks  77%   79,800 enrolled  finds 10.5%  #########################
          4 weeks  87%  106,400 enrolled   finds 9.0%  #############################
          5 weeks  93%  133,000 enrolled   finds 8.0%  ###############################
          6 weeks  97%  159,600 enrolled   finds 7.2%  ################################
          7 weeks  98%  186,200 enrolled   finds 6.7%  #################################
          8 weeks  99%  212,800 enrolled   finds 6.2%  #################################

        The visitors are sim-0000001 to sim-1000000. Real ones draw other buckets, in
          the same shares.

        """)
  }

  @Test("no line is too long, at any width, and blocks are drawn where they are allowed")
  func widths() {
    for width in [1, 60, 72, 80, 120, 200] {
      for isPlain in [true, false] {
        let text = Self.simulation.text(width: width, isPlain: isPlain)
        for line in text.split(separator: "\n") { #expect(line.count <= max(60, width)) }
        #expect(text.contains("█") != isPlain)
        #expect(!isPlain || text.utf8.allSatisfy { $0 < 0x80 })
      }
    }
  }

  @Test("long and many names are cut, not the figures")
  func names() {
    var simulation = Self.simulation
    let long = String(repeating: "n", count: 64)
    simulation.arms[1].variant = long
    simulation.overlaps = (0..<2000).map {
      .init(
        experiment: "e\($0)", stage: .running, shared: 0, exclusion: .layer("pricing"),
        placements: [])
    }
    let text = simulation.text()
    #expect(text.contains("94,900  49.95%"))
    #expect(text.contains("e5 and 1,994 more: the layer 'pricing' keeps"))
    for line in text.split(separator: "\n") { #expect(line.count <= 80) }
  }

  @Test("of very many rows the first are shown, of overlaps the largest")
  func manyRows() {
    var simulation = Self.simulation
    simulation.arms = (0..<10_000).map { .init(variant: "v\($0)", openWidth: 1, visitors: 9) }
    simulation.overlaps = (0..<100).map {
      .init(experiment: "e\($0)", stage: .running, shared: $0, exclusion: nil, placements: [])
    }
    let text = simulation.text()
    #expect(text.contains("\n  v29  "))
    #expect(text.contains("\n  and 9,970 variants more; --json has them all\n"))
    #expect(text.contains("\n  e70  "))
    #expect(text.contains("\n  and fewer in 70 others; --json has them all\n"))
  }
}
