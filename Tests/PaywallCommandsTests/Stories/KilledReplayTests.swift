import AppStore
import AppStoreFixtures
import Foundation
import Ledger
import LedgerSQLite
import LedgerStorage
import LocalAppStoreStories
import PaywallCatalog
import Synchronization
import TestSupport
import Testing

/// `paywall appstore reconcile` as a process of its own, which is killed with SIGKILL at any page of
/// Apple's notification history.
@Suite struct KilledReplayTests {
  /// Notifications of some customers, one on a page, as Apple keeps them.
  private final class History: Sendable {
    private struct State {
      var tokens: [String] = []
      /// The page at which the process is killed, counted from its start.
      var deadline: Int?
      var child: ChildProcess?
      var signal = SIGKILL
      var isBefore = false
    }

    let texts: [String]
    private let state = Mutex(State())
    private static let bundle = TestStore.bundleId
    static let customers = 5

    init(pages: Int, ending now: Timestamp) throws {
      let store = try TestStore()
      texts = try (0..<pages).map { page in
        // The notifications are a minute apart, and the last one is an hour old.
        let moment = JSON.integer(now.milliseconds - 3_600_000 - Int64(pages - page) * 60_000)
        let customer = page % Self.customers
        return try store.notificationText(
          page < Self.customers ? "SUBSCRIBED" : "DID_RENEW",
          transaction: [
            "transactionId": .text("45000\(100_000 + page)"),
            "originalTransactionId": .text("45000\(100_000 + customer)"),
            "appTransactionId": .text("70400\(100_000 + customer)"),
            "productId": "pro_monthly", "subscriptionGroupIdentifier": "21504291",
            "type": "Auto-Renewable Subscription", "inAppOwnershipType": "PURCHASED",
            "transactionReason": page < Self.customers ? "PURCHASE" : "RENEWAL",
            "purchaseDate": moment, "originalPurchaseDate": moment, "expiresDate": moment,
            "signedDate": moment,
          ], members: ["notificationUUID": .text(Self.uuid(page)), "signedDate": moment])
      }
    }

    static func uuid(_ page: Int) -> String {
      let digits = String(page)
      return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    }

    var calls: Int { state.withLock { $0.tokens.count } }

    /// Kills a process when it asks for its page of this number, before or after the answer.
    func kill(
      _ child: ChildProcess, at page: Int, isBefore: Bool, by signal: Int32 = SIGKILL
    ) {
      state.withLock { state in
        (state.child, state.deadline, state.isBefore) = (child, page, isBefore)
        state.signal = signal
      }
    }

    func answer(_ request: StubAppStoreServer.Request) -> (status: Int, body: String)? {
      guard request.target.hasPrefix("/inApps/v1/notifications/history") else {
        return request.target.hasPrefix("/inApps/v2/history/")
          ? (
            200,
            #"{"revision":"1","hasMore":false,"bundleId":"\#(Self.bundle)","appAppleId":\#(TestStore.appAppleId),"environment":"Production","signedTransactions":[]}"#
          ) : (404, #"{"errorCode":4040010,"errorMessage":"Transaction id not found."}"#)
      }
      let token = request.query("paginationToken") ?? "0"
      let (isKilled, isBefore) = state.withLock { state -> (Bool, Bool) in
        state.tokens.append(token)
        guard let deadline = state.deadline else { return (false, false) }
        state.deadline = deadline - 1
        guard deadline <= 0 else { return (false, false) }
        state.child?.signal(state.signal)
        state.deadline = nil
        return (true, state.isBefore)
      }
      guard !isKilled || !isBefore, let page = Int(token), page < texts.count else { return nil }
      let isLast = page + 1 == texts.count
      return (
        200,
        #"{"hasMore":\#(!isLast),"paginationToken":"\#(page + 1)","notificationHistory":[{"signedPayload":"\#(texts[page])","sendAttempts":[]}]}"#
      )
    }
  }

  @Test(
    "Killed at random pages and started again: every notification is there, none of them twice",
    .inFolder,
    arguments: 0..<rounds(1, all: 4))
  func killed(round: Int) async throws {
    // PAYWALL_TEST_REPLAY_PAGES=5000 asks for all pages in the first round alone.
    let pages = rounds(400, all: 5_000, variable: "PAYWALL_TEST_REPLAY_PAGES")
    try await Self.story(pages: pages, kills: 6, UInt64(round), in: folder)
  }

  @Test(
    "Control-C gives the claim back: the next run goes on at once, where this one ended", .inFolder)
  func interrupted() async throws {
    let (app, pages) = (StoreApp(), 12)
    try app.write(to: folder)
    try StoreApp.writeKey(to: folder)
    let now = Timestamp(milliseconds: Int64(app.now.timeIntervalSince1970) * 1000)
    let history = try History(pages: pages, ending: now)
    try await StubAppStoreServer.run({ history.answer($0) }) { url in
      // This makes the ledger.
      try await Self.endClaim(folder)
      let child = try ChildProcess(Program.url.path(), Self.reconcile(url, folder))
      try child.input.close()
      // The call of this page never gets an answer.
      history.kill(child, at: 5, isBefore: true, by: SIGINT)
      let interrupted = try await child.end()
      interrupted.expect(130, complains: "run the command again to go on")
      let run = try await paywall(Self.reconcile(url, folder))
      #expect(run.status == 0, "\(run)")
    }
    #expect(try await Self.export(folder).sorted() == (0..<pages).map(History.uuid))
    // The page that had no answer is the only one that was asked for twice.
    #expect(history.calls == pages + 1)
  }

