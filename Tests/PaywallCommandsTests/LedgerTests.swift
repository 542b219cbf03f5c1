import AppStoreFixtures
import Foundation
import Ledger
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import Subscribers
import TestSupport
import Testing

/// The ledger's commands on a story of Apple's vectors: trial, paid, cancelled, expired, won back.
@Suite struct LedgerTests {
  static let customer = "704000000382071239"

  @Test(.inStory) func `A story is imported once, whatever is imported again`() async throws {
    let first = try await ledger("import", folder.path() + "/story.ndjson").expect(0)
    #expect(first.output.hasPrefix("9 notifications kept, 0 were here already"))
    let second = try await ledger("import", folder.path() + "/story.ndjson")
    #expect(second.output.hasPrefix("0 notifications kept, 9 were here already"), "\(second)")
  }

  @Test(.inStory) func `What was imported is shown as of a moment`() async throws {
    _ = try await ledger("import", folder.path() + "/story.ndjson")
    // The customer was won back, and the last period of the story ends later than this.
    let back = try await ledger("show", Self.customer, "--at", "2026-07-20T00:00Z")
    back.expect(
      0, prints: "premium: subscribed", "450382071239001", "winBack offer winback.monthly.half3m")

    let card = try await json(
      ledger("show", Self.customer, "--at", "2030-01-01T00:00Z", "--json").output)
    let subscriptions = ((card as? [[String: Any]])?.first?["subscriptions"]) as? [[String: Any]]
    #expect(subscriptions?.first?["state"] as? String == "expired")
  }

