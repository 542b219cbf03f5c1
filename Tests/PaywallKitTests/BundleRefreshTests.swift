import BundleWriting
import Foundation
import PaywallBundles
import PaywallCatalog
import Testing

@testable import PaywallKit

@Suite("Bundles over the network")
struct BundleRefreshTests {
  private let device = Device()

  private static func release(_ digits: String) -> Snapshot {
    var snapshot = Snapshot.open
    snapshot.release = String(repeating: digits, count: 32)
    return snapshot
  }

  /// Sends the server a request, and waits for the check for a newer bundle that follows.
  private func look(_ client: Paywalls) async -> LoadedBundle? {
    _ = await client.placement("onboarding")
    await client.untilBundle()
    return await client.bundles?.download
  }

  private func rejections(_ device: Device) -> [String] {
    device.events.value.compactMap { event in
      if case .bundleRejected(let trouble) = event { trouble } else { nil }
    }
  }

  @Test("the payload that is here is not fetched again: its new signature is taken")
  func samePayload() async throws {
    let offered = Box(device.keys.file(of: .open, issued: "2026-12-05T02:00:00Z"))
    let asked = Box<[String]>([])
    let client = device.start(transport: handing(offered, asked)) {
      $0.advanced.bundleInterval = .zero
    }
    #expect(await look(client)?.issued == moment("2026-12-05T02:00:00Z"))
    #expect(asked.value.filter { $0.hasSuffix("/bundle/it") }.count == 1)

    offered.change { $0 = device.keys.file(of: .open, issued: "2026-12-05T03:00:00Z") }
    #expect(await look(client)?.issued == moment("2026-12-05T03:00:00Z"))
    #expect(asked.value.filter { $0.hasSuffix("/bundle/it") }.count == 1)
    #expect(device.events.value == [.bundleUpdated(release: Snapshot.open.release)])

    let later = await device.start(transport: dead).bundling.value
    #expect(later.download?.issued == moment("2026-12-05T03:00:00Z"), "it was kept")
  }

  @Test("the payload in the app is not fetched either")
  func samePayloadInApp() async throws {
    let file = try temporary(device.keys.file(of: .open, issued: "2026-12-05T02:00:00Z"))
    defer { try? FileManager.default.removeItem(at: file) }
    let asked = Box<[String]>([])
    let offered = Box(device.keys.file(of: .open, issued: "2026-12-05T03:00:00Z"))
    let client = device.start(transport: handing(offered, asked)) {
      $0.bundledFile = file
    }
    #expect(await look(client)?.issued == moment("2026-12-05T03:00:00Z"))
    #expect(!asked.value.contains { $0.hasSuffix("/bundle/it") })
  }

  @Test("after a failure it is looked for again soon, and after a success at the usual pace")
  func soonAgain() async throws {
    let asked = Box<[String]>([])
    let isBroken = Box(true)
    let offered = Box(device.keys.file(of: .open))
    let bundles = handing(offered, asked)
    let client = device.start(
      transport: { request in
        if isBroken.value, request.url.path.contains("bundle") {
          asked.change { $0.append(request.url.path) }
          return try await answering("", status: 500)(request)
        }
        return try await bundles(request)
      })
    func looks() -> Int { asked.value.filter { $0.hasSuffix("/v1/bundle") }.count }
    #expect(await look(client) == nil)
    #expect(await look(client) == nil)
    #expect(looks() == 1, "not at every answer")
    isBroken.change { $0 = false }
    // A first failure costs two seconds, less up to a half: with 0.5 that is 1.5 s.
    device.clock.advance(by: .milliseconds(1500))
    #expect(await look(client) != nil)
    #expect(looks() == 2)
    device.clock.advance(by: .seconds(899))
    #expect(await look(client) != nil)
    #expect(looks() == 2)
    device.clock.advance(by: .seconds(1))
    #expect(await look(client) != nil)
    #expect(looks() == 3)
  }

  @Test("a bundle of a server whose clock was ahead gives way to what is handed out now")
  func fromTheFuture() async throws {
    try device.keep(
      download: device.keys.file(of: Self.release("02"), issued: "2026-12-06T00:00:00Z"))
    let offered = Box(device.keys.file(of: Self.release("01"), issued: "2026-12-05T11:00:00Z"))
    let client = device.start(transport: handing(offered))
    #expect(await look(client)?.release == Self.release("01").release)
    #expect(rejections(device).count == 1, "and that is said: \(rejections(device))")
    let later = await device.start(transport: dead).bundling.value
    #expect(later.download?.release == Self.release("01").release)
  }

