import Foundation
import PaywallBundles
import PaywallCatalog
import Testing

@testable import PaywallKit

@Suite("Of two bundles the newer counts")
struct BundleTests {
  private let device = Device()
  private let older = BundleTests.release("01")
  private let newer = BundleTests.release("02")

  private static func release(_ digits: String) -> Snapshot {
    var snapshot = Snapshot.open
    snapshot.release = String(repeating: digits, count: 32)
    return snapshot
  }

  @Test("what the server hands out takes the place of an older one, and of no newer one")
  func handedOut() async throws {
    let first = device.keys.file(of: newer, issued: "2026-12-05T02:00:00Z")
    let offered = Box(first)
    let asked = Box<[String]>([])
    let client = device.start(transport: handing(offered, asked)) {
      $0.advanced.bundleInterval = .zero
    }
    func held() async -> String? {
      _ = await client.placement("onboarding")
      await client.untilBundle()
      return await client.bundles?.download?.release
    }
    #expect(await held() == newer.release)

    offered.change { $0 = device.keys.file(of: older, issued: "2026-12-05T01:00:00Z") }
    asked.change { $0 = [] }
    #expect(await held() == newer.release)
    #expect(
      device.events.value.contains(
        .bundleRejected(
          "It was issued at 2026-12-05T01:00:00Z, before the one that is here.")))
    #expect(!asked.value.contains { $0.hasSuffix("/bundle/it") }, "its payload is not fetched")

    let again = await device.start(transport: dead).placement("settings")
    let bundled = try #require(again.source.downloaded, "the newer one was kept: \(again)")
    #expect(bundled.release == newer.release)

    offered.change { $0 = device.keys.file(of: older, issued: "2026-12-05T03:00:00Z") }
    #expect(await held() == older.release, "an older release that was issued anew counts")
  }

  @Test("a file in the app that is newer than what the server hands out stays in force")
  func newerFile() async throws {
    let file = try temporary(device.keys.file(of: newer, issued: "2026-12-05T02:00:00Z"))
    defer { try? FileManager.default.removeItem(at: file) }
    let offered = Box(device.keys.file(of: older, issued: "2026-12-05T01:00:00Z"))
    let client = device.start(transport: handing(offered)) { $0.bundledFile = file }
    _ = await client.placement("onboarding")
    await client.untilBundle()
    #expect(await client.bundles?.download == nil)
    #expect(await client.bundles?.file?.release == newer.release)
  }

  @Test(
    "without the server the newer one decides, and of two of the same time the download",
    arguments: [
      ("2026-12-05T01:00:00Z", "2026-12-05T02:00:00Z", false),
      ("2026-12-05T02:00:00Z", "2026-12-05T01:00:00Z", true),
      ("2026-12-05T01:00:00Z", "2026-12-05T01:00:00Z", true),
    ])
  func offline(download: String, file: String, isDownload: Bool) async throws {
    try device.keep(download: device.keys.file(of: older, issued: download))
    let url = try temporary(device.keys.file(of: newer, issued: file))
    defer { try? FileManager.default.removeItem(at: url) }
    let answer = await device.start(transport: dead) { $0.bundledFile = url }
      .placement("settings")
    switch answer.source {
    case .download(let bundled): #expect(isDownload && bundled.release == older.release)
    case .bundledFile(let bundled): #expect(!isDownload && bundled.release == newer.release)
    default: #expect(Bool(false), "\(answer)")
    }
  }

  @Test("a newer one that is too old gives way to an older one in time")
  func inTime() async throws {
    try device.keep(download: device.keys.file(of: older, issued: "2026-12-05T01:00:00Z"))
    let url = try temporary(
      device.keys.file(of: newer, issued: "2026-12-05T02:00:00Z", expires: "2026-12-05T03:00:00Z"))
    defer { try? FileManager.default.removeItem(at: url) }
    let answer = await device.start(transport: dead) { $0.bundledFile = url }
      .placement("settings")
    let bundled = try #require(answer.source.downloaded, "\(answer)")
    #expect(!bundled.isExpired)
  }
}

/// A file for one test.
func temporary(_ bytes: [UInt8]) throws -> URL {
  let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("kit-\(UUID().uuidString).json")
  try Data(bytes).write(to: url)
  return url
}
