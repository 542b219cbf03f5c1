import ArgumentParser
import CatalogFiles
import Foundation
import PaywallCatalog
import SchemaValidation
import Testing

@testable import CommandSupport
@testable import LocalAppStoreCommands
@testable import PaywallCommands

/// Every command with `--json` has a schema, and its output matches it. `AnswerContract` checks
/// that in each run of the other tests as well.
@Suite struct AnswerSchemaTests {
  /// The commands that have the option, as they are typed.
  private static let commands: Set<String> = {
    let roots: [any ParsableCommand.Type] = [PaywallCommand.self, LocalAppStoreCommand.self]
    let all = roots.flatMap { (try? CommandDescription(of: $0))?.all ?? [] }
    let answering = all.filter { $0.options.contains { $0.longName == "json" } }
    return Set(
      answering.map { $0.words.drop { $0 == "paywall" }.joined(separator: " ") })
  }()

  /// Commands on the example app in a repository; those that change files only look.
  private static let onExample = [
    "local-app-store api-key": "local-app-store api-key",
    "check": "check", "fmt": "fmt --check", "schema": "schema --check", "plan": "plan --count 500",
    "explain": "explain --placement onboarding --as left-in-october",
    "simulate": "simulate annual-trial --visitors 500 --baseline 4% --lift 10% --per-day 900",
    "doctor": "doctor --port 0", "experiment list": "experiment list",
    "experiment show": "experiment show annual-trial",
    "experiment history": "experiment history annual-trial",
    "experiment create":
      "experiment create gifts --placement export --variant control=standard --variant gift=gift-wall",
    "experiment start": "experiment start lite-first",
    "experiment pause": "experiment pause annual-trial",
    "experiment resume": "experiment resume annual-trial",
    "experiment stop": "experiment stop annual-trial --after keep",
    "experiment restart": "experiment restart annual-trial",
    "experiment set": "experiment set annual-trial traffic=80%",
    "experiment ramp": "experiment ramp annual-trial 60%@tomorrow 80%@+2w",
    "experiment archive": "experiment archive team-or-solo",
    "experiment delete": "experiment delete lite-first",
    "experiment rollout": "experiment rollout team-or-solo --anyway",
    "experiment override": "experiment override annual-trial --reason Support traffic=20%",
    "wall list": "wall list", "wall show": "wall show standard",
    "wall create": "wall create winter --from standard",
    "wall rename": "wall rename gift-wall gifts",
    "wall delete": "wall delete gift-wall --replace-with standard --anyway",
    "placement list": "placement list", "placement show": "placement show onboarding",
    "offer list": "offer list", "offer show": "offer show loyalty",
    "offer rename": "offer rename loyalty stay", "product list": "product list",
    "product show": "product show pro_yearly",
    "product rename": "product rename season_2026 season_2027",
    "audience list": "audience list", "audience show": "audience show lapsed",
    "audience rename": "audience rename lapsed gone", "persona list": "persona list",
    "persona show": "persona show trial-in-london",
    "persona rename": "persona rename trial-in-london london",
    "attribute list": "attribute list", "attribute show": "attribute show exports",
    "attribute rename": "attribute rename exports shares", "bundle show": "bundle show",
    "key list": "key list", "key create": "key create --role client --name app --add",
    "picture": "picture onboarding --as left-in-october",
    "preview": "preview --placement onboarding --variant trial",
    "local-app-store story run": "local-app-store story run \(AppStoreTests.stories)/refund.yaml",
  ]

  /// Commands with files of their own.
  private static let inFolder = [
    "bundle key create": "bundle key create --root --out root.pem",
    "bundle key certify":
      "bundle key certify bundle.pem --root-key root.pem --out bundle.cert",
    "bundle build":
      "bundle build --out app.json --bundle-key bundle.pem --bundle-certificate bundle.cert",
    "bundle verify": "bundle verify app.json --root-key root.pem",
    "key user-proof": "key user-proof --out user.secret",
    "key revoke": "key revoke app --last",
    "rates import": "rates import eurofxref.csv",
    "offer sign": "offer sign loyalty --product pro_yearly --offer-key key.p8 --offer-key-id KEY",
    "offer verify":
      "offer verify --jws a.b.c --offer-key key.p8 --offer-key-id KEY",
  ]

  /// Commands on a ledger with a customer.
  private static let onLedger = [
    "ledger import": "ledger import story.ndjson --apple-root-in-production",
    "ledger show": "ledger show 704000000382071239", "ledger export": "ledger export",
    "export": "export --out warehouse",
    "offer explain": "offer explain 704000000382071239 trial",
    "experiment results": "experiment results annual-trial", "revenue": "revenue",
    "access grant":
      "access grant 704000000382071239 pro --for P30D --reason outage --id g-1",
    "access list": "access list", "access revoke": "access revoke 704000000382071239 g-1",
    "ledger full-price": "ledger full-price", "ledger aside": "ledger aside",
    "ledger forget": "ledger forget 704000000382071239 --yes",
  ]

