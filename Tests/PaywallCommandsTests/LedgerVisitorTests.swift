import Foundation
import Ledger
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import Serving
import Testing

@testable import CommandSupport
@testable import PaywallCommands

/// `ledger show` of visitors who have bought nothing.
@Suite struct LedgerVisitorTests {
  @Test func `A visitor's story is told in order of time`() async throws {
    try await withStory { folder in
      let run = try await show("ada", in: folder)
      #expect(run.status == 0 && run.complaints == "", "\(run)")
      #expect(
        run.output == """
          ada  production
            alias         joined with another id

          WHEN                  EVENT     EXPERIMENT    PHASE  VARIANT  WHAT
          2026-01-02T00:00:00Z  held out  gift-first    1               at export, once, paywall standard
          2026-01-03T00:00:00Z  recorded  annual-trial  1      trial    as visitor, left out of results
          2026-01-03T00:00:00Z  exposed   annual-trial  1      trial    at onboarding, 2 times, paywall standard-trial, during a pause
          2026-01-04T00:00:00Z  exposed   annual-trial  1      trial    at settings, once
          2026-01-06T00:00:00Z  conflict  annual-trial  1      trial    joined by an alias with phone, which has control, recorded earlier; only the app says so
          2026-01-07T00:00:00Z  conflict  annual-trial  1      trial    was shown control

          """, "\(run.output)")
      let device = try await show("phone", in: folder)
      #expect(
        device.output.contains(
          "joined by an alias with ada, which has trial, recorded later; only the app says so"),
        "\(device.output)")
      #expect(device.output.contains("as visitor, left out of results"))
    }
  }

  @Test func `Programs get the same as JSON`() async throws {
    try await withStory { folder in
      let run = try await show("ada", "--json", in: folder)
      let cards = try #require(try json(run.output) as? [[String: Any]])
      #expect(cards.count == 1 && cards[0]["id"] as? String == "ada")
      #expect(cards[0]["environment"] as? String == "production")
      let events = try #require(cards[0]["timeline"] as? [[String: Any]])
      #expect(
        events.map { $0["event"] as? String }
          == ["heldOut", "recorded", "exposed", "exposed", "conflict", "conflict"])
      #expect(events[0]["variant"] == nil && events[0]["experiment"] as? String == "gift-first")
      #expect(events[2]["exposures"] as? Int == 2)
      #expect(events[4]["otherId"] as? String == "phone")
      #expect(events[5]["cause"] as? String == "contradictingExposure")
      #expect(events[2]["at"] as? String == "2026-01-03T00:00:00Z")
    }
  }

  /// Any app can send such an id.
  @Test(.inFolder)
  func `An id controls neither the terminal nor the rows of its reader`() async throws {
    let id = "eve\u{1B}[2J\u{202E}\u{9B}31m\nfake row"
    let ledger = try SQLiteLedger.open(path: folder.path() + "/ledger.sqlite")
    _ = try await ledger.record(
      [exposure("1", id, "control", at: 1)], in: .production,
      at: Timestamp(milliseconds: 1_767_312_000_000))
    await ledger.close()
    let run = try await show(id, in: folder).expect(0, prints: #"eve\u{1B}[2J\u{202E}\u{9B}31m"#)
    let scalars = Set((run.output + run.complaints).unicodeScalars)
    #expect(scalars.isDisjoint(with: ["\u{1B}", "\u{202E}", "\u{9B}"]))
    let programs = try await show(id, "--json", in: folder)
    let cards = try #require(try json(programs.output) as? [[String: Any]])
    #expect(cards.first?["id"] as? String == id)
    #expect(!programs.output.unicodeScalars.contains("\u{9B}"))
  }

  @Test func `On a narrow terminal every line fits`() {
    let moment = Timestamp(milliseconds: 1_767_312_000_000)
    let card = VisitorCard(
      environment: "production", id: "ada", hasAlias: false,
      timeline: [
        VisitorCard.Event(
          moment: moment, event: .heldOut,
          experiment: "a-very-long-name-of-an-experiment", phase: 1,
          what: "at onboarding, 12 times, paywall standard, during a pause")
      ])
    let sheet = card.sheet(Console(isTerminal: true, usesColour: false, width: 60))
    #expect(sheet.split(separator: "\n").allSatisfy { displayWidth(String($0)) <= 60 }, "\(sheet)")
    #expect(sheet.contains("held out"))
    #expect(card.sheet(.plain).contains("a-very-long-name-of-an-experiment"))
  }

  @Test(.inFolder) func `What a held-out visitor left can be erased`() async throws {
    let ledger = try SQLiteLedger.open(path: folder.path() + "/ledger.sqlite")
    _ = try await ledger.record(
      [Self.heldOut("ada", "gift-first", at: 1)], in: .production, at: Self.day(1))
    await ledger.close()
    let arguments = ["--ledger", folder.path() + "/ledger.sqlite", "--user", "--yes"]
    let erased = try await paywall(["ledger", "forget", "ada"] + arguments)
    #expect(
      erased.output == "Erased what was recorded of a visitor who bought nothing.\n", "\(erased)")
    try await paywall(["ledger", "forget", "ada"] + arguments).expect(1)
  }

  @Test func `A name of which nothing is known is said to be, with what to try`() async throws {
    try await withStory { folder in
      let run = try await show("nobody", in: folder)
      #expect(run.status == 1 && run.output == "")
      #expect(
        run.complaints.contains(
          "there is no customer or visitor 'nobody' in the environment production"), "\(run)")
      #expect(
        run.complaints.contains(
          "help: add --user if this is a user id, or try --environment sandbox or xcode"))
      let user = try await show("nobody", "--user", in: folder)
      #expect(user.complaints.contains("leave --user out if this is one of Apple's ids"))
      #expect(try await show("ada", "--environment", "sandbox", in: folder).status == 1)
    }
  }

  private func show(_ arguments: String..., in folder: URL) async throws -> Run {
    try await paywall(
      ["ledger", "show"] + arguments + ["--ledger", folder.path() + "/ledger.sqlite"])
  }

  private func paywall(_ arguments: [String]) async throws -> Run {
    try await PaywallCommandsTests.paywall(arguments + ["--config", example])
  }

  /// Ada was held out of one experiment, enrolled in another, seen at two placements and shown
  /// another variant; an app says that a device with another variant is hers.
  private func withStory(_ body: (URL) async throws -> Void) async throws {
    try await withFolder { folder in
      let ledger = try SQLiteLedger.open(path: folder.path() + "/ledger.sqlite")
      var details = ExposureDetails(served: ServedPaywall(paywall: "standard-trial"))
      details.flags = .duringPause
      for exposure in [
        exposure("1", "phone", "control", at: 1.5, origin: .anonymousId),
        exposure("1", "ada", "trial", at: 2, details: details),
        exposure("2", "ada", "trial", at: 2.2),
        exposure("3", "ada", "trial", at: 3, placement: "settings"),
      ] {
        _ = try await ledger.record([exposure], in: .production, at: exposure.renderedAt)
      }
      _ = try await ledger.record(
        [Self.heldOut("ada", "gift-first", at: 1)], in: .production, at: Self.day(1))
      _ = try await ledger.alias(
        "phone", to: "ada", vouchedBy: .client, in: .production, at: Self.day(5))
      _ = try await ledger.record(
        [exposure("4", "ada", "control", at: 6)], in: .production, at: Self.day(6))
      await ledger.close()
      try await body(folder)
    }
  }

  private func exposure(
    _ id: String, _ unit: String, _ variant: String, at days: Double,
    placement: String = "onboarding", origin: IdOrigin = .userId,
    details: ExposureDetails = ExposureDetails()
  ) -> Exposure {
    Exposure(
      id: id,
      assignment: RecordedAssignment(
        experiment: "annual-trial", phase: 1, variant: variant, unit: unit, unitKind: .visitor,
        recordedAt: Self.day(unit == "ada" ? 2 : 1.5)), origin: origin, terms: nil,
      renderedAt: Self.day(days), placement: placement, details: details)
  }

  private static func heldOut(
    _ unit: String, _ experiment: String, at days: Double
  ) -> HeldOutExposure {
    HeldOutExposure(
      id: "h",
      unit: HeldOutUnit(experiment: experiment, phase: 1, unit: unit, unitKind: .visitor),
      origin: .userId, terms: nil, renderedAt: day(days), placement: "export",
      details: ExposureDetails(served: ServedPaywall(paywall: "standard")))
  }

  /// Returns a moment in days after 2026-01-01T00:00Z.
  private static func day(_ number: Double) -> Timestamp {
    Timestamp(milliseconds: 1_767_225_600_000 + Int64((number * 86_400_000).rounded()))
  }
}
