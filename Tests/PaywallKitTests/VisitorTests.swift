import Foundation
import TestSupport
import Testing

@testable import PaywallKit

@Suite("Who is asked for, and who was shown what")
struct VisitorTests {
  /// A device that ran once, with the anonymous id of that run.
  private func used() async throws -> (device: Device, id: String) {
    let device = Device()
    let first = device.start(transport: dead)
    let id = try #require(await first.visitorIds?.anonymousId)
    await first.storage.start { _ in }.value
    return (device, id)
  }

  @Test("what was shown before a log-out is told of who saw it")
  func exposedAfterReset() async throws {
    let client = Device().start(transport: answering(variant("a"))) {
      $0.attributes = ["environment": "sandbox"]
    }
    let before = try #require(await client.visitorIds?.anonymousId)
    let shown = await client.placement("onboarding")
    await client.reset()
    await client.setAttributes([:])
    await client.reportExposure(of: shown)
    let told = await client.outbox.queue.first?.exposure?.who
    #expect(told == VisitorIdentity(anonymousId: before, userId: nil, environment: "sandbox"))
  }

  @Test("an answer that a log-in overtakes is what the session shows from then on")
  func overtaken() async throws {
    let asked = Gate()
    let answers = Gate()
    let body = Box(variant("a"))
    let client = Device().start(
      transport: { request in
        guard request.url.path.contains("placements") else { throw CancellationError() }
        let answer = body.value
        asked.open()
        await answers.passed()
        return try await answering(answer, control: "no-store")(request)
      })
    async let early = client.placement("onboarding")
    await asked.passed()
    await client.identify("u")
    body.change { $0 = variant("b") }
    answers.open()
    #expect(await early.experiment?.variant == "a")
    #expect(await client.placement("onboarding").experiment?.variant == "a")
    body.change { $0 = variant("b", recorded: true) }
    #expect(await client.placement("onboarding").experiment?.variant == "b")
  }

  @Test("a storage that is late gives back the visitor it has")
  func lateStorage() async throws {
    let (device, id) = try await used()
    device.storage.mood.change { $0 = .stuck }
    let client = device.start(transport: answering(byDefault)) {
      $0.advanced.budget = .milliseconds(400)
    }
    async let early = client.visitorIds
    await device.clock.sleeper(for: .milliseconds(400))
    device.clock.advance(by: .milliseconds(400))
    let temporary = await early?.anonymousId
    #expect(temporary != id)
    device.storage.free()
    await until { await !client.isTemporary }
    #expect(await client.visitorIds?.anonymousId == id)
  }

  @Test("a storage that was locked is asked again, and its visitor is not written over")
  func lockedStorage() async throws {
    let (device, id) = try await used()
    let locked = LockedStorage(behind: device.storage)
    let client = device.start(transport: answering(variant("a"))) { $0.storage = locked }
    #expect(await client.visitorIds?.anonymousId != id)
    #expect(await client.placement("onboarding").experiment?.variant == "a")
    await client.identify("u")
    locked.isLocked.change { $0 = false }
    let visitor = await client.visitorIds
    #expect(visitor?.anonymousId == id)
    #expect(visitor?.userId == "u")
    await client.storage.start { _ in }.value
    let next = device.start(transport: dead)
    #expect(await next.visitorIds?.anonymousId == id)
  }

  @Test(
    "only a request that is wrong is dropped",
    arguments: [
      (400, "badRequest", false), (413, "tooLarge", false), (422, "sameIds", false),
      (401, "unauthorized", true), (404, "notFound", true), (405, "methodNotAllowed", true),
      (409, "other", true), (409, "aliasTaken", false),
    ])
  func refused(status: Int, code: String, isKept: Bool) async throws {
    let problem = #"{"code":"\#(code)","status":\#(status),"detail":"No."}"#
    let client = Device().start(
      transport: answering(problem, status: status, type: "application/problem+json"))
    let before = await client.visitorIds?.anonymousId
    await client.identify("u")
    await client.flush()
    #expect(await client.waiting == (isKept ? 1 : 0))
    #expect((await client.visitorIds?.anonymousId == before) == (code != "aliasTaken"))
  }

  @Test("attributes of the user go with the user, and the environment stays")
  func attributesAfterReset() async throws {
    let client = Device().start(transport: dead) { $0.attributes = ["country": "GB"] }
    await client.setAttributes(["country": "GB", "plan": "team", "environment": "sandbox"])
    await client.reset()
    #expect(await client.attributes == ["country": "GB", "environment": "sandbox"])
  }

  @Test(
    "the time is believed only of answers that no cache keeps",
    arguments: [
      (false, [:], true), (false, ["Age": "7"], false), (true, [:], false),
      (true, ["Cache-Control": "no-store"], true),
      (true, ["Cache-Control": "no-store", "Age": "7"], false),
    ])
  func date(toGet: Bool, headers: [String: String], isBelieved: Bool) {
    let response = TransportResponse(
      status: 200, headers: headers.merging(["Date": "Sat, 05 Dec 2026 12:00:00 GMT"]) { $1 },
      body: Data())
    #expect(
      response.date(toGet: toGet) == (isBelieved ? moment("2026-12-05T12:00:00Z") : nil))
  }
}

/// A storage that cannot be read before the device is unlocked.
private final class LockedStorage: Storage {
  struct Locked: Error {}

  let isLocked = Box(true)
  private let storage: MemoryStorage

  init(behind storage: MemoryStorage) { self.storage = storage }

  private func open() throws -> MemoryStorage {
    if isLocked.value { throw Locked() }
    return storage
  }

  func read(_ name: String) throws -> Data? { try open().read(name) }
  func write(_ content: Data, to name: String) throws { try open().write(content, to: name) }
  func remove(_ name: String) throws { try open().remove(name) }
  func names(from prefix: String) throws -> [String] { try open().names(from: prefix) }
}

/// A gate that is closed until it is opened, and open from then on.
private struct Gate: Sendable {
  private let stream: AsyncStream<Void>
  private let door: AsyncStream<Void>.Continuation

  init() { (stream, door) = AsyncStream.makeStream() }

  func open() { door.finish() }
  func passed() async { for await _ in stream {} }
}