  /// Commands for a local App Store, one after the other; `T` is the last transaction, `O` its
  /// order, `IDS` a file with it, and `L` a ledger.
  private static let onStore = [
    ("local-app-store customer add", "ada --storefront DEU"), ("local-app-store customer list", ""),
    ("local-app-store buy", "pro_yearly_trial --customer ada"),
    ("local-app-store retention add", "0b6f1c3e-52a4-8a77-9d1c-6f2f0e8c9a10 Stay Please"),
    (
      "local-app-store retention default",
      "0b6f1c3e-52a4-8a77-9d1c-6f2f0e8c9a10 --product pro_yearly_trial --locale de-DE"
    ),
    ("local-app-store cancel", "pro_yearly_trial --customer ada --ask"),
    ("local-app-store stay", "pro_yearly_trial --customer ada"),
    ("local-app-store retention reject", "0b6f1c3e-52a4-8a77-9d1c-6f2f0e8c9a10"),
    ("local-app-store retention approve", "0b6f1c3e-52a4-8a77-9d1c-6f2f0e8c9a10"),
    ("local-app-store retention list", ""),
    ("local-app-store cancel", "pro_yearly_trial --customer ada"),
    ("local-app-store resume", "pro_yearly_trial --customer ada"),
    ("local-app-store price", "pro_yearly_trial 149.99 --consent"),
    ("local-app-store agree", "pro_yearly_trial --customer ada"),
    ("local-app-store card", "fails --customer ada"), ("local-app-store advance", "1 month"),
    ("local-app-store card", "works --customer ada"), ("local-app-store rate", "0"),
    ("local-app-store extend", "pro_yearly_trial --customer ada --days 14"),
    ("local-app-store buy", "pro_lifetime --customer ada"), ("local-app-store request-refund", "T"),
    ("local-app-store account-token", "T 22b1d8c9-0be4-4df1-a8cc-30eefca5edfd"),
    ("local-app-store decline-refund", "T"), ("local-app-store refund", "T"),
    ("local-app-store reverse-refund", "T"),
    ("appstore backfill", "IDS --ledger L"), ("appstore reconcile", "--ledger L"),
    ("appstore transaction", "T"), ("appstore history", "T --product pro_lifetime"),
    ("appstore status", "T"), ("appstore order", "O"), ("appstore refunds", "T"),
    ("appstore notification-history", "--transaction T"),
    ("appstore test-notification", "--wait 0"),
    ("appstore extend-renewal", "T --days 7 --dry-run"),
    ("appstore extend-renewals", "pro_monthly --days 7 --request all --yes"),
    ("appstore extension", "pro_monthly all"),
    ("appstore set-account-token", "T 22b1d8c9-0be4-4df1-a8cc-30eefca5edfe --yes"),
    ("appstore finish", "T --yes"),
    ("local-app-store customer add", "bob"), ("local-app-store family join", "bob --organizer ada"),
    ("local-app-store share", "pro_yearly off --customer ada"),
    ("local-app-store family leave", "bob"),
    ("local-app-store ask-to-buy", "on --customer bob"),
    ("local-app-store buy", "coins_100 --customer bob"),
    ("local-app-store decline", "coins_100 --customer bob"),
    ("local-app-store buy", "team_monthly --customer bob"),
    ("local-app-store approve", "team_monthly --customer bob"),
    ("local-app-store customer add", "eva --storefront DEU"),
    ("local-app-store monthly-plan", "pro_yearly 5.99"),
    ("local-app-store buy", "pro_yearly --monthly --customer eva"),
    ("local-app-store customer reinstall", "ada --new-device"),
    ("local-app-store withdraw", "pro_yearly_trial"),
    ("local-app-store customer show", "ada"),
    ("local-app-store customer show", "ada --signed"),
    ("local-app-store faults", "--garbage 10% --hold"),
    ("local-app-store buy", "coins_100 --customer ada"), ("local-app-store faults", ""),
    ("local-app-store notifications", ""),
    ("local-app-store customer add", "fay"),
    ("local-app-store seats terms", "team_monthly --discount 5=7.99"),
    ("local-app-store buy", "team_monthly --customer fay --seats 8"),
    ("local-app-store seats assign", "team_monthly --customer fay --to eva"),
    ("local-app-store seats unassign", "team_monthly --customer fay --from eva"),
    ("local-app-store seats renew", "team_monthly 6 --customer fay"),
    ("local-app-store restore", "fay"),
    ("local-app-store customer add", "gus"), ("local-app-store buy", "pro_monthly --customer gus"),
    ("local-app-store bundle join", "all_apps --product pro_monthly --price 14.99 --customer gus"),
    ("local-app-store bundle leave", "pro_monthly --customer gus"),
    ("local-app-store customer add", "hal"),
    ("local-app-store seats terms", "team_monthly --developer"),
    ("local-app-store buy", "team_monthly --customer hal --seats 3"),
    ("seats claim", "T --user mia --ledger L"), ("seats show", "T --ledger L"),
    ("seats associate", "T SEAT APP --ledger L"), ("seats unclaim", "T SEAT --ledger L"),
  ]