  @Test(.inStory) func `An export holds Apple's texts, and another ledger takes it`() async throws {
    _ = try await ledger("import", folder.path() + "/story.ndjson")
    let export = try await ledger("export").expect(0)
    #expect(export.complaints == "\(export.output.split(separator: "\n").count) lines written\n")
    for vector in try Vectors.notifications() where vector.story == "trial-to-winback" {
      #expect(export.output.contains("\"\(vector.signedPayload)\""), "\(vector)")
    }
    let file = folder.appending(path: "export.ndjson")
    try Data(export.output.utf8).write(to: file)
    let copy = try await ledger("import", file.path(), "--ledger", folder.path() + "/copy.sqlite")
    #expect(copy.status == 0 && copy.output.hasPrefix("9 notifications kept"), "\(copy)")
    let again = try await ledger("export", "--ledger", folder.path() + "/copy.sqlite")
    #expect(
      again.output.split(separator: "\n").sorted()
        == export.output.split(separator: "\n").sorted())
    let texts = try await ledger("export", "--only-texts")
    let lines = texts.output.split(separator: "\n")
    #expect(lines.dropLast().allSatisfy { $0.contains("\"text\":") })
  }

  @Test(.inStory) func `A bad line is named, and the good ones are kept`() async throws {
    let file = folder.appending(path: "story.ndjson")
    let text = try String(contentsOf: file, encoding: .utf8)
    try Data(("{\"signedPayload\":\"a.b.c\"}\nnonsense\n" + text).utf8).write(to: file)
    let run = try await ledger("import", file.path())
    run.expect(
      1, complains: "story.ndjson:1: error: not trusted (malformed)",
      "story.ndjson:2: error: this is no line of an export")
    #expect(run.output.hasPrefix("9 notifications kept"))
  }

  @Test(.inStory) func `Apple's own root does not vouch for test data`() async throws {
    let run = try await ledger("import", folder.path() + "/story.ndjson", trusts: false).expect(1)
    #expect(run.output.hasPrefix("0 notifications kept"), "\(run)")
    #expect(run.complaints.contains("untrustedChain"))
  }

  @Test(.inStory)
  func `Notifications make no history complete, and the import says so`() async throws {
    let run = try await ledger(
      "import", folder.path() + "/story.ndjson", "--fetched-at", "2026-11-01T09:00Z")
    run.expect(1)
    #expect(
      run.output == """
        9 notifications kept, 0 were here already; 0 other texts read; 0 lines refused. \
        No history was made complete: the file has no transactions, and a notification tells of \
        one purchase and not of all.

        """)
    #expect(run.complaints.contains("help: import all transactions of each customer"))
    #expect(run.complaints.contains("{\"signedTransactionInfo\": …}"))
    #expect(try await completeAt() == nil)
  }

  @Test(.inStory)
  func `Transactions make the histories of their customers complete`() async throws {
    let store = try TestStore()
    func line(_ id: String, _ customer: String?) throws -> String {
      let text = try store.jws(
        of: store.transactionMembers([
          "transactionId": .text(id), "originalTransactionId": .text(id),
          "productId": "com.example.paywall.premium.monthly",
          "appTransactionId": customer.map(JSON.text) ?? .null,
        ]))
      return "{\"signedTransactionInfo\":\"\(text)\"}\n"
    }
    let file = folder.appending(path: "history.ndjson")
    // Two purchases of one customer, each with an id of its own.
    try Data((line("1", Self.customer) + line("2", Self.customer)).utf8).write(to: file)
    let one = try await ledger("import", file.path(), "--fetched-at", "2026-11-01T09:00Z")
    #expect(one.status == 0 && !one.complaints.contains("help:"), "\(one)")
    #expect(
      one.output == """
        0 notifications kept, 0 were here already; 2 other texts read; 0 lines refused. \
        The history of 1 customer is complete as of 2026-11-01T09:00:00Z.

        """)
    #expect(try await completeAt() == Timestamp(rfc3339: "2026-11-01T09:00:00Z"))
    try Data((line("3", "704000000000000001") + line("1", Self.customer) + line("4", nil)).utf8)
      .write(to: file)
    let three = try await ledger("import", file.path(), "--fetched-at", "2026-11-02T09:00Z")
    #expect(
      three.output.hasSuffix(
        " The histories of 3 customers are complete as of 2026-11-02T09:00:00Z.\n"), "\(three)")
    let story = try String(contentsOf: folder.appending(path: "story.ndjson"), encoding: .utf8)
    try Data((story + "nonsense\n" + line("1", Self.customer)).utf8).write(to: file)
    let mixed = try await ledger("import", file.path(), "--fetched-at", "2026-11-03T09:00Z")
    mixed.expect(1)
    #expect(
      mixed.output == """
        9 notifications kept, 0 were here already; 1 other text read; 1 line refused. \
        No history was made complete: the line that was refused may be a purchase.

        """)
    #expect(mixed.complaints.contains("help: fix the lines and import the file again"))
    #expect(try await completeAt() == Timestamp(rfc3339: "2026-11-02T09:00:00Z"))
  }

  @Test(.inStory) func `An app transaction alone makes no history complete`() async throws {
    let store = try TestStore()
    let text = try store.jws(
      of: store.appTransactionMembers(["appTransactionId": .text(Self.customer)]))
    let file = folder.appending(path: "app.ndjson")
    try Data("{\"signedAppTransactionInfo\":\"\(text)\"}\n".utf8).write(to: file)
    let run = try await ledger("import", file.path(), "--fetched-at", "2026-11-01T09:00Z").expect(1)
    #expect(
      run.output.hasSuffix(" No history was made complete: the file has no transactions.\n"),
      "\(run)")
    #expect(try await completeAt() == nil)
  }

  /// Returns the moment to which the customer's history in the folder's ledger is complete.
  private func completeAt() async throws -> Timestamp? {
    let card = try json(await ledger("show", Self.customer, "--json").output)
    let word = (card as? [[String: Any]])?.first?["historyFetchedAt"] as? String
    return word.flatMap { Timestamp(rfc3339: $0) }
  }

  @Test(.inStory) func `An offer is explained to a person, and to a program`() async throws {
    _ = try await ledger("import", folder.path() + "/story.ndjson")
    let arguments = [
      "offer", "explain", Self.customer, "trial", "--config", folder.path(), "--ledger",
      folder.path() + "/ledger.sqlite", "--apple-root", folder.path() + "/root.cer",
    ]
    let run = try await paywall(arguments)
    run.expect(
      0,
      prints:
        "Not eligible: has used the introductory offer of the group premium on 2026-01-05 (transaction 450382071239001)."
    )
    let answers = try await json(paywall(arguments + ["--json"]).output)
    #expect((answers as? [[String: Any]])?.first?["reason"] as? String == "usedIntroductoryOffer")
  }

  @Test(.inStory)
  func `A customer is shown with the visitors who were seen with it`() async throws {
    _ = try await ledger("import", folder.path() + "/story.ndjson")
    let opened = try SQLiteLedger.open(path: folder.path() + "/ledger.sqlite")
    let moment = Timestamp(milliseconds: 1_796_472_000_000)
    // An app sends the id in upper case; sightings have it in lower case.
    let device = "0A7C41E2-93D5-4B6F-8E10-5D2F7C9B3A64"
    let assignment = RecordedAssignment(
      experiment: "price", phase: 1, variant: "trial", unit: device, unitKind: .visitor,
      recordedAt: moment)
    _ = try await opened.record(
      [
        Exposure(
          id: "e", assignment: assignment, origin: .anonymousId, terms: nil, renderedAt: moment,
          placement: "onboarding")
      ], in: .production, at: moment)
    let seen = SightingClaim(
      environment: .production, visitor: VisitorIdentity(userId: "u-1", anonymousId: device),
      customer: CustomerIdentity(appTransactionId: Self.customer), route: .transaction,
      voucher: .client)
    #expect(try await opened.record(seen, at: moment.adding(milliseconds: 1000)) == [.new, .new])
    await opened.close()

    let shown = try await ledger("show", Self.customer)
    let rows = shown.output.split(separator: "\n").drop { !$0.hasPrefix("WHEN") }.dropFirst()
      .drop { !$0.hasPrefix("WHEN") }
    let (lower, seenAs) = (device.lowercased(), "as customer \(Self.customer), with a transaction")
    // Three empty columns: EXPERIMENT, PHASE, VARIANT, each with two spaces.
    let gap = String(repeating: " ", count: 28)
    #expect(
      rows.map(String.init) == [
        "WHEN                  VISITOR                               EVENT     EXPERIMENT  PHASE  VARIANT  WHAT",
        "2026-12-05T12:00:00Z  \(lower)  recorded  price       1      trial    as visitor",
        "2026-12-05T12:00:00Z  \(lower)  exposed   price       1      trial    at onboarding, once",
        "2026-12-05T12:00:01Z  \(lower)  seen      \(gap)\(seenAs)",
        "2026-12-05T12:00:01Z  u-1                                   seen      \(gap)\(seenAs)",
      ], "\(shown.output)")
    let cards = try json(await ledger("show", Self.customer, "--json").output)
    let visitors = (cards as? [[String: Any]])?.first?["visitors"] as? [[String: Any]]
    #expect(visitors?.compactMap { $0["id"] as? String }.sorted() == [lower, "u-1"])
    let alone = try await ledger("show", device)
    #expect(alone.output.hasPrefix("\(device)  production\n  customers     \(Self.customer)\n"))
  }

  @Test(.inStory) func `Who is unknown is said to be, with where else to look`() async throws {
    try await ledger("show", "1").expect(3, complains: "there is no ledger")
    let state = folder.appending(path: ".paywall")
    try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
    try Data().write(to: state.appending(path: "local-app-store.sqlite"))
    let local = try await paywall("ledger", "show", "1", in: folder)
    #expect(local.complaints.contains("that of 'paywall serve --app-store'"), "\(local)")
    _ = try await ledger("import", folder.path() + "/story.ndjson")
    try await ledger("show", "1").expect(1, complains: "add --user if this is a user id")
  }

  @Test(.inStory) func `A ledger holds to the root that it was filled under`() async throws {
    _ = try await ledger("import", folder.path() + "/story.ndjson")
    for verb in [["show", Self.customer], ["export"]] {
      let arguments = ["ledger"] + verb + ["--ledger", folder.path() + "/ledger.sqlite"]
      let run = try await paywall(arguments).expect(3)
      #expect(run.output == "")
      #expect(run.complaints.contains("was filled under the root "))
      #expect(run.complaints.contains("--apple-root"))
    }
  }

  @Test(.inStory)
  func `Facts of production under another root are taken only on purpose`() async throws {
    let run = try await paywall([
      "ledger", "import", folder.path() + "/story.ndjson", "--config", folder.path(), "--ledger",
      folder.path() + "/ledger.sqlite", "--apple-root", folder.path() + "/root.cer",
    ])
    run.expect(3, complains: "--apple-root-in-production")
    #expect(!FileManager.default.fileExists(atPath: folder.path() + "/ledger.sqlite"))
  }

  /// Runs `paywall ledger …` on the ledger of the folder.
  func ledger(
    _ arguments: String..., in place: URL = folder, trusts: Bool = true
  ) async throws -> Run {
    var arguments = ["ledger"] + arguments
    if !arguments.contains("--config") { arguments += ["--config", place.path()] }
    if !arguments.contains("--ledger") {
      arguments += ["--ledger", place.path() + "/ledger.sqlite"]
    }
    if trusts { arguments += ["--apple-root", place.path() + "/root.cer"] }
    if trusts, arguments[1] == "import" { arguments.append("--apple-root-in-production") }
    return try await paywall(arguments)
  }

  /// A folder with a small configuration, the root of the vectors and the story as NDJSON.
  func withStory(_ body: (URL) async throws -> Void) async throws {
    try await withFolder { folder in
      let files = [
        "Paywalls/store/app.yaml": """
        bundleId: com.example.paywall
        appAppleId: 6700000001
        environments: [production]
        locales: [en]
        """,
        "Paywalls/store/products.yaml": """
        groups:
          premium: { id: "21500001", levels: [com.example.paywall.premium.monthly] }
        products:
          com.example.paywall.premium.monthly:
            { type: autoRenewable, group: premium, period: P1M, entitlements: [premium] }
        """,
        "Paywalls/store/offers.yaml": """
        offers:
          trial:
            kind: introductory
            products: [com.example.paywall.premium.monthly]
            payment: freeTrial
            period: P1W
            audience: everyone
        """,
        "Paywalls/targeting/placements.yaml": """
        placements:
          onboarding: { default: standard }
        fallback: standard
        """,
        "Paywalls/standard.yaml": """
        title: Standard
        products:
          - product: com.example.paywall.premium.monthly
            offers: [trial]
        """,
      ]
      try files.write(to: folder)
      try Vectors.pki().root.write(to: folder.appending(path: "root.cer"))
      let story = try Vectors.notifications().filter { $0.story == "trial-to-winback" }
      let lines = story.map { "{\"signedPayload\":\"\($0.signedPayload)\"}\n" }.joined()
      try Data(lines.utf8).write(to: folder.appending(path: "story.ndjson"))
      try await body(folder)
    }
  }
}
