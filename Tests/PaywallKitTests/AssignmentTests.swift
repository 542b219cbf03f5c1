import Foundation
import PaywallCatalog
import Testing

@testable import PaywallKit

@Suite("What this device was shown, decided from the bundle after a restart")
struct AssignmentTests {
  /// A snapshot with everybody in Great Britain in the price test; no visitor is held out.
  private static func snapshot(
    _ change: (inout PaywallCatalog.Experiment) -> Void = { _ in }
  ) -> Snapshot {
    var snapshot = Snapshot.open
    snapshot.holdout = nil
    if var experiment = snapshot.experiments["price-test"] {
      experiment.slice = .whole
      experiment.traffic = .all
      change(&experiment)
      snapshot.experiments["price-test"] = experiment
    }
    return snapshot
  }

  /// A device that was given a variant by the server, and showed it if `isShown`; then another start
  /// without the server and with a bundle.
  private func restarted(
    _ body: String, isShown: Bool = true, snapshot: Snapshot = snapshot(),
    environments: (String, String) = ("production", "production"), userId: String? = nil
  ) async throws -> PlacementDecision {
    let device = Device()
    let first = device.start(transport: answering(body, control: "no-store")) {
      $0.rootKeys = []
      $0.attributes = ["environment": .string(environments.0)]
    }
    let answer = await first.placement("onboarding")
    if isShown { await first.reportExposure(of: answer) }
    await first.storage.start { _ in }.value
    let file = try temporary(device.keys.file(of: snapshot))
    defer { try? FileManager.default.removeItem(at: file) }
    let second = device.start(transport: dead) {
      $0.bundledFile = file
      $0.attributes = ["country": "GB", "environment": .string(environments.1)]
    }
    if let userId { await second.identify(userId) }
    return await second.placement("onboarding")
  }

  /// Returns the variant that the device would not draw by itself.
  private func other() async throws -> String {
    let drawn = try await restarted(byDefault).experiment
    #expect(drawn?.isRecorded == false)
    return drawn?.variant == "strict" ? "control" : "strict"
  }

  @Test("the variant that was shown is shown again, whatever would be drawn; also after a log-in")
  func running() async throws {
    let variant = try await other()
    for userId in [nil, "user-1"] {
      let answer = try await restarted(
        PaywallKitTests.variant(variant, of: "price-test"), userId: userId)
      #expect(answer.experiment?.variant == variant)
      #expect(answer.experiment?.isRecorded == true && answer.isExposure)
    }
  }

  @Test("what was not shown was not recorded by the server, and is not by the device")
  func notShown() async throws {
    let variant = try await other()
    let answer = try await restarted(
      PaywallKitTests.variant(variant, of: "price-test"), isShown: false)
    #expect(answer.experiment?.isRecorded == false)
    #expect(answer.experiment?.variant != variant)
  }

  @Test("what the server shows without an exposure is no record")
  func withoutExposure() async throws {
    let variant = try await other()
    let answer = try await restarted(
      PaywallKitTests.variant(variant, of: "price-test")
        .replacing("\"recorded\":false", with: "\"recorded\":true,\"exposure\":false"))
    #expect(answer.experiment?.isRecorded == false)
  }

  @Test("what was shown in one environment is nothing in another")
  func environments() async throws {
    let variant = try await other()
    let answer = try await restarted(
      PaywallKitTests.variant(variant, of: "price-test"),
      environments: ("sandbox", "production"))
    #expect(answer.experiment?.isRecorded == false)
    let same = try await restarted(
      PaywallKitTests.variant(variant, of: "price-test"), environments: ("sandbox", "sandbox"))
    #expect(same.experiment?.isRecorded == true)
  }

  @Test(
    "a pause shows the control or keeps, and an end keeps or gives up",
    arguments: [
      (ExperimentStatus.paused, WhilePaused.control, AfterEnd.keep, "rich", "control"),
      (.paused, .keep, .keep, "strict", "strict"),
      (.stopped, .control, .keep, "strict", "strict"),
      (.stopped, .control, .control, "plain", ""),
    ])
  func later(
    status: ExperimentStatus, paused: WhilePaused, after: AfterEnd, paywall: String,
    variant: String
  ) async throws {
    let snapshot = Self.snapshot {
      $0.status = status
      $0.whilePaused = paused
      $0.after = after
    }
    let answer = try await restarted(
      PaywallKitTests.variant("strict", of: "price-test"), snapshot: snapshot)
    #expect(answer.paywall?.id == paywall)
    #expect(answer.experiment?.variant ?? "" == variant)
    #expect(!answer.isExposure)
  }

  @Test("whoever the server has in a private experiment is enrolled in no other one there")
  func privateExperiment() async throws {
    let answer = try await restarted(variant("a", of: "secret"))
    #expect(answer.experiment == nil)
    #expect(answer.notEnrolled == "kept")
    #expect(answer.paywall?.id == "plain")
  }

  @Test("after the default of a bundle that is too old, the variant waits for the next session")
  func defaultFirst() async throws {
    let device = Device()
    let isAway = Box(true)
    let file = try temporary(
      device.keys.file(
        of: .open, issued: "2026-11-01T00:00:00Z", expires: "2026-11-02T00:00:00Z"))
    defer { try? FileManager.default.removeItem(at: file) }
    let body = Box(variant("a"))
    let client = device.start(
      transport: { request in
        if isAway.value || request.url.path.contains("bundle") {
          throw NetworkFailure.unreachable("away")
        }
        return try await answering(body.value, control: "no-store")(request)
      }
    ) { $0.bundledFile = file }
    #expect(await client.placement("onboarding").paywall?.id == "plain")
    isAway.change { $0 = false }
    let kept = await client.placement("onboarding")
    #expect(kept.experiment == nil && kept.paywall?.id == "plain")
    body.change { $0 = showsNothing }
    #expect(await client.placement("onboarding").shows == .nothing)
    body.change { $0 = variant("a") }
    await client.startSession()
    #expect(await client.placement("onboarding").experiment?.variant == "a")
  }
}
