import Foundation
import HTTPService
import PaywallCatalog

@testable import PaywallKit

/// A phone: a storage that outlives its clients, clocks that stand still, and a log.
final class Device: Sendable {
  let storage = MemoryStorage()
  let clock = StoppedClock()
  let events = Box<[PaywallsEvent]>([])
  let keys: BundleKeys
  private let isPinned: Bool
  private let numbers = Box(0)

  /// - Parameter isPinned: true if its apps trust the keys; otherwise they ask for no bundle.
  init(_ keys: BundleKeys = BundleKeys(), isPinned: Bool = true) {
    self.keys = keys
    self.isPinned = isPinned
  }

  /// A start of the app. No budget runs out unless the test moves the clock. Without a transport
  /// the network is used, with the time of the test's server.
  func start(
    _ url: URL = nowhere, now: String = "2026-12-05T12:00:00Z", transport: Transport? = nil,
    _ change: (inout Paywalls.Configuration) -> Void = { _ in }
  ) -> Paywalls {
    var configuration = Paywalls.Configuration(server: url, clientKey: nil)
    configuration.rootKeys = isPinned ? [keys.pinned] : []
    configuration.advanced.bundleId = Snapshot.open.app.bundleId
    configuration.advanced.automaticAttributes = [
      "platform": "iOS", "osVersion": "18.2", "locale": "de-DE",
    ]
    configuration.advanced.budget = .seconds(20)
    configuration.storage = storage
    configuration.advanced.transport = transport ?? dated()
    configuration.gathering = .seconds(3600)
    configuration.clock = clock.device(moment(now))
    let numbers = numbers
    configuration.makeId = { "id-\(numbers.next())" }
    configuration.random = { 0.5 }
    let events = events
    configuration.advanced.log = { event in events.change { $0.append(event) } }
    change(&configuration)
    return Paywalls.configure(configuration)
  }
}

/// A value behind a lock.
final class Box<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: Value

  init(_ value: Value) { stored = value }

  var value: Value { lock.withLock { stored } }

  @discardableResult
  func change<Result>(_ work: (inout Value) -> Result) -> Result {
    lock.withLock { work(&stored) }
  }
}

extension Box<Int> {
  /// Adds one, and returns the number.
  func next() -> Int {
    change {
      $0 += 1
      return $0
    }
  }
}

/// A storage in memory that can be full, or not answer until it is freed.
final class MemoryStorage: Storage {
  enum Trouble: Error { case full }
  enum Mood { case well, full, stuck }

  let files = Box<[String: Data]>([:])
  let mood = Box(Mood.well)
  /// The number of calls that wait for a stuck storage.
  let waiting = Box(0)
  private let freed = DispatchSemaphore(value: 0)

  /// Lets all waiting calls go on; later calls do not wait.
  func free() {
    mood.change { $0 = .well }
    freed.signal()
  }

  private func wait() {
    guard mood.value == .stuck else { return }
    waiting.change { $0 += 1 }
    freed.wait()
    freed.signal()
  }

  func read(_ name: String) throws -> Data? {
    wait()
    return files.value[name]
  }

  func write(_ content: Data, to name: String) throws {
    wait()
    guard mood.value != .full else { throw Trouble.full }
    files.change { $0[name] = content }
  }

  func remove(_ name: String) throws {
    wait()
    files.change { $0[name] = nil }
  }

  func names(from prefix: String) throws -> [String] {
    wait()
    return files.value.keys.filter { $0.hasPrefix(prefix) }.sorted()
  }
}

/// An address where nothing is.
let nowhere = URL(fileURLWithPath: "/nowhere")

/// A server that gives every request the same answer.
func answering(
  _ body: String, status: Int = 200, type: String = "application/json",
  control: String = "private, max-age=30, stale-while-revalidate=3600, stale-if-error=86400",
  date: String = "Sat, 05 Dec 2026 12:00:00 GMT", more: [String: String] = [:]
) -> Transport {
  { _ in
    TransportResponse(
      status: status,
      headers: ["Content-Type": type, "Cache-Control": control, "Date": date]
        .merging(more) { $1 }, body: Data(body.utf8))
  }
}

/// A server that accepts and never answers; only a cancelled request ends.
let silent: Transport = { _ in
  _ = await AsyncStream<Void> { _ in }.first { _ in true }
  throw CancellationError()
}

/// A server that is not there.
let dead: Transport = { _ in throw NetworkFailure.unreachable("refused") }

/// An answer with a variant.
func variant(_ name: String, of experiment: String = "x", recorded: Bool = false) -> String {
  """
  {"placement":"onboarding","productIds":["p"],"paywall":{"id":"\(name)-wall","locale":"en",
  "products":[{"id":"p","offers":[]}]},"reason":"experiment","experiment":{"id":"\(experiment)",
  "variant":"\(name)","phase":1,"recorded":\(recorded)},"revision":"r"}
  """
}

/// An answer of the default.
let byDefault = """
  {"placement":"onboarding","productIds":[],"paywall":{"id":"plain","locale":"en","products":[]},
  "reason":"default","revision":"r"}
  """

/// An answer that shows nothing.
let showsNothing = """
  {"placement":"onboarding","productIds":[],"paywall":null,"reason":"default","revision":"r"}
  """

/// The network, with the time of the test's server instead of this machine's.
func dated(_ date: String = "Sat, 05 Dec 2026 12:00:00 GMT") -> Transport {
  let network = SessionTransport.make(timeout: .seconds(600))
  return { request in
    let response = try await network(request)
    return TransportResponse(
      status: response.status,
      headers: [
        "Date": date, "Content-Type": response[header: "Content-Type"] ?? "",
        "Cache-Control": response[header: "Cache-Control"] ?? "",
      ], body: response.body)
  }
}
