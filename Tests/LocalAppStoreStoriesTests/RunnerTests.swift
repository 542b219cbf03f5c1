import Foundation
import HTTPTypes
import LocalAppStore
@testable import LocalAppStoreStories
import PaywallCatalog
import PaywallTextCoding
import Testing
import YAMLText

/// How stories run against back ends of others.
struct RunnerTests {
  private static let refund =
    "when:\n  - buy: pro_monthly\n  - refund\nthen:\n  - sent: [SUBSCRIBED/INITIAL_BUY, REFUND]"

  @Test("A back end that takes the notifications and answers as the story says has passed")
  func passes() async throws {
    let backEnd = StubBackEnd { _ in #"{"state":"revoked","since":12,"tags":["a"]}"# }
    let told = try story(
      Self.refund
        + """

          - get: /users/$ada.appTransactionId?at=$now
            body: { state: revoked, since: 12, tags: [a], tags.count: 1, none: $none }
        """)
    let result = try await backEnd.run(told) { $0.start = StoryRunner.usualStart }
    #expect(result.text == "")
    let asked = backEnd.requests
    #expect(asked.count == 1)
    #expect(
      asked.first?.contains(/^GET \/users\/704\d{15}\?at=2026-01-05T10:00:00Z Bearer test $/)
        == true, "\(asked)")
    #expect(backEnd.notifications.count == 2)
  }

  @Test("A back end that refuses everything is said to need the root")
  func refused() async throws {
    let result = try await StubBackEnd(accepting: .unauthorized).run(try story(Self.refund))
    let difference = try #require(result.differences.first)
    #expect(result.differences.count == 1)
    #expect(difference.message.contains("2 of 2 notifications were not accepted"))
    #expect(difference.message.contains("401"))
    #expect(difference.help?.contains("local-app-store root") == true)
  }

