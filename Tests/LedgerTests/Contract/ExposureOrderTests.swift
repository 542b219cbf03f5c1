import Ledger
import PaywallCatalog
import TestSupport
import Testing

@Suite struct ExposureOrderTests {
  private enum Call: Sendable {
    case expose(Exposure)
    case alias(String, String)
  }

  /// Returns the calls of 40 people: one, two or three exposures each, some under two ids, some to
  /// two variants.
  private static func calls(_ random: inout SplitMix) -> [Call] {
    (0..<40).flatMap { person -> [Call] in
      let variant = ["control", "trial"][person % 2]
      let phase = 1 + person % 2
      func exposure(_ id: String, _ unit: String, _ variant: String) -> Call {
        .expose(
          Sample.exposure(
            id, unit, variant, phase: phase,
            origin: unit.hasPrefix("user") ? .userId : .anonymousId, contradicts: id == "other",
            at: Double.random(in: 0..<5, using: &random), isHeldOut: person % 7 == 0))
      }
      let (user, device) = ("user-\(person)", "device-\(person)")
      var calls = [exposure("1", user, variant)]
      if person % 3 == 0 { calls.append(exposure("2", user, variant)) }
      if person % 5 == 0 { calls.append(exposure("other", user, variant)) }
      if person % 4 == 0 {
        // Half of these devices have drawn the same variant.
        calls.append(exposure("1", device, person % 8 == 0 ? variant : "bold"))
        calls.append(.alias(device, user))
      }
      return calls
    }
  }

  /// Returns everything that can be asked afterwards.
  private static func state(_ ledger: any Ledger) async throws -> [String] {
    let units = (0..<40).flatMap { ["user-\($0)", "device-\($0)"] }
    var state = try await ledger.assignments(of: units, in: .production).map { "\($0)" }
    for phase in 1...2 { state += try await ledger.counts(phase: phase) }
    for unit in units {
      state.append("\(unit) \(ledger.mayHaveAssignments(of: unit))")
      state.append("\(try await ledger.variants(of: unit))")
    }
    return state
  }

  @Test(
    "Any order and repetition of the same exposures and aliases comes to the same",
    arguments: LedgerKind.allCases)
  func order(kind: LedgerKind) async throws {
    var random = SplitMix(state: 23)
    let calls = Self.calls(&random)
    var expected: [String]?
    for _ in 0..<(kind == .memory ? rounds(20, all: 60) : rounds(4, all: 12)) {
      let order = (calls + calls.shuffled(using: &random).prefix(30)).shuffled(using: &random)
      let state = try await kind.withLedger { ledger in
        for call in order {
          switch call {
          case .expose(let exposure): try await ledger.record(exposure)
          case .alias(let id, let user):
            try await ledger.alias(id, to: user, at: 1)
          }
        }
        return try await Self.state(ledger)
      }
      if let expected { #expect(state == expected) } else { expected = state }
    }
    // People 0, 4, …, 36 have a second id, half of them with another variant: 4, 12, 20, 28, 36.
    // People 0, 5, …, 35 contradicted themselves. Even people are control in phase 1.
    //   control, phase 1: 20 users and the devices of 0, 8, 16, 24, 32. Conflicts: users 4, 12, 20,
    //   28, 36 and 0, 10, 30 (20 is among them). 0 took no device with it: its own row only.
    //   Repeats of who is left: 6, 18, 24. Held: 14 and the device of 0.
    //   trial, phase 2: 20 users, conflicts 5, 15, 25, 35, repeats 3, 9, 21, 27, 33, 39, held 7, 21.
    let found = try #require(expected)
    #expect(found.contains("control 17 units, 3 repeats, 8 conflicts, 2 held"))
    #expect(found.contains("bold 0 units, 0 repeats, 5 conflicts, 0 held"))
    #expect(found.contains("trial 16 units, 6 repeats, 4 conflicts, 2 held"))
  }
}
