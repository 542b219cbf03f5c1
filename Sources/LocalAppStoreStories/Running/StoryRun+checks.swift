import HTTPDocuments
import LocalAppStore
import LocalAppStoreServer
import PaywallTextCoding
import YAMLText

extension StoryRun {
  /// Compares the notifications that were sent since the last such check.
  mutating func checkSent(
    _ items: [Node], of customer: String?, at range: SourceRange
  ) async throws {
    let all = await store.notifications(of: nil).notifications
    let sent = all[judged[customer ?? "", default: 0]...].filter {
      customer == nil || $0.customer == customer
    }
    judged[customer ?? ""] = all.count
    var expected: [SentExpectation] = []
    for item in items {
      guard item.entries != nil else {
        expected.append(.init(kind: try await text(item), node: item))
        continue
      }
      expected.append(.init(members: try await expectation(item), node: item))
    }
    guard expected.count == sent.count,
      zip(expected, sent).allSatisfy({ $0.kind == nil || $0.kind == $1.kind })
    else {
      return differ(
        at: range, "the notifications differ",
        expected: Self.list(expected.map { $0.kind ?? "…" }), seen: Self.list(sent.map(\.kind)))
    }
    for (expected, sent) in zip(expected, sent) {
      guard let members = expected.members else { continue }
      if expected.node.entries?.contains(where: { $0.key.hasPrefix("attempts") }) == true {
        judgedAttempts.insert(sent.uuid)
      }
      differ(in: sent.kind, members.mismatches(with: try sent.value))
    }
  }

  private static func list(_ kinds: [String]) -> String {
    kinds.isEmpty ? "none" : kinds.joined(separator: ", ")
  }

  /// Asks a server of ours for the customer as the app on their device does.
  mutating func checkServer(
    _ expected: Node, of customer: String?, at range: SourceRange
  ) async throws {
    let customer = try customer ?? requirePresent(at: range)
    let expectation = try await expectation(expected)
    let signed = try await store.signedTexts(of: customer).appTransaction
    let body = JSONMembers { $0.text("appTransaction", signed) }
    let help =
      isOurs
      ? nil
      : "'server' asks POST /v1/customer of a paywall server; others are asked by 'get' and 'post'"
    try await settle { run in
      let (status, bytes) = try await run.backEnd.ask("POST", "/v1/customer", body.bytes)
      guard status == 200 else {
        return [
          StoryDifference(
            at: range, "the server's answer for '\(customer)'", expected: "200",
            seen: "\(status) \(String(decoding: bytes.prefix(500), as: UTF8.self))", help: help)
        ]
      }
      return Self.differences("the server", expectation, bytes, at: range)
    }
  }

  /// Asks the back end, and compares its answer.
  mutating func ask(_ request: Story.Request, at range: SourceRange) async throws {
    let path = try await text(request.path)
    var headers: [(name: String, value: String)] = []
    for entry in request.headers?.entries ?? [] {
      headers.append((entry.key, try await text(entry.value)))
    }
    var body: [UInt8]?
    if let send = request.send { body = try await resolved(send).json }
    var expectation: Expectation?
    if let node = request.body { expectation = try await self.expectation(node) }
    let name = "\(request.method) \(path)"
    // A request that changes the back end is sent once.
    let isRepeatable = request.method == "GET"
    var answer: [UInt8] = []
    try await settle(atMost: isRepeatable ? patience : .zero) { run in
      let (status, bytes) = try await run.backEnd.ask(request.method, path, headers: headers, body)
      answer = bytes
      guard request.status.map({ $0 == status }) ?? (200...299).contains(status) else {
        return [
          StoryDifference(
            at: range, name, expected: request.status.map(String.init) ?? "200 to 299",
            seen: "\(status) \(String(decoding: bytes.prefix(500), as: UTF8.self))")
        ]
      }
      guard let expectation else { return [] }
      return Self.differences(name, expectation, bytes, at: range)
    }
    for (taken, path) in request.take {
      guard let value = (try? JSONReader.read(answer))?[path: path], value != .null else {
        throw StoryDifference(
          at: range, "the answer of \(name) has no '\(path)' for '\(taken)'",
          expected: "a value", seen: String(decoding: answer.prefix(500), as: UTF8.self))
      }
      names[taken] = value
    }
  }

  private static func differences(
    _ subject: String, _ expectation: Expectation, _ bytes: [UInt8], at range: SourceRange
  ) -> [StoryDifference] {
    do throws(Problem) {
      let value = try JSONReader.read(bytes)
      return expectation.mismatches(with: value).map { StoryDifference($0, in: subject) }
    } catch {
      return [
        StoryDifference(
          at: range, subject, expected: "JSON",
          seen: "\(String(decoding: bytes.prefix(200), as: UTF8.self)) (\(error.detail))")
      ]
    }
  }

  /// Checks until nothing differs, because a back end may work on a notification after it has
  /// answered. A difference that is left at the end counts.
  private mutating func settle(
    atMost limit: Duration? = nil,
    _ check: (StoryRun) async throws -> [StoryDifference]
  ) async throws {
    let end = ContinuousClock.now + (limit ?? patience)
    var pause = Duration.milliseconds(5)
    while true {
      let found = try await check(self)
      if found.isEmpty { return }
      guard ContinuousClock.now < end else {
        for difference in found { add(difference) }
        return
      }
      // A back end of others tells nothing of its progress: it is asked again, less and less often.
      try await Task.sleep(for: pause)
      pause = min(pause * 2, .milliseconds(250))
    }
  }

  /// Requires that every notification is accepted, unless a fault hit it or the story checks its
  /// attempts itself, and that no forgery is.
  mutating func judgeDeliveries() async {
    guard let step = story.steps.last else { return }
    let sent = await store.notifications(of: nil).notifications
    for sent in sent {
      for fault in sent.acceptedForgeries {
        differ(
          at: step.range, "the back end accepted a forged \(sent.kind) (\(fault))",
          help:
            "verify the signature, its chain to the root, and the bundle id before anything else")
      }
    }
    let refused = sent.filter { !judgedAttempts.contains($0.uuid) && $0.isRefused }
    guard let first = refused.first, let last = first.attempts.last else { return }
    // With faults, the first refusal may be that of a forgery.
    let hasFaults = sent.contains { $0.faults != nil }
    let status = hasFaults ? nil : deliveries.firstRefusal.map(String.init)
    differ(
      at: step.range,
      "\(refused.count) of \(sent.count) notifications were not accepted: \(first.kind) ended with \(status ?? last.result)",
      help: deliveries.everythingIsRefused
        ? "does the back end trust the root of this App Store? 'local-app-store root' prints it; its App Store environment is \(story.given.environment.rawValue)"
        : nil)
  }
}

/// One item of 'sent'.
private struct SentExpectation {
  var kind: String?
  var members: Expectation?
  var node: Node
}

extension NotificationCard {
  /// `SUBSCRIBED/INITIAL_BUY`.
  package var kind: String { type + (subtype.map { "/\($0)" } ?? "") }

  /// Whether the back end did not take it, although it arrived.
  fileprivate var isRefused: Bool {
    guard let last = attempts.last, last.result != "SUCCESS" else { return false }
    return !(faults ?? []).contains { ["lost", "unavailable"].contains($0.fault) }
  }

  fileprivate var acceptedForgeries: [String] {
    (faults ?? []).filter {
      DeliveryFaults.Forgery(rawValue: $0.fault) != nil && $0.result == "SUCCESS"
    }.map(\.fault)
  }
}