  @Test("a bundle ahead by no more than clocks differ stays")
  func barelyAhead() async throws {
    try device.keep(
      download: device.keys.file(of: Self.release("02"), issued: "2026-12-05T12:05:00Z"))
    let offered = Box(device.keys.file(of: Self.release("01"), issued: "2026-12-05T11:00:00Z"))
    let client = device.start(transport: handing(offered))
    #expect(await look(client)?.release == Self.release("02").release)
  }

  @Test("a bundle that is too old is not taken from the network, and that is said")
  func expired() async throws {
    let offered = Box(
      device.keys.file(
        of: .open, issued: "2026-12-01T00:00:00Z", expires: "2026-12-02T00:00:00Z"))
    let client = device.start(transport: handing(offered))
    #expect(await look(client) == nil)
    #expect(rejections(device).count == 1, "\(rejections(device))")
    #expect(device.storage.files.value[StoredBundle.name] == nil)
  }

  @Test("a bundle by another root, and one that was altered on its way, are not taken")
  func forged() async throws {
    let altered = String(decoding: device.keys.file(of: .open), as: UTF8.self)
      .replacing("\"plain\"", with: "\"cheap\"")
    for file in [BundleKeys().file(of: .open), Array(altered.utf8)] {
      let client = device.start(transport: handing(Box(file)))
      #expect(await look(client) == nil)
      #expect(device.storage.files.value[StoredBundle.name] == nil)
    }
    #expect(rejections(device).map { $0.prefix { $0 != ":" } } == ["unknownRoot", "forged"])
  }

  @Test("a new signature that does not fit the payload that is here changes nothing")
  func forgedSignature() async throws {
    try device.keep(download: device.keys.file(of: .open, issued: "2026-12-05T02:00:00Z"))
    let other = device.keys.file(of: Self.release("02"), issued: "2026-12-05T03:00:00Z")
    let (own, strange) = (
      try SignedBundle(file: device.keys.file(of: .open)), try SignedBundle(file: other)
    )
    let mixed = SignedBundle(
      payload: own.payload, signature: strange.signature, certificate: strange.certificate)
    let client = device.start(transport: handing(Box(mixed.file)))
    #expect(await look(client)?.issued == moment("2026-12-05T02:00:00Z"))
    #expect(rejections(device).count == 1)
  }

  @Test("a download that was altered on the disk is not used")
  func alteredOnDisk() async throws {
    let bundle = try SignedBundle(file: device.keys.file(of: .open))
    // An attacker who can write there can write the digest of the file as well.
    try device.storage.keep(
      StoredBundle(
        payload: String(decoding: bundle.payload, as: UTF8.self)
          .replacing("\"plain\"", with: "\"cheap\""),
        signature: bundle.signature, certificate: bundle.certificate), at: StoredBundle.name)
    let answer = await device.start(transport: dead).placement("onboarding")
    #expect(answer.shows == .unknown)
    #expect(rejections(device).count == 1)

    try device.keep(download: device.keys.file(of: .open))
    device.storage.files.change { $0[StoredBundle.name]?[200] ^= 1 }
    let next = await device.start(transport: dead).placement("onboarding")
    #expect(next.shows == .unknown)
    #expect(device.storage.files.value[StoredBundle.name] == nil, "it is removed")
  }

  @Test(
    "a bundle of more than a year is none, unless the app allows it",
    arguments: [
      ("2027-12-01T00:00:00Z", nil, true), ("2027-12-01T00:00:01Z", nil, false),
      ("2027-12-31T00:00:00Z", 395, true), ("2026-12-01T12:00:00Z", 0, false),
    ])
  func age(now: String, days: Int?, isUsed: Bool) async throws {
    let file = try temporary(device.keys.file(of: .open, issued: "2026-12-01T00:00:00Z"))
    defer { try? FileManager.default.removeItem(at: file) }
    let client = device.start(now: now, transport: dead) {
      $0.bundledFile = file
      if let days { $0.advanced.longestBundleAge = .seconds(days * 86_400) }
    }
    let answer = await client.placement("settings")
    if isUsed {
      #expect(answer.paywall?.id == "rich")
    } else {
      #expect(answer.shows == .unknown)
      #expect(
        answer.diagnostics.last
          == .noBundle("The bundle that was signed at 2026-12-01T00:00:00Z is too old."))
    }
  }
}
