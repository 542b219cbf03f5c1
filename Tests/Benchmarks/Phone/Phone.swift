import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
import PaywallKit
import PaywallKitTesting

/// The time that an app waits: PaywallKit with a running server, and started again without one.
///
///     Phone warm URL FOLDER            asks once, then again and again; leaves FOLDER filled
///     Phone stored FOLDER              a start with the answers in FOLDER and no server
///     Phone bundled ROOT FILE          a first start with the bundle in FILE and no server
///     Phone refused                    a start in which URLSession alone asks that no server
///     Phone buys FOLDER                asks a hundred thousand times what is unlocked; leaves FOLDER filled
///     Phone entitled FOLDER            asks that after a start with the customer in FOLDER
///
/// A first start asks the network before it takes the bundle, so it lasts until the network
/// refuses, for a time that `refused` prints.
///
/// Prints microseconds, one figure a line; the time of one of many questions in nanoseconds.
@main
struct Phone {
  static let attributes: [String: AttributeValue] = ["country": "GB", "appVersion": "3.4.0"]
  static let nobody = URL(string: "http://127.0.0.1:1")

  static func main() async throws {
    let words = Array(CommandLine.arguments.dropFirst())
    switch (words.first, words.count) {
    case ("warm", 3):
      guard let server = URL(string: words[1]) else { return help() }
      try await warm(configuration(server, storing: words[2]))
    case ("stored", 2):
      guard let nobody else { return help() }
      try await start(configuration(nobody, storing: words[1]))
    case ("bundled", 3):
      guard let nobody else { return help() }
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("phone-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: folder) }
      var configuration = configuration(nobody, storing: folder.path)
      configuration.rootKeys = [try String(contentsOfFile: words[1], encoding: .utf8)]
      configuration.bundledFile = URL(fileURLWithPath: words[2])
      try await start(configuration)
    case ("buys", 2): try await buy(storing: words[1])
    case ("entitled", 2): await askAfterStart(storing: words[1])
    case ("refused", 1):
      guard let nobody else { return help() }
      let begun = ContinuousClock.now
      _ = try? await URLSession(configuration: .ephemeral).data(from: nobody)
      print("refused", microseconds(since: begun))
    default: help()
    }
  }

  static func configuration(
    _ server: URL, storing folder: String
  ) -> Paywalls.Configuration {
    var configuration = Paywalls.Configuration(server: server, clientKey: nil)
    configuration.advanced.storageDirectory = URL(fileURLWithPath: folder)
    configuration.advanced.bundleId = "com.example.paywall"
    return configuration
  }

  /// Prints the median and the 99th percentile of calls for which an answer is kept.
  static func warm(_ configuration: Paywalls.Configuration) async throws {
    let paywalls = Paywalls.configure(configuration)
    print("first", try await asked(paywalls))
    var times: [Int64] = []
    for _ in 0..<5000 { times.append(try await asked(paywalls)) }
    times.sort()
    print("median", times[times.count / 2])
    print("p99", times[times.count * 99 / 100])
    // The answer is the last of what is written.
    try await untilStored("answer", in: configuration.advanced.storageDirectory.path)
  }

  /// Waits for a kept file, as files are written in the background, in order.
  static func untilStored(_ name: String, in folder: String) async throws {
    while try !FileManager.default.contentsOfDirectory(atPath: folder)
      .contains(where: { $0.hasPrefix(name) })
    { await Task.yield() }
  }

  /// Measures from `configure` to the answer, in a process that has just begun.
  static func start(_ configuration: Paywalls.Configuration) async throws {
    let begun = ContinuousClock.now
    _ = try await asked(Paywalls.configure(configuration))
    print("start", microseconds(since: begun))
  }

  /// Returns a client of a fake App Store and a fake server: only the phone's own work takes time.
  static func shop(_ folder: String) -> Paywalls.Configuration {
    let store = FakeStore([.lifetime("lifetime")])
    let server = FakeServer(entitlements: ["pro": ["lifetime"]], now: { store.now })
    server.show(FakePaywall("wall", products: [.init("lifetime")]), at: "settings")
    var configuration = Paywalls.Configuration.testing(server: server, store: store)
    configuration.storage = nil
    configuration.advanced.storageDirectory = URL(fileURLWithPath: folder)
    return configuration
  }

  /// Prints the mean of many questions, each of which is too short for the clock.
  static func buy(storing folder: String) async throws {
    let paywalls = Paywalls.configure(shop(folder))
    let placement = await paywalls.placement("settings")
    guard case .bought = await paywalls.buy("lifetime", on: placement) else {
      fail("nothing was bought")
    }
    let questions = 100_000
    var unlocked = 0
    let begun = ContinuousClock.now
    for _ in 0..<questions where paywalls.isEntitled("pro") { unlocked += 1 }
    let took = microseconds(since: begun)
    guard unlocked == questions else { fail("not unlocked") }
    print("isEntitled-nanoseconds", took * 1000 / Int64(questions))
    try await untilStored("customer", in: folder)
  }

  /// Measures from `configure` to the first answer, in a process that has just begun.
  static func askAfterStart(storing folder: String) async {
    let configuration = shop(folder)
    let begun = ContinuousClock.now
    let paywalls = Paywalls.configure(configuration)
    let isEntitled = paywalls.isEntitled("pro")
    let took = microseconds(since: begun)
    guard isEntitled else { fail("not unlocked") }
    print("first-isEntitled", took)
  }

  static func asked(_ paywalls: Paywalls) async throws -> Int64 {
    let begun = ContinuousClock.now
    let placement = await paywalls.placement("onboarding", attributes: attributes)
    let took = microseconds(since: begun)
    guard placement.paywall != nil else { fail("no paywall: \(placement.diagnostics)") }
    return took
  }

  static func microseconds(since begun: ContinuousClock.Instant) -> Int64 {
    let (seconds, attoseconds) = (ContinuousClock.now - begun).components
    return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  }

  static func fail(_ words: String) -> Never {
    FileHandle.standardError.write(Data("error: \(words)\n".utf8))
    exit(3)
  }

  static func help() {
    FileHandle.standardError.write(Data("see Phone.swift for what can be measured\n".utf8))
    exit(2)
  }
}