  /// Commands that `RefundCommandTests` runs, where the ledger has requests.
  private static let onRequests = ["refund explain", "refund simulate", "refund report"]
  /// Commands that `WebhookCommandTests` runs, where the ledger has events.
  private static let onEvents = [
    "webhook list", "webhook test", "webhook deliveries", "webhook show", "webhook retry",
    "webhook replay", "webhook rotate",
  ]
  /// Commands that `RetentionCommandTests` runs, against a server of the test.
  private static let onMessages = [
    "retention push", "retention status", "retention pull", "retention default",
    "retention realtime-url", "retention performance-test",
  ]
  /// Commands that `NodesTests` runs, on PostgreSQL.
  private static let onServers = ["nodes"]

  /// Commands that `InitTests` and `ImportTests` run, in an empty folder.
  private static let onNothing = ["init", "import revenuecat"]

  /// Commands that `LedgerPrepareTests` and `LedgerTests` run, on a database.
  private static let onPostgres = ["ledger prepare", "ledger move"]

  @Test func `Every command with --json has a schema, and is run below`() {
    #expect(Self.commands.count > 60)
    for command in Self.commands.sorted() {
      let words = command.split(separator: " ").map(String.init)
      #expect(AnswerContract.answering(words) != nil, "'\(command)' has no schema")
    }
    let run =
      [Self.onExample, Self.inFolder, Self.onLedger].flatMap(\.keys) + Self.onStore.map(\.0)
      + Self.onRequests + Self.onEvents + Self.onMessages + Self.onServers + Self.onPostgres
      + Self.onNothing
    #expect(Set(run) == Self.commands)
  }

  @Test(.inRepository, arguments: onExample.keys.sorted())
  func `What a command prints on the example is what its schema says`(
    command: String
  ) async throws {
    let state = folder.appending(path: ".paywall")
    try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
    try Data(repeating: 7, count: 32).write(to: state.appending(path: "preview.key"))
    if command == "experiment resume" {
      try await experiment("pause", "annual-trial", "--yes").expect(0)
    }
    try await answers(Self.onExample[command], in: folder, config: true)
  }

  @Test
  func `What commands print of bundles, keys and offers is what their schemas say`() async throws {
    try await OfferTests().withKey { key in
      try await withCopyOfExample { folder in
        try FileManager.default.copyItem(
          at: URL(filePath: key), to: folder.appending(path: "key.p8"))
        try await answers(Self.inFolder["bundle key create"], in: folder)
        try await answers("bundle key create --out bundle.pem", in: folder)
        for command in ["bundle key certify", "bundle build", "bundle verify", "key user-proof"] {
          try await answers(Self.inFolder[command], in: folder, config: command == "bundle build")
        }
        try await answers("key user-proof --secret user.secret --user u-1", in: folder)
        try await answers("key create --role client", in: folder)
        try Data(ReferenceRateTests.daily.utf8).write(to: folder.appending(path: "eurofxref.csv"))
        try await answers(Self.inFolder["rates import"], in: folder, config: true)
        let key = try await paywall(
          "key", "create", "--role", "client", "--name", "app", "--add", "--yes", "--json",
          in: folder)
        key.expect(0)
        for command in ["key revoke", "offer sign", "offer verify"] {
          try await answers(Self.inFolder[command], in: folder, config: true)
        }
        try await answers(
          "offer sign loyalty --product pro_yearly --form jws --offer-key key.p8 --offer-key-id KEY"
            + " --issuer-id 57246542-96fe-1a63-e053-0824d011072a", in: folder, config: true)
      }
    }
  }