  @Test("A back end that believes what is forged differs")
  func believesAnything() async throws {
    let told = try story(
      "given: { faults: { garbage: 100%, forgeries: [otherRoot] } }\n" + Self.refund)
    let result = try await StubBackEnd().run(told)
    #expect(
      result.differences.map(\.message) == [
        "the back end accepted a forged SUBSCRIBED/INITIAL_BUY (otherRoot)",
        "the back end accepted a forged REFUND (otherRoot)",
      ])
  }

  @Test("What a fault hit need not arrive")
  func lost() async throws {
    let told = try story("given: { faults: { lost: 100% } }\n" + Self.refund)
    let backEnd = StubBackEnd()
    let result = try await backEnd.run(told)
    #expect(result.text == "")
    #expect(backEnd.notifications.isEmpty)
  }

  @Test("A story of production does not meet a server of ours, which would refuse it")
  func production() async throws {
    let told = try story("given: { environment: production }\n" + Self.refund)
    let result = try await run(told)
    #expect(result.differences.first?.message.contains("sandbox only") == true)
    let retried = try await StubBackEnd().run(
      try story(
        """
        given: { environment: production, faults: { unavailable: 2 } }
        when:
          - buy: pro_monthly
          - advance: 1 day
        then:
          - sent: [{ type: SUBSCRIBED, attempts.count: 3, attempts.2.result: SUCCESS }]
        """))
    #expect(retried.text == "")
  }

  @Test("A server of ours asks a story for no API key, whatever the folder holds")
  func keys() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "paywall-stories-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in ["Paywalls", "Experiments"] {
      try FileManager.default.copyItem(
        at: URL(filePath: example).appending(path: name), to: folder.appending(path: name))
    }
    try "keys:\n  ios: { role: client, digest: \(String(repeating: "ab", count: 32)) }\n".write(
      to: folder.appending(path: "Paywalls/store/keys.yaml"), atomically: true, encoding: .utf8)
    let server = OwnServer(paywall, folder: folder.path(), logger: quiet)
    let told = try story(
      "when: [{ buy: pro_monthly }]\nthen:\n  - server: { entitlements.count: 1 }")
    let result = try await run(told, target: .ownServer(server)) { $0.patience = .zero }
    #expect(result.text == "")
  }

  @Test("A story may expect that a notification is refused")
  func refusalIsMeant() async throws {
    let told = try story(
      "when: [{ buy: pro_monthly }]\nthen:\n  - sent: [{ attempts: [{ result: UNSUCCESSFUL_HTTP_RESPONSE_CODE }] }]"
    )
    let result = try await StubBackEnd(accepting: .serviceUnavailable).run(told)
    #expect(result.text == "")
  }

  @Test("A question is asked again until its answer is right; what changes something, once")
  func waits() async throws {
    let get = StubBackEnd { $0 < 3 ? #"{"done":false}"# : #"{"done":true}"# }
    let result = try await get.run(
      try story("when: [{ buy: pro_monthly }]\nthen:\n  - get: /x\n    body: { done: true }"))
    #expect(result.text == "")
    #expect(get.requests.count == 4)

    let post = StubBackEnd { $0 < 3 ? #"{"done":false}"# : #"{"done":true}"# }
    let once = try await post.run(
      try story(
        "when: [{ buy: pro_monthly }]\nthen:\n  - post: /x\n    send: { id: $transaction, n: 1 }\n    body: { done: true }"
      ))
    #expect(!once.hasPassed)
    #expect(
      post.requests.map {
        $0.contains(/^POST \/x Bearer test \{"id":"2\d{15}","n":1\}$/)
      } == [true])
  }

  @Test("What differs has its place, what was expected, and what was seen")
  func differs() async throws {
    let backEnd = StubBackEnd { _ in #"{"user":{"state":"active","ids":[1,2]}}"# }
    let result = try await backEnd.run(
      try story(
        """
        when: [{ buy: pro_monthly }]
        then:
          - sent: [SUBSCRIBED]
          - get: /x
            body:
              user.state: revoked
              user: { ids: [1], since: $any }
          - world: { subscriptions: [{ state: expired }] }
        """)
    ) { $0.patience = .zero }
    #expect(
      result.differences.map {
        "\($0.range.start.line) \($0.message): \($0.expected ?? "") / \($0.seen ?? "")"
      } == [
        "3 the notifications differ: SUBSCRIBED / SUBSCRIBED/INITIAL_BUY",
        "6 GET /x at user.state: revoked / active",
        "7 GET /x at user.ids: a list of 1 / [1,2]",
        "7 GET /x at user.since: a value / nothing",
        "8 the world at subscriptions.0.state: expired / active",
      ])
  }

  @Test("A refusal that is not expected ends the story, and one that does not come differs")
  func refusals() async throws {
    let unexpected = try await StubBackEnd().run(
      try story("when:\n  - buy: pro_monthly\n  - resume\n  - buy: team_monthly"))
    #expect(unexpected.differences.count == 1)
    #expect(unexpected.differences.first?.message.contains("alreadyRenews") == true)
    #expect(unexpected.differences.first?.help?.contains("refused: alreadyRenews") == true)
    #expect(unexpected.kinds == ["SUBSCRIBED/INITIAL_BUY"], "nothing more happened")
    let early = try await StubBackEnd().run(try story("when: [refund]"))
    #expect(
      early.differences.map(\.message) == ["'refund' needs 'transaction': the id of a transaction."]
    )
    // The hint at the root is given all the same.
    let refused = try await StubBackEnd(accepting: .unauthorized).run(
      try story("when:\n  - buy: pro_monthly\n  - resume"))
    #expect(refused.differences.count == 2)
    #expect(refused.differences.last?.help?.contains("local-app-store root") == true)
    let missing = try await StubBackEnd().run(
      try story("when:\n  - buy: pro_monthly\n    refused: paymentFailed"))
    #expect(missing.differences.map(\.expected) == ["paymentFailed"])
  }

  @Test("A story for a back end of others ends at the present, and never in its future")
  func endsNow() async throws {
    let told = try story(
      "when:\n  - buy: pro_monthly\n  - advance: 1 month\n  - advance: 3 days\n  - advance: 1 month"
    )
    let result = try await StubBackEnd().run(told)
    let end = try #require(Timestamp(rfc3339: result.start))
      .adding(Period(months: 1)).adding(Period(days: 3)).adding(Period(months: 1))
    // 31 March, a month back 28 February, three days back the 25th, a month back 25 January; from
    // there the same steps lead to 28 March.
    #expect(result.start == "2026-01-25T12:00:00Z")
    #expect(end.rfc3339 == "2026-03-28T12:00:00Z")
    // 31 January and a month is 28 February, and a month back 28 January: nothing passes the present.
    #expect(end <= present)
  }

  @Test("A step that names no customer is one of the customer of the step before")
  func presentCustomer() async throws {
    let result = try await StubBackEnd().run(
      try story(
        """
        given: { customers: [ada, ken] }
        when:
          - buy: { product: pro_monthly, customer: ken }
          - cancel
          - world: { id: ken, subscriptions: [{ autoRenews: false }] }
          - buy: { product: team_monthly, customer: ada }
          - refund
        then:
          - world: { id: ada, subscriptions: [{ state: revoked, product: team_monthly }] }
          - world: { subscriptions: [{ state: active }] }
            of: ken
        """))
    #expect(result.text == "")
  }

  @Test("A catalog in the story needs no configuration")
  func ownCatalog() async throws {
    let told = try story(
      """
      given:
        app: com.example.other
        products: { gold: { period: P1M, price: 4990 }, gem: { type: consumable } }
        customers: [eve]
      when:
        - buy: gold
        - buy: gem
      then:
        - sent: [SUBSCRIBED/INITIAL_BUY, ONE_TIME_CHARGE]
        - world: { subscriptions: [{ transactions: [{ price: 4990 }] }] }
      """)
    let backEnd = StubBackEnd()
    let result = try await backEnd.run(told) { $0.catalog = nil }
    #expect(result.text == "")
    let payload = try payloads(backEnd.notifications)
    let apps = payload.flatMap { $0.matches(of: /"bundleId":"([^"]+)"/).map { String($0.1) } }
    // Both notifications and both transactions name the other app.
    #expect(apps == Array(repeating: "com.example.other", count: 4))
    let nothing = try await StubBackEnd().run(try story(Self.refund)) { $0.catalog = nil }
    #expect(nothing.differences.first?.message == "nothing is sold here")
  }

  @Test("The same seed and story give the same payloads, byte for byte; other ones do not")
  func deterministic() async throws {
    let text =
      "given: { faults: { doubled: 50%, outOfOrder: 50% } }\nwhen:\n  - buy: pro_yearly_trial\n  - advance: 1 month\n  - cancel\n  - refund"
    func tell(_ name: String, _ seed: UInt64) async throws -> [String] {
      let backEnd = StubBackEnd()
      _ = try await backEnd.run(try story(text, name: name), seed: seed) {
        $0.start = StoryRunner.usualStart
      }
      return try payloads(backEnd.notifications)
    }
    let first = try await tell("a", 1)
    #expect(first.count > 8)
    #expect(try await tell("a", 1) == first)
    let (otherSeed, otherName) = (try await tell("a", 2), try await tell("b", 1))
    // No id of one is an id of another.
    for other in [otherSeed, otherName] {
      #expect(ids(of: other).isDisjoint(with: ids(of: first)))
    }
    #expect(!ids(of: first).isEmpty)
  }

  /// The signed payloads in the bodies of notifications: for each body the notification without the
  /// texts in it, and the payloads of those texts.
  private func payloads(_ bodies: [String]) throws -> [String] {
    try bodies.flatMap { body -> [String] in
      let text = try #require(body.firstMatch(of: /"signedPayload":"([^"]+)"/)?.1)
      let outer = try payload(of: text)
      let inner = try outer.matches(of: /"signed(?:Transaction|Renewal)Info":"([^"]+)"/).map {
        try payload(of: $0.1)
      }
      return [outer.replacing(/"signed(?:Transaction|Renewal)Info":"[^"]+"/, with: "")] + inner
    }
  }

  private func payload(of jws: Substring) throws -> String {
    let parts = jws.split(separator: ".")
    return String(
      decoding: try #require(Base64.decode(parts[1], .url)), as: UTF8.self)
  }

  private func ids(of payloads: [String]) -> Set<String> {
    Set(
      payloads.flatMap {
        $0.matches(of: /"(?:transactionId|appTransactionId|notificationUUID)":"([^"]+)"/)
          .map { String($0.1) }
      })
  }
}

