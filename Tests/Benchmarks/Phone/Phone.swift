import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
import PaywallKit

/// What an app waits for: PaywallKit against a running server, and started again without one.
///
///     Phone warm URL FOLDER            asks once, then again and again; leaves FOLDER filled
///     Phone stored FOLDER              a start with the answers in FOLDER and no server
///     Phone bundled ROOT FILE          a first start with the bundle in FILE and no server
///     Phone refused                    a start in which URLSession alone asks that no server
///
/// A first start asks the network before it takes the bundle, so it lasts as long as that takes to
/// refuse, which `refused` tells.
///
/// Prints microseconds, one figure a line.
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
    configuration.storageDirectory = URL(fileURLWithPath: folder)
    configuration.bundleId = "com.example.paywall"
    return configuration
  }

  /// The median and the 99th percentile of calls that a kept answer is there for.
  static func warm(_ configuration: Paywalls.Configuration) async throws {
    let paywalls = Paywalls.configure(configuration)
    print("first", try await asked(paywalls))
    var times: [Int64] = []
    for _ in 0..<5000 { times.append(try await asked(paywalls)) }
    times.sort()
    print("median", times[times.count / 2])
    print("p99", times[times.count * 99 / 100])
    // What is kept is written behind, in order; the answer is the last of it.
    while try !FileManager.default.contentsOfDirectory(
      atPath: configuration.storageDirectory.path
    ).contains(where: { $0.hasPrefix("answer") }) { await Task.yield() }
  }

  /// From `configure` to the answer, in a process that has just begun.
  static func start(_ configuration: Paywalls.Configuration) async throws {
    let begun = ContinuousClock.now
    _ = try await asked(Paywalls.configure(configuration))
    print("start", microseconds(since: begun))
  }

  static func asked(_ paywalls: Paywalls) async throws -> Int64 {
    let begun = ContinuousClock.now
    let placement = await paywalls.placement("onboarding", attributes: attributes)
    let took = microseconds(since: begun)
    guard placement.paywall != nil else {
      FileHandle.standardError.write(Data("error: no paywall: \(placement.diagnostics)\n".utf8))
      exit(3)
    }
    return took
  }

  static func microseconds(since begun: ContinuousClock.Instant) -> Int64 {
    let (seconds, attoseconds) = (ContinuousClock.now - begun).components
    return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  }

  static func help() {
    FileHandle.standardError.write(Data("see Phone.swift for what can be measured\n".utf8))
    exit(2)
  }
}
