import Foundation
import Testing

@testable import PaywallKit

@Suite("Answers when things go wrong")
struct FailureTests {
  private let device = Device()

  @Test(
    "what is no answer of ours counts as none",
    arguments: [
      answering("<html>Please log in</html>", type: "text/html"),
      answering("<html>Please log in</html>"),
      answering(String(byDefault.dropLast(20))),
      answering(#"{"placement":"onboarding","reason":"default"}"#),
      answering(byDefault.replacing("onboarding", with: "another")),
      answering("", status: 302, more: ["Location": "https://elsewhere.example"]),
      answering("oops", status: 500), answering("{}", status: 404),
      answering("", status: 429, more: ["Retry-After": "60"]), dead,
    ])
  func notOurs(_ transport: @escaping Transport) async throws {
    let url = try temporary(device.keys.file(of: .open))
    defer { try? FileManager.default.removeItem(at: url) }
    let answer = await device.start(transport: transport) { $0.bundledFile = url }
      .placement("onboarding")
    guard case .bundledFile = answer.source, case .network? = answer.diagnostics.first else {
      return #expect(Bool(false), "the file in the app stands in: \(answer)")
    }
    #expect(answer.paywall?.id == "plain")
  }

  @Test("a server that never answers does not keep the caller")
  func silentServer() async throws {
    let url = try temporary(device.keys.file(of: .open))
    defer { try? FileManager.default.removeItem(at: url) }
    let client = device.start(transport: silent) {
      $0.bundledFile = url
      $0.advanced.budget = .milliseconds(200)
    }
    async let asked = client.placement("onboarding")
    // The server gets the rest of the budget, without the fifth for the bundles.
    await device.clock.sleeper(for: .milliseconds(160))
    device.clock.advance(by: .milliseconds(160))
    let answer = await asked
    #expect(answer.diagnostics.first == .network(.timedOut))
    #expect(answer.source.fileInApp != nil, "the file in the app stands in: \(answer)")
  }

  @Test("a cancelled question returns, though the server never answers")
  func cancelled() async throws {
    let client = Device().start(transport: silent)
    let task = Task { await client.placement("onboarding") }
    task.cancel()
    #expect(await task.value.shows == .unknown)
  }

  @Test("a disk that hangs does not keep the caller, and the server still answers")
  func stuckDisk() async throws {
    let device = Device(isPinned: false)
    device.storage.mood.change { $0 = .stuck }
    defer { device.storage.free() }
    let client = device.start(transport: answering(byDefault)) {
      $0.advanced.budget = .milliseconds(900)
    }
    async let answer = client.placement("onboarding")
    // The storage gets half a second of the budget.
    await device.clock.sleeper(for: .milliseconds(500))
    device.clock.advance(by: .milliseconds(500))
    #expect(await answer.source == .network)
  }

  @Test("a full disk loses what outlives the process, and nothing else")
  func fullDisk() async throws {
    device.storage.mood.change { $0 = .full }
    let client = device.start(transport: answering(variant("a")))
    let answer = await client.placement("onboarding")
    #expect(answer.source == .network)
    await client.reportExposure(of: answer)
    #expect(await client.waiting == 1)
    #expect(await client.placement("onboarding").source.age != nil, "memory keeps the answer")
    await client.storage.start { _ in }.value
    #expect(device.events.value.contains { if case .storageFailed = $0 { true } else { false } })
  }

  @Test("a bundle by another root, and one that was altered, are not used")
  func forgedBundle() async throws {
    let forged = BundleKeys().file(of: .open)
    let altered = String(decoding: device.keys.file(of: .open), as: UTF8.self)
      .replacing("\"plain\"", with: "\"cheap\"")
    for bytes in [forged, Array(altered.utf8), [1, 2, 3]] {
      let url = try temporary(bytes)
      defer { try? FileManager.default.removeItem(at: url) }
      let answer = await device.start(transport: dead) { $0.bundledFile = url }
        .placement("onboarding")
      #expect(answer.shows == .unknown)
      #expect(answer.diagnostics.contains { if case .noBundle = $0 { true } else { false } })
    }
  }

  @Test("a bundle that is too old is the last resort, and says so")
  func expiredBundle() async throws {
    let url = try temporary(
      device.keys.file(
        of: .open, issued: "2026-11-01T00:00:00Z", expires: "2026-11-02T00:00:00Z"))
    defer { try? FileManager.default.removeItem(at: url) }
    let answer = await device.start(transport: dead) { $0.bundledFile = url }
      .placement("settings")
    let bundled = try #require(answer.source.fileInApp, "\(answer)")
    #expect(bundled.isExpired)
  }

  @Test(
    "a clock that is wrong by a day changes nothing",
    arguments: ["2026-12-04T12:00:00Z", "2026-12-06T12:00:00Z"])
  func wrongClock(now: String) async throws {
    let url = try temporary(
      device.keys.file(of: .open, issued: "2026-12-05T11:00:00Z", expires: "2026-12-05T13:00:00Z"))
    defer { try? FileManager.default.removeItem(at: url) }
    let first = device.start(now: now, transport: answering(byDefault))
    #expect(await first.placement("onboarding").source == .network)
    await first.storage.start { _ in }.value

    let second = device.start(now: now, transport: dead) { $0.bundledFile = url }
    #expect(
      await second.placement("onboarding").source.age == .zero,
      "the kept answer is as young as it is")
    let bundled = try #require(
      await second.placement("settings").source.fileInApp,
      "the bundle is in time by the server's clock")
    #expect(!bundled.isExpired)
  }

  @Test("a cache file that was damaged is removed and asked for anew")
  func damagedCache() async throws {
    let first = device.start(transport: answering(byDefault))
    _ = await first.placement("onboarding")
    await first.storage.start { _ in }.value
    let name = try #require(device.storage.files.value.keys.first { $0.hasPrefix("answer-") })
    device.storage.files.change { $0[name]?.removeLast() }
    let second = device.start(transport: dead)
    #expect(await second.placement("onboarding").diagnostics.contains(.noCache))
    #expect(device.storage.files.value[name] == nil)
  }
}
