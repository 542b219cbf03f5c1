import PaywallCatalog
import Foundation
import HTTPTransport
import Hummingbird
import Ledger
import LedgerSQLite
import LedgerStorage
import Logging
import PaywallServer
import Synchronization
import TestSupport
import Testing

/// Requests by chance, from a fixed seed, sent to three servers that differ in the way alone. Every
/// byte that comes back has to be the same but for the order and the case of headers and the date.
///
/// `PAYWALL_DIFFERENCES=1000000 swift test -c release --filter DifferenceTests` sends so many.
@Suite("Requests by chance, each way", .serialized)
struct DifferenceTests {
  private static let count =
    ProcessInfo.processInfo.environment["PAYWALL_DIFFERENCES"].flatMap(Int.init)
    ?? rounds(120, all: 500)

  @Test("get one answer, are counted alike and warned of alike", arguments: [true, false])
  func same(hasKeys: Bool) async throws {
    let twins = try FastPath.allCases.map { try Twin($0, hasKeys: hasKeys) }
    try await Self.withServers(twins[...], []) { servers in
      var random = SplitMix(state: hasKeys ? 20_261_205 : 20_261_206)
      var (sent, plain, differences) = (0, 0, 0)
      var etag = "\"none\""
      while sent < Self.count, differences < 10 {
        let script = Script(from: &random, etag: etag)
        var answers: [[Answer]] = []
        for (twin, server) in zip(twins, servers) {
          twin.clock.pass()
          answers.append(try await Answer.all(to: script.bytes, server))
        }
        sent += max(1, answers[0].count)
        plain += PlainRequest(script.bytes, from: 0) == nil ? 0 : 1
        etag = answers[0].last?.etag ?? etag
        guard answers.allSatisfy({ $0 == answers[0] }) else {
          differences += 1
          Issue.record(
            """
            \(String(decoding: script.bytes, as: UTF8.self).debugDescription)
            \(zip(twins, answers).map { "\($0.path): \($1.map(\.short))" }.joined(separator: "\n"))
            """)
          continue
        }
      }
      // Most have to have taken the short way, or nothing was compared.
      #expect(plain * 4 > sent / 4, "\(plain) of \(sent)")
      let counts = twins.map(\.counts)
      for index in 1..<3 {
        let others = Set(counts[index]).symmetricDifference(counts[0])
        #expect(others.isEmpty, "\(twins[index].path)")
      }
      for twin in twins { #expect(twin.logged == twins[0].logged, "\(twin.path)") }
    }
  }

  private static func withServers(
    _ twins: ArraySlice<Twin>, _ servers: [LiveServer],
    _ use: @escaping @Sendable ([LiveServer]) async throws -> Void
  ) async throws {
    guard let twin = twins.first else { return try await use(servers) }
    try await withLiveServer(
      of: twin.parts, .patient(), isSecure: false, fastPath: twin.path
    ) { server in
      try await withServers(twins.dropFirst(), servers + [server], use)
    }
  }
}

/// One of the servers, with a ledger and a clock of its own.
private struct Twin: Sendable {
  let path: FastPath
  let parts: Dependencies
  let lines: LogLines
  let clock = Clock()

  init(_ path: FastPath, hasKeys: Bool) throws {
    self.path = path
    var testServer = TestServer(
      keys: hasKeys ? TestServer.allKeys : [], ledger: SQLiteLedger.inMemory())
    testServer.snapshot.paywalls["standard"]?.content.append(
      Content.Member("long", .text(String(repeating: "abc ", count: 400))))
    testServer.logLevel = .info
    // Few enough that some are refused: 200 at once, and one in five scripts.
    testServer.rates.client = 20
    testServer.rates.server = 20
    testServer.proxies = TrustedProxies(["127.0.0.1"].compactMap { AddressRange($0) })
    testServer.clock = { [clock] in clock.nanoseconds }
    lines = testServer.lines
    parts = try testServer.dependencies()
  }

  /// Without where it listens.
  var logged: [String] { lines.all.filter { !$0.contains("listening") } }

  var counts: [String] {
    let names = [
      "paywall_requests_total", "paywall_decisions_total", "paywall_attributes_ignored_total",
      "paywall_rate_limited_total", "paywall_request_duration_seconds_count",
      "paywall_exposures_total",
    ]
    return parts.metrics.text.split(separator: "\n").map(String.init)
      .filter { line in names.contains { line.hasPrefix($0) } }
  }

  final class Clock: Sendable {
    private let now = Atomic<Int64>(0)
    var nanoseconds: Int64 { now.load(ordering: .relaxed) }
    func pass() { now.wrappingAdd(10_000_000, ordering: .relaxed) }
  }
}

/// One response, comparable.
private struct Answer: Hashable {
  let start: String
  let headers: [String]
  let body: [UInt8]

  var short: String {
    let headers = headers.filter { !$0.hasPrefix("x-paywall") && !$0.hasPrefix("vary") }
    let text = headers.contains("content-encoding: gzip") ? [] : body.prefix(250)
    return "\(start) \(headers) \(String(decoding: text, as: UTF8.self))"
  }

  var etag: String? {
    headers.first { $0.hasPrefix("etag: ") }.map { String($0.dropFirst(6)) }
  }

  /// Everything that a connection brings back to a client that sends no more.
  static func all(to bytes: [UInt8], _ server: LiveServer) async throws -> [Answer] {
    let received = try await server.connected { wire in
      await wire.attempt(bytes: bytes)
      wire.finish()
      return await wire.everything()
    }
    var (answers, rest) = ([Answer](), received[...])
    while let end = rest.firstRange(of: Array("\r\n\r\n".utf8)) {
      let lines = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
        .components(separatedBy: "\r\n")
      let headers = lines.dropFirst().compactMap { line -> String? in
        let pair = line.split(separator: ": ", maxSplits: 1, omittingEmptySubsequences: false)
        let name = pair[0].lowercased()
        return name == "date" ? nil : "\(name): \(pair.count > 1 ? pair[1] : "")"
      }
      let length = headers.first { $0.hasPrefix("content-length: ") }
        .flatMap { Int($0.dropFirst(16)) }
      let body = rest[end.upperBound...].prefix(length ?? 0)
      answers.append(
        Answer(start: lines[0], headers: headers.sorted(), body: Array(body)))
      rest = rest[body.endIndex...]
    }
    if !rest.isEmpty { answers.append(Answer(start: "rest", headers: [], body: Array(rest))) }
    return answers
  }
}
