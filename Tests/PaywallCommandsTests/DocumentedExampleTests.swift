import Foundation
import LocalAppStoreStories
import TestSupport
import Testing

/// The commands in `/docs`, run by a shell as they stand there, against the server that shows them.
@Suite struct DocumentedExampleTests {
  /// Every operation with an example, with the expected status; pages with a session have none.
  private static let statuses = [
    "healthLive": 200, "healthReady": 200, "metrics": 200, "status": 200, "reload": 200,
    "explain": 200, "previewPost": 200, "productList": 200, "placementGet": 200,
    "placementPost": 200, "placementsPost": 200, "offerSign": 200, "offerEligibility": 200,
    "customerShow": 200, "transactionsPost": 200, "customerDelete": 200, "notificationPost": 200,
    "retentionPost": 200,
    "consumptionPost": 200, "experimentResults": 200, "accessPost": 200, "accessList": 200,
    "balanceShow": 200,
    "exposuresPost": 200, "aliasPost": 200, "bundleGet": 200, "bundlePayload": 200,
    "flagsEvaluate": 200, "flagEvaluate": 200, "featuresGet": 200, "openAPI": 200,
    "documentation": 200, "root": 307,
    // No record has the name of the example.
    "accessDelete": 404,
    // The example sells no currency.
    "balancePost": 422,
    // The example has no endpoint.
    "webhookEvents": 422,
    // The server has no key to ask Apple with.
    "orderShow": 503, "renewalExtend": 503, "accountTokenSet": 503, "seatClaim": 503,
    "seatsShow": 503, "seatUnclaim": 503, "seatAssociate": 503,
  ]
  /// The operations that a server without keys refuses.
  private static let needKeys: Set = [
    "metrics", "status", "reload", "explain", "previewPost", "customerDelete", "consumptionPost",
    "orderShow", "renewalExtend", "accountTokenSet", "experimentResults",
    "webhookEvents", "accessPost", "accessList", "accessDelete",
    "balancePost", "balanceShow",
    "seatClaim", "seatsShow", "seatUnclaim", "seatAssociate",
  ]

  struct Example {
    let operation: String
    let command: String
    let note: String
  }

  @Test(.inFolder, arguments: [nil, "admin"])
  func `Examples are answered as the page says, with names and with variables`(
    role: String?
  ) async throws {
    let app = try Self.app(in: folder)
    var server = KilledServer(folder: folder)
    server.options = try await bundleOptions(in: folder)
    try await server.run { url in
      let examples = try await Self.examples(at: url, key: role.map { "\($0)-key" })
      #expect(Set(examples.map(\.operation)) == Set(Self.statuses.keys))
      var variables = [
        "TRANSACTION": try app.purchase(), "NOTIFICATION": try app.notification(),
        "CUSTOMER": StoreApp.originalTransactionId,
      ]
      if role == nil {
        let pointer = try await ask(url, "GET /v1/bundle", body: nil, key: "client-key").body
        let release = try #require(pointer.firstMatch(of: /"release":"([0-9a-f]{64})"/)?.1)
        variables.merge([
          "PLACEMENT": "onboarding", "PRODUCT": "pro_yearly", "OFFER": "loyalty_20",
          "EXPERIMENT": "annual-trial", "EXPERIMENT_PLACEMENT": "onboarding",
          "VARIANT": "trial", "RELEASE": String(release),
        ]) { $1 }
      }
      for answer in try await Self.run(examples, variables) {
        #expect(answer.status == Self.statuses[answer.operation], "\(answer)")
      }
    }
  }

  @Test(.inFolder)
  func `Examples of a server without keys need none, or are refused as the page says`()
    async throws
  {
    let app = try Self.app(in: folder, hasKeys: false)
    let server = KilledServer(folder: folder)
    try await server.run { url in
      let examples = try await Self.examples(at: url, key: nil)
      let refused = examples.filter { $0.note.contains("403 keysRequired") }.map(\.operation)
      #expect(Set(refused) == Self.needKeys)
      let variables = [
        "TRANSACTION": try app.purchase(), "NOTIFICATION": try app.notification(),
        "CUSTOMER": StoreApp.originalTransactionId,
      ]
      for answer in try await Self.run(examples, variables) {
        let expected =
          Self.needKeys.contains(answer.operation) ? 403 : Self.statuses[answer.operation]
        #expect(answer.status == expected, "\(answer)")
      }
    }
  }

  /// The app, with an offer for every subscriber.
  private static func app(in folder: URL, hasKeys: Bool = true) throws -> StoreApp {
    var app = StoreApp()
    app.files["Paywalls/store/offers.yaml"] =
      app.files["Paywalls/store/offers.yaml"]?.replacing(
        "audience: atRisk", with: "audience: everyone")
    let experiment = "Experiments/annual-trial.yaml"
    app.files[experiment] = app.files[experiment]?.replacing(/schedule:.*\n/, with: "")
    if !hasKeys { app.files["Paywalls/store/keys.yaml"] = nil }
    try app.write(to: folder)
    return app
  }

  /// Returns the examples of the page that curl gets with this key.
  private static func examples(at url: String, key: String?) async throws -> [Example] {
    // A busy machine may not write the page within the time of an answer: 503 with Retry-After.
    let arguments = [
      "curl", "--silent", "--noproxy", "*", "--max-time", "300", "--retry", "10", "\(url)/docs",
    ]
    let curl = try ChildProcess(
      "/usr/bin/env", arguments + (key.map { ["--header", "X-API-Key: \($0)"] } ?? []))
    try curl.input.close()
    let page = try await curl.end().output
    let pattern =
      /<pre class="curl" data-operation="(\w+)"><code>([^<]*)<\/code><\/pre>\s*<p class="note">(.*?)<\/p>/
    return page.matches(of: pattern).map { match in
      Example(
        operation: String(match.1), command: plain(match.2),
        note: plain(match.3.replacing(/<[^>]*>/, with: "")))
    }
  }

  private static func plain(_ html: some StringProtocol) -> String {
    String(html).replacing("&quot;", with: "\"").replacing("&#39;", with: "'")
      .replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
  }

  /// Runs them in one shell, in the order of the page. A variable that is not set ends the shell.
  private static func run(
    _ examples: [Example], _ variables: [String: String]
  ) async throws -> [(operation: String, status: Int, command: String)] {
    var script = """
      set -u
      curl() {
        command curl --silent --show-error --noproxy '*' --max-time 60 --output /dev/null \\
          --write-out '%{http_code}\\n' "$@"
      }

      """
    for example in examples {
      let role = example.note.firstMatch(of: /\$PAYWALL_KEY has the role (\w+)/)?.1 ?? "no"
      script += "PAYWALL_KEY=\(role)-key\n\(example.command)\n"
    }
    let shell = try ChildProcess("/usr/bin/env", ["bash", "-c", script], environment: variables)
    try shell.input.close()
    let run = try await shell.end()
    #expect(run.status == 0 && run.complaints.isEmpty, "\(run.complaints)")
    let statuses = run.output.split(separator: "\n").map { Int($0) ?? 0 }
    try #require(statuses.count == examples.count, "\(run.complaints)")
    return zip(examples, statuses).map { ($0.operation, $1, $0.command) }
  }
}