  private static func story(
    pages: Int, kills: Int, _ round: UInt64, in folder: URL
  ) async throws {
    let app = StoreApp()
    try app.write(to: folder)
    try StoreApp.writeKey(to: folder)
    let now = Timestamp(milliseconds: Int64(app.now.timeIntervalSince1970) * 1000)
    let history = try History(pages: pages, ending: now)
    var random = SplitMix(state: 40 + round)
    try await StubAppStoreServer.run({ history.answer($0) }) { url in
      // This makes the ledger.
      try await endClaim(folder)
      for kill in 0..<kills {
        let page = random.below(pages / (kills + 1))
        let isBefore = random.below(2) == 0
        try await Turns.programs.take {
          let child = try ChildProcess(Program.url.path(), reconcile(url, folder))
          try child.input.close()
          history.kill(child, at: page, isBefore: isBefore)
          let run = try await child.end()
          #expect(run.status == SIGKILL, "kill \(kill): \(run)")
        }
        try await endClaim(folder)
      }
      let run = try await paywall(reconcile(url, folder))
      #expect(run.status == 0, "\(run)")
      #expect(run.output.contains(#""outcome" : "done""#), "\(run.output)")
    }
    let kept = try await export(folder)
    #expect(kept.count == pages)
    #expect(Set((0..<pages).map(History.uuid)).subtracting(kept).isEmpty)
    // No page but that of each kill was asked for twice.
    #expect((pages...pages + kills).contains(history.calls), "\(history.calls) calls")
    // No call of a killed process is forgotten. Its lease is no more than it had used, because
    // blocks double.
    let counted = try countedCalls(folder)
    #expect(counted >= history.calls && counted <= 2 * history.calls + kills, "\(counted)")
  }

  /// Returns the calls of the notification history in the record, with the leases of killed
  /// processes.
  private static func countedCalls(_ folder: URL) throws -> Int {
    let file = try Data(contentsOf: folder.appending(path: ".paywall/app-store-budget.json"))
    let uses = try JSONDecoder().decode([String: JSON].self, from: file)["uses"]?.elements
    let use = try #require(uses?.first { $0["endpoint"]?.string == "notifications" })
    let made = use["calls"]?.elements?.compactMap { $0.elements?.last?.integer } ?? []
    let leased = use["leases"]?.elements?.flatMap { $0["calls"]?.elements ?? [] } ?? []
    return Int((made + leased.compactMap(\.integer)).reduce(0, +))
  }

  /// The multiple of Apple's limits, so that calls do not wait.
  private static let budget = 1_000

  private static func reconcile(_ url: String, _ folder: URL) -> [String] {
    [
      "appstore", "reconcile", "--json", "--config", folder.path(),
      "--ledger", folder.appending(path: "ledger.sqlite").path(), "--environment", "production",
      "--app-store-key", folder.appending(path: "key.p8").path(), "--app-store-key-id",
      "ABC123DEFG", "--app-store-issuer", "57246542-96fe-1a63-e053-0824d011072a",
      "--app-store-address", "production=\(url)", "--app-store-budget", "\(budget)",
      "--apple-root", folder.appending(path: "root.cer").path(), "--apple-root-in-production",
    ]
  }

  /// Ends the claim of the killed process, as ten minutes do.
  private static func endClaim(_ folder: URL) async throws {
    var options = SQLiteLedger.Options()
    options.roots = try TrustedRoots([Array(Vectors.pki().root)]).digests
    let ledger = try SQLiteLedger.open(
      path: folder.appending(path: "ledger.sqlite").path(), options: options)
    let later = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000) + 700_000)
    let claim = JobClaim(job: "reconcile production", holder: "test", until: later)
    #expect(try await ledger.claim(claim, at: later) != nil)
    try await ledger.release(claim.job, by: "test")
    await ledger.close()
  }

  /// Returns the notifications in an export, as often as they are in it.
  private static func export(_ folder: URL) async throws -> [String] {
    let run = try await paywall([
      "ledger", "export", "--config", folder.path(), "--ledger",
      folder.appending(path: "ledger.sqlite").path(), "--apple-root",
      folder.appending(path: "root.cer").path(),
    ])
    #expect(run.status == 0, "\(run.complaints)")
    return try run.output.split(separator: "\n").compactMap { line in
      let row = try JSONDecoder().decode([String: JSON].self, from: Data(line.utf8))
      guard let parts = row["text"]?.string?.split(separator: "."), parts.count == 3 else {
        return nil
      }
      let plain = String(parts[1]).replacing("-", with: "+").replacing("_", with: "/")
      let padded = plain + String(repeating: "=", count: (4 - plain.count % 4) % 4)
      let payload = try JSONDecoder().decode(
        [String: JSON].self, from: #require(Data(base64Encoded: padded)))
      return payload["notificationUUID"]?.string
    }
  }
}