/// The report for continuous integration.
struct JUnitTests {
  @Test("It is well-formed whatever stands in it, counts, and names the first place")
  func report() throws {
    let told = try story("when:\n  - buy: \"<&>\"", name: "a \"b\" <c>")
    var failed = StoryResult(story: told, seed: 1, start: "2026-01-05T10:00:00Z")
    failed.seconds = 1.25
    failed.differences = [
      StoryDifference(
        at: told.steps[0].range, "a < b & \"c\"", expected: "]]>", seen: "\u{1}\u{1F600}")
    ]
    // Characters that XML cannot hold are replaced, others are escaped.
    let body =
      #"a &quot;b&quot; &lt;c&gt;.yaml:2:5: error: a &lt; b &amp; &quot;c&quot;: expected ]]&gt;, seen ␣😀&#10;"#
      + #"    - buy: &quot;&lt;&amp;&gt;&quot;&#10;      ^^^"#
    let passed = StoryResult(story: told, seed: 1, start: "")
    let xml = JUnitReport([failed, passed]).xml
    #expect(
      xml == #"""
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites tests="2" failures="1" errors="0" time="1.250">
        <testsuite name="stories" tests="2" failures="1" errors="0" time="1.250">
        <testcase name="a &quot;b&quot; &lt;c&gt;" classname="stories" file="a &quot;b&quot; &lt;c&gt;.yaml" time="1.250" line="2">
        <failure message="a &lt; b &amp; &quot;c&quot;: expected ]]&gt;, seen \#u{FFFD}😀">\#(body)</failure>
        </testcase>
        <testcase name="a &quot;b&quot; &lt;c&gt;" classname="stories" file="a &quot;b&quot; &lt;c&gt;.yaml" time="0.000"/>
        </testsuite>
        </testsuites>

        """#)
  }
}
