import ExperimentResults
import TestSupport
import Testing

/// Experiments with a known truth, and what a marketer who follows the last verdict must do.
@Suite("worlds of verdicts")
struct WorldVerdictTests {
  typealias World = SimulatedExperiment
  typealias Truth = SimulatedExperiment.Truth

  enum Right: String { case ship, stop, wait, noDifference, broken, notShip }

  struct Case: CustomTestStringConvertible {
    var name: String
    var right: [Right]
    /// Whether a ship on any day is wrong, as one that is acted on.
    var mayNeverShip = false
    var world: World
    var testDescription: String { name }
  }

  static func world(
    _ control: Truth, _ variant: Truth, perDay: Int = 200,
    _ change: (inout World) -> Void = { _ in }
  ) -> World {
    var world = World(control, variant, perDay: perDay)
    change(&world)
    return world
  }

  static let prices: [Int64] = [3_493, 6_993, 41_993]
  /// One payer in 60 brings 150 times as much.
  static let whales = Array(repeating: Int64(6_993), count: 59) + [1_050_000]

  static let cases: [Case] = [
    Case(name: "01 big win", right: [.ship], world: world(Truth(0.05), Truth(0.1))),
    Case(
      name: "02 small win", right: [.wait, .noDifference],
      world: world(Truth(0.05), Truth(0.053)) { $0.smallest = 0.05 }),
    Case(
      name: "03 loss", right: [.stop], mayNeverShip: true, world: world(Truth(0.06), Truth(0.03))),
    Case(
      name: "04 none", right: [.noDifference], mayNeverShip: true,
      world: world(Truth(0.05), Truth(0.05), perDay: 400)),
    Case(
      name: "05 guardrail that is known late", right: [.stop], mayNeverShip: true,
      world: world(Truth(0.05), Truth(0.07, refunds: 0.35)) { world in
        (world.refundWindow, world.days) = (30, 70)
      }),
    Case(
      name: "06 broken split", right: [.broken], mayNeverShip: true,
      world: world(Truth(0.05), Truth(0.08, recorded: 0.7))),
    Case(
      name: "07 trial by starts", right: [.stop, .wait], mayNeverShip: true,
      world: world(Truth(0.06, paid: 0.9), Truth(0.12, paid: 0.3)) { world in
        (world.goal, world.hasPaying, world.isDecisive) = (.starts, true, true)
      }),
    Case(
      name: "08 trial by payers", right: [.stop], mayNeverShip: true,
      world: world(Truth(0.06, paid: 0.9), Truth(0.12, paid: 0.2)) { $0.window = 11 }),
    Case(
      name: "09 novelty", right: [.wait, .noDifference, .stop],
      world: world(Truth(0.05), Truth { $0 < 21 ? 0.0725 : 0.0425 }, perDay: 250) { world in
        (world.days, world.smallest) = (77, 0.35)
      }),
    Case(
      name: "10 season", right: [.wait, .noDifference], mayNeverShip: true,
      world: world(
        Truth { $0 % 7 < 2 ? 0.09 : 0.04 }, Truth { $0 % 7 < 2 ? 0.09 : 0.04 }, perDay: 60)),
    Case(
      name: "11 split of 90 and 10", right: [.ship],
      world: world(Truth(0.05), Truth(0.1), perDay: 600) { $0.widths = [9, 1] }),
    Case(
      name: "12 four arms", right: [.ship],
      world: World(Truth(0.05), Truth(0.05), Truth(0.1), Truth(0.055), perDay: 500)),
    Case(
      name: "13 dead", right: [.stop], mayNeverShip: true, world: world(Truth(0.05), Truth(0))),
    Case(
      name: "14 loss of 85 %", right: [.stop], mayNeverShip: true,
      world: world(Truth(0.05), Truth(0.0075))),
    Case(
      name: "15 whale", right: [.wait, .noDifference], mayNeverShip: true,
      world: world(Truth(0.02, prices: whales), Truth(0.02, prices: whales), perDay: 100) {
        $0.goal = .money
      }),
    Case(
      name: "16 small app", right: [.wait], mayNeverShip: true,
      world: world(Truth(0.05), Truth(0.06), perDay: 20)),
    Case(
      name: "17 all refunded", right: [.stop], mayNeverShip: true,
      world: world(Truth(0.05), Truth(0.05, refunds: 1)) { $0.goal = .money }),
    Case(
      name: "18 control sells nothing", right: [.ship],
      world: world(Truth(0), Truth(0.045)) { $0.refundWindow = 10 }),
    Case(
      name: "19 price", right: [.stop, .wait], mayNeverShip: true,
      world: world(
        Truth(0.03, prices: [10_000]), Truth(0.05, prices: [4_980]), perDay: 300
      ) { ($0.hasPaying, $0.isDecisive) = (true, true) }),
    Case(
      name: "20 stopped", right: [.ship],
      world: world(Truth(0.05), Truth(0.1)) { $0.lastDay = 30 }),
    Case(
      name: "21 refunds", right: [.stop], mayNeverShip: true,
      world: world(Truth(0.055), Truth(0.081, refunds: 0.515)) { $0.refundWindow = 10 }),
  ]

  static func right(_ decision: Verdict.Decision) -> Right {
    switch decision {
    case .broken: .broken
    case .wait: .wait
    case .ship: .ship
    case .stop: .stop
    case .noDifference: .noDifference
    }
  }

  @Test(arguments: cases)
  func `who follows the verdict does what is right`(_ one: Case) {
    let count = rounds(4, all: 200)
    var wrong: [String] = []
    for seed in 0..<UInt64(count) {
      var numbers = SplitMix(state: 77 &+ seed &* 7919)
      var (last, shipped): (Verdict?, String?) = (nil, nil)
      one.world.run(&numbers) { look in
        last = look.verdict
        if case .ship = look.verdict.decision, shipped == nil {
          shipped = "day \(look.day): \(look.verdict.sentence)"
        }
        return false
      }
      if let last {
        if !one.right.contains(Self.right(last.decision)) {
          wrong.append("\(seed): \(last.sentence)")
        }
        if last.decision == .ship(variant: "b") || last.decision == .ship(variant: "c") {
          #expect(one.name.hasPrefix("12") == (last.decision == .ship(variant: "c")))
        }
      }
      if one.mayNeverShip, let shipped { wrong.append("\(seed): \(shipped)") }
    }
    Shares.note(one.name, rounds: count, [("wrong", Double(wrong.count) / Double(count))])
    // Some of many are wrong by chance.
    #expect(wrong.count <= count * 3 / 100, "\(wrong)")
  }
}