  @Test(.inStory) func `What commands print of a ledger is what their schemas say`() async throws {
    for command in [
      "ledger import", "ledger show", "ledger export", "offer explain", "ledger full-price",
      "ledger aside",
    ] {
      try await answers(
        try #require(Self.onLedger[command]) + " --ledger ledger.sqlite --apple-root root.cer",
        in: folder, config: true)
    }
    // The story's own products give nothing.
    for command in ["access grant", "access list", "access revoke"] {
      try await answers(
        try #require(Self.onLedger[command])
          + " --ledger ledger.sqlite --apple-root root.cer --config \(example)", in: folder)
    }
    try await answers(
      "key list --usage --ledger ledger.sqlite --apple-root root.cer", in: folder, config: true)
    try await answers(
      try #require(Self.onLedger["ledger forget"])
        + " --ledger ledger.sqlite --apple-root root.cer", in: folder, config: true)
  }

  @Test(.inFolder)
  func `What commands print of a local App Store is what their schemas say`() async throws {
    // Nothing listens there, so a test notification is tried and does not arrive.
    let ids = folder.appending(path: "ids.txt")
    try await AppStoreTests().serving(["--notify", "http://127.0.0.1:9/v1"]) { url, _ in
      var (transaction, order) = ("", "")
      var (seat, app) = ("", "")
      for (command, arguments) in Self.onStore {
        try Data(transaction.utf8).write(to: ids)
        let words = "\(command) \(arguments)".split(separator: " ").map {
          switch $0 {
          case "T": transaction
          case "O": order
          case "SEAT": seat
          case "APP": app
          case "IDS": ids.path()
          case "L": folder.appending(path: "ledger.sqlite").path()
          default: String($0)
          }
        }
        let ended = try await run(
          Program.url, words + ["--json"], environment: ["PAYWALL_APP_STORE": url])
        let status: Int32 = command == "appstore test-notification" ? 1 : 0
        ended.expect(status)
        let answer = try json(ended.output) as? [String: Any]
        if let bought = answer?["transaction"] as? [String: Any] {
          transaction = try #require(bought["id"] as? String)
          order = try #require(bought["order"] as? String)
        }
        if let claimed = answer?["seatClaimId"] as? String { seat = claimed }
        if let customer = answer?["customer"] as? [String: Any] {
          app = try #require(customer["appTransactionId"] as? String)
        }
      }
    }
  }

  @Test func `A member that no schema names is a complaint, and so is one that is missing`()
    async throws
  {
    let listed = ["experiment", "list", "--json"]
    let run = try await paywall("experiment", "list", "--json", "--config", example)
    #expect(AnswerContract.complaints(about: run.output, of: listed) == [])
    #expect(
      AnswerContract.complaints(
        about: run.output.replacing("\"stage\"", with: "\"phaseOfLife\"", maxReplacements: 1),
        of: listed) == ["/0/phaseOfLife: false", "/0: required stage"])
  }

  @Test(.inFolder)
  func `A schema is printed by the name of its command, in no folder`() async throws {
    let explain = try await paywall("schema", "explain", in: folder).expect(0)
    let schema = try #require(try json(explain.output) as? [String: Any])
    #expect(schema["title"] as? String == "paywall explain --json")
    // The schema defines everything that it refers to.
    let defined = try #require(schema["$defs"] as? [String: Any])
    let references = explain.output.matches(of: /"\$ref": "([^"]*)"/).map { String($0.1) }
    #expect(Set(references) == Set(defined.keys.map { "#/$defs/\($0)" }))
    let export = try await paywall("schema", "ledger", "export", in: folder)
    #expect(export.output.contains("\"title\": \"paywall ledger export --json, a line\""))
  }

  @Test(arguments: [
    (["experiment", "lst"], 2, "did you mean 'paywall experiment list'?"),
    (["bundle", "key"], 1, "'paywall bundle key' prints no JSON"),
    (["experimnt"], 1, "did you mean 'experiment'?"),
  ])
  func `What is neither a command with JSON nor a kind of file is refused`(
    words: [String], status: Int32, said: String
  ) async throws {
    let refused = try await paywall(["schema"] + words + ["--config", example])
    #expect(refused.status == status && refused.complaints.contains(said), "\(refused.complaints)")
  }

  /// Runs a command line in JSON; the words have no quotes.
  private func answers(
    _ line: String?, in folder: URL, config: Bool = false
  ) async throws {
    let line = try #require(line)
    var arguments = line.split(separator: " ").map { word in
      word.contains(/\.(pem|cert|json|secret|p8|sqlite|cer|ndjson|csv)$/)
        ? folder.appending(path: word).path() : String(word)
    }
    if config { arguments += ["--config", folder.path()] }
    let command = AnswerContract.words(arguments).command
    if command is any EditsFiles.Type || arguments.contains("--add") {
      arguments.append("--dry-run")
    }
    let run = try await paywall(arguments + ["--json"])
    #expect([0, 1].contains(run.status) && !run.output.isEmpty, "\(line): \(run.complaints)")
  }
}
