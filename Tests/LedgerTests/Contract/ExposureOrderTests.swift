import PaywallCatalog
import Ledger
import PaywallSubscribers
import TestSupport
import Testing

@Suite struct ExposureOrderTests {
  private enum Call: Sendable {
    case expose(Exposure)
    case alias(String, String)
  }

  /// What 40 people do: one, two or three times exposed, some under two ids, some to two variants.
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
        // The device has drawn the same for every other of them.
        calls.append(exposure("1", device, person % 8 == 0 ? variant : "bold"))
        calls.append(.alias(device, user))
      }
      return calls
    }
  }

  /// Everything that can be asked afterwards.
  private static func state(_ ledger: any Ledger) async throws -> [String] {
    let units = (0..<40).flatMap { ["user-\($0)", "device-\($0)"] }
    var state = try await ledger.assignments(of: units, in: .production).map { "\($0)" }
    for phase in 1...2 { state += try await ledger.counts(phase: phase) }
    for unit in units {
      state.append("\(unit) \(ledger.mayHaveAssignments(of: unit, in: .production))")
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
          case .expose(let exposure): _ = try await ledger.record(exposure)
          case .alias(let id, let user):
            _ = try await ledger.alias(id, to: user, in: .production, at: Sample.day(1))
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

  @Test(
    "Both ledgers answer alike to any exposures, aliases and erasures",
    arguments: 0..<rounds(3, all: 8))
  func alike(seed: Int) async throws {
    let memory = try await LedgerKind.memory.withLedger { try await Self.script(seed, $0) }
    let sqlite = try await LedgerKind.sqlite.withLedger { try await Self.script(seed, $0) }
    #expect(memory == sqlite)
    #expect(memory.count > 300)
  }

  private static func script(_ seed: Int, _ ledger: any Ledger) async throws -> [String] {
    var random = SplitMix(state: UInt64(seed))
    let units = (0..<12).map { "u\($0)" }
    func unit() -> String { units[Int.random(in: 0..<units.count, using: &random)] }
    var answers: [String] = []
    for step in 0..<120 {
      let now = Sample.day(Double(step))
      let environment: AppStoreEnvironment = step % 9 == 0 ? .sandbox : .production
      switch Int.random(in: 0..<15, using: &random) {
      case 13..<15:
        let exposures = (0..<3).map { _ in
          var exposure = Sample.heldOut(
            "\(Int.random(in: 0..<9, using: &random))", unit(),
            phase: Int.random(in: 1...2, using: &random),
            origin: [.anonymousId, .anonymousId, .userId, nil][
              Int.random(in: 0..<4, using: &random)],
            anonymousId: Bool.random(using: &random) ? unit() : nil,
            terms: Sample.terms(seed: Bool.random(using: &random) ? "a" : "b"),
            at: Double.random(in: 0..<150, using: &random))
          if Int.random(in: 0..<3, using: &random) == 0 { exposure.unit.experiment = "badge" }
          exposure.details = Sample.details(Int.random(in: 0..<20, using: &random))
          return exposure
        }
        answers.append("\(try await ledger.record(exposures, in: environment, at: now))")
      case 10..<13:
        let logins = (0..<3).map { _ in
          func assignment() -> RecordedAssignment {
            var assignment = Sample.assignment(
              unit(), kind: .visitor, phase: Int.random(in: 1...2, using: &random))
            if Bool.random(using: &random) { assignment.experiment = "badge" }
            return assignment
          }
          return CoEnrollment(
            user: assignment(), anonymous: assignment(),
            voucher: AliasVoucher.allCases[Int.random(in: 0..<4, using: &random)])
        }
        try await ledger.record(logins, in: environment, at: now)
      case 0..<6:
        let exposures = (0..<3).map { _ in
          var exposure = Sample.exposure(
            "\(Int.random(in: 0..<9, using: &random))", unit(),
            ["control", "trial"][Int.random(in: 0..<8, using: &random) / 7],
            phase: Int.random(in: 1...2, using: &random),
            origin: [.anonymousId, .anonymousId, .userId, nil][
              Int.random(in: 0..<4, using: &random)],
            terms: Sample.terms(seed: Bool.random(using: &random) ? "a" : "b"),
            at: Double.random(in: 0..<150, using: &random))
          if Int.random(in: 0..<3, using: &random) == 0 { exposure.assignment.experiment = "badge" }
          exposure.voucher = AliasVoucher.allCases[Int.random(in: 0..<4, using: &random)]
          exposure.placement =
            ["onboarding", "settings", nil][Int.random(in: 0..<3, using: &random)]
          exposure.details = Sample.details(
            Int.random(in: 0..<20, using: &random),
            flags: ExposureFlags(rawValue: UInt8.random(in: 0..<16, using: &random)))
          if Bool.random(using: &random) { exposure.details.dimensions.storefront = nil }
          if Bool.random(using: &random) {
            exposure.deviceTime = DeviceTime(
              at: exposure.renderedAt, offset: Int64.random(in: -9...9, using: &random))
          }
          return exposure
        }
        answers.append("\(try await ledger.record(exposures, in: environment, at: now))")
      case 6..<9:
        let voucher = AliasVoucher.allCases[Int.random(in: 0..<4, using: &random)]
        answers.append(
          "\(try await ledger.alias(unit(), to: unit(), vouchedBy: voucher, in: environment, at: now))"
        )
      default:
        answers.append("\(try await ledger.forget(.user(unit()), in: environment, at: now))")
      }
      let visitor = VisitorIdentity(userId: unit(), anonymousId: unit())
      answers.append("\(try await ledger.assignments(of: visitor, in: environment))")
      answers.append("\(try await ledger.conflicts(ofUnit: unit(), in: environment))")
      for phase in 1...2 {
        answers += try await ledger.counts(phase: phase, in: environment)
        let unknown = try await ledger.unknownDetails(of: PhaseKey("price", phase, in: environment))
        answers.append("\(unknown)")
      }
      answers.append("\(try await ledger.exposures(of: unit(), in: environment))")
      answers.append("\(try await ledger.heldOut(ofUnit: unit(), in: environment))")
    }
    for cause in ConflictEvent.Cause.allCases {
      answers.append("\(cause) \(ledger.conflictCounts()[cause] ?? 0)")
    }
    for experiment in ["price", "badge"] {
      for phase in 1...2 {
        let events = try await ledger.conflicts(of: PhaseKey(experiment, phase, in: .production))
        answers += events.map { "\($0)" }
        let held = try await ledger.heldOut(of: PhaseKey(experiment, phase, in: .production))
        answers += held.map { "\($0)" }
        let cells = try await ledger.erasedHeldOut(of: PhaseKey(experiment, phase, in: .production))
        for cell in cells {
          answers.append("\(cell.key) \(cell.counts)")
          answers += cell.sums.map { "\($0.key) \($0.value)" }.sorted()
        }
      }
    }
    return answers + [try await "\(ledger.frozenTerms())"]
  }
}
