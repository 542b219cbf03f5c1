import Foundation
import Testing

@testable import CommandSupport
@testable import PaywallCommands

/// The messages of commands about inputs that they cannot use: a file, an option, a name. The page
/// of `CommandRefusalTests` has more of them.
@Suite struct InputRefusalTests {
  @Test(
    .inFolder,
    arguments: [
      ("{}\n[1]\n", 2, "must be an object"),
      ("\n\n{\"attributes\":{}", 3, ""),
      (#"{"recorded":"trial"}"#, 1, "'recorded' must be an object of experiments"),
      (
        #"{"attributes":{"userId":"u"},"recorded":{"annual-trial":1}}"#, 1,
        "'annual-trial' must be the name of a variant"
      ),
      (#"{"recorded":{"annual-trial":"trial"}}"#, 1, "'recorded' belongs to an id"),
      (#"{"subscription":[]}"#, 1, "'subscription' must be an object of facts"),
      (#"{"subscription":{"state":"asleep"}}"#, 1, "'subscription': "),
      (#"{"attributes":{},"contry":"GB"}"#, 1, "Nothing reads 'contry'"),
    ] as [(String, Int, String)])
  func `A line of visitors that cannot be read is named, with what is wrong`(
    _ lines: String, _ number: Int, _ message: String
  ) async throws {
    let file = folder.appending(path: "visitors.ndjson").path()
    try Data(lines.utf8).write(to: URL(filePath: file))
    let refused = try #require(try await refusal(["plan", example, example, "--visitors", file]))
    #expect(refused.status == .no)
    #expect(refused.message.hasPrefix("\(file):\(number): "), "\(refused)")
    #expect(message.isEmpty || refused.message.contains(message), "\(refused)")
    #expect(refused.help?.contains(#"{"attributes": {"userId": "u-1""#) == true)
  }

  @Test(arguments: [
    ("experiment create x --variant standard", "--variant control=standard"),
    ("experiment create x --variant control=standard:50", "--variant control=standard:50%"),
    ("experiment create x --traffic 20", "--traffic 20%"),
    ("experiment create x --traffic=2,5", "--traffic 2.5%"),
    ("simulate x --baseline 4", "--baseline 4%"),
    ("simulate x --baseline 0.04", "--baseline 4%"),
    ("experiment create x --traffic 0.125", "--traffic 12.5%"),
    ("simulate x --baseline 4% --lift 10% --per-day 3,000", "--per-day 3000"),
    ("explain onboarding", "--placement onboarding"),
  ])
  func `An argument that the parser refuses has one that it takes`(
    line: String, advice: String
  ) async throws {
    try await paywall(line.split(separator: " ").map(String.init))
      .expect(2, complains: "help: write \(advice)\n")
  }

  @Test func `An argument that nothing is near to has the page of the command`() async throws {
    try await paywall("simulate", "x", "--per-day", "many")
      .expect(2, complains: "help: see 'paywall simulate --help'")
    try await paywall("experiment", "list", "onboarding")
      .expect(2, complains: "help: see 'paywall experiment list --help'")
  }

  @Test func `A country of another spelling has its code`() async throws {
    try await paywall(
      "explain", "--placement", "onboarding", "--country", "UK", "--config", example
    ).expect(0, complains: "; write GB")
  }

  @Test(.inFolder)
  func `A paywall of a running experiment is not replaced silently`() async throws {
    try await paywall(
      "init", folder.path(), "--bundle-id", "com.example.photos", "--product", "pro=P1M",
      "--no-commit"
    ).expect(0)
    try await paywall("wall", "create", "short", "--from", "standard", "--yes", in: folder)
      .expect(0)
    try await experiment(
      "create", "shorter", "--placement", "onboarding", "--variant", "control=standard",
      "--variant", "short=short", "--yes"
    ).expect(0)
    try await experiment("start", "shorter", "--yes").expect(0)
    try await paywall(
      "wall", "delete", "short", "--replace-with", "standard", "--dry-run", in: folder
    ).expect(
      0,
      prints: "'shorter' is running and shows it: two of its variants would show the same, so stop")
  }

  @Test(.inFolder)
  func `Visitors of whom none is there, and a file that is not, are told apart`() async throws {
    let file = folder.appending(path: "visitors.ndjson").path()
    let gone = try await refusal(["plan", example, example, "--visitors", file])
    #expect(gone?.status == .failedOutside)
    #expect(gone?.message == "'\(file)' cannot be read")
    try Data("\n \n".utf8).write(to: URL(filePath: file))
    let empty = try await refusal(["plan", example, example, "--visitors", file])
    #expect(empty?.status == .no)
    #expect(empty?.message == "'\(file)' holds no visitor")
  }

  @Test(
    .inFolder,
    arguments: [
      ("[]", "must be an object"),
      (#"{"placement":"onboarding","at":"tomorrow"}"#, "'at' must be a time with a zone."),
      (#"{"placement":"onboarding","preview":"x"}"#, "A preview shows its variant"),
      (#"{"placement":"onboarding","transactions":[]}"#, "ask a server, with --server"),
      (#"{"placement":"onboarding","placment":"x"}"#, "Nothing reads 'placment'"),
      (#"{"placement":1}"#, "'placement' must be a string"),
      (#"{"placement":"onboarding","locale":"de"}"#, "Put it into 'attributes'."),
      (#"{"placement":"onboarding","locales":7}"#, "must be an array of languages"),
    ])
  func `A request that cannot be read says what a request looks like`(
    _ text: String, _ message: String
  ) async throws {
    let file = folder.appending(path: "request.json").path()
    try Data(text.utf8).write(to: URL(filePath: file))
    let refused = try #require(
      try await refusal(["explain", "--request", file, "--config", example]))
    #expect(refused.status == .wrongUsage)
    #expect(refused.message.hasPrefix("'\(file)' is no request: "), "\(refused)")
    #expect(refused.message.contains(message), "\(refused)")
    #expect(refused.help?.contains(#"{"placement": "onboarding""#) == true)
  }

  @Test(
    arguments: [
      (
        ["explain", "--placement", "x", "--as", "hanna"], 1, "no persona 'hanna'",
        "use 'left-in-october', 'team-in-mumbai' or"
      ),
      (["explain", "--placement", "x", "--why-not", "anual-trial"], 1, "no experiment", "mean"),
      (
        ["explain", "--placement", "x", "--attribute", "=12"], 2, "'=12' is no name with a value",
        "--attribute sessions=12"
      ),
      (
        ["explain", "--placement", "x", "--subscription", "state"], 2, "'state' is no name",
        "--subscription state=expired"
      ),
      (["explain", "--placement", "x", "--subscription", "state=asleep"], 2, "state", nil),
      (
        ["explain", "--placement", "x", "--recorded", "annual-trial=trial"], 2,
        "belongs to a visitor", "add --user or --anonymous"
      ),
      (
        [
          "offer", "sign", "loyalty", "--product", "gold", "--offer-key", "k", "--offer-key-id",
          "K",
        ], 1, "there is no product 'gold'", "use 'coins_100', 'pro_lifetime'"
      ),
      (["plan", "EXAMPLE", "EXAMPLE", "--count", "0"], 2, "--count takes a number", nil),
      (["fmt", "q"], 1, "'q' is no file of this configuration", "name it from the folder"),
      (
        ["preview", "--placement", "onboarding", "--variant", "x"], 1,
        "there is no variant 'x' at the placement", "there are control, lite, trial"
      ),
      (["key", "user-proof", "--user", "u"], 2, "Give --out to make a secret", nil),
      (["key", "user-proof", "--user", "u", "--secret", "/nowhere"], 3, "/nowhere", nil),
      (["ledger", "show", "7", "--at", "noon"], 2, "--at takes a time with a zone", nil),
      (["ledger", "import", "x", "--fetched-at", "noon"], 2, "--fetched-at takes a time", nil),
      (["offer", "explain", "7", "trial", "--at", "noon"], 2, "--at takes a time", nil),
      (["bundle", "build"], 2, "Missing expected argument", nil),
      (["bundle", "verify", "x.json"], 2, "--root-key", nil),
      (["bundle", "verify", "x.json", "--root-key", "/nowhere.pub"], 3, "/nowhere.pub", nil),
      (
        ["offer", "verify", "--signature", "s", "--offer-key", "k", "--offer-key-id", "K"], 2,
        "needs the offer, --product, --nonce and --timestamp", nil
      ),
      (
        ["offer", "verify", "--jws", "j", "--offer-key", "/nowhere.p8", "--offer-key-id", "K"], 3,
        "/nowhere.p8", ""
      ),
    ] as [([String], Int32, String, String?)])
  func `An input that cannot be used is named, with what can`(
    _ arguments: [String], _ status: Int32, _ message: String, _ help: String?
  ) async throws {
    var words = arguments.map { $0.replacing("EXAMPLE", with: example) }
    if !["bundle verify", "key user-proof"].contains(arguments.prefix(2).joined(separator: " ")) {
      words += ["--config", example]
    }
    let refused = try #require(try await refusal(words), "\(words) was done")
    #expect(refused.status.rawValue == status, "\(refused)")
    #expect(message.isEmpty || refused.message.contains(message), "\(refused)")
    #expect(help.map { $0.isEmpty || refused.help?.contains($0) == true } ?? true, "\(refused)")
    #expect((refused.help == nil) == (help == nil), "\(refused)")
  }

  @Test(.inExample) func `A folder with mistakes is compared with nothing`() async throws {
    try replace("selected: ", by: "selektiert: ", in: "Paywalls/standard.yaml", of: folder)
    for arguments in [["plan", folder.path(), example], ["plan", example, folder.path()]] {
      let refused = try #require(try await refusal(arguments))
      #expect(refused.status == .no)
      #expect(
        refused.message
          == "the configuration of \(folder.path()) has errors, so there is nothing to compare")
    }
    let shown = try #require(try await refusal(["experiment", "list", "--config", folder.path()]))
    #expect(shown.status == .no)
    #expect(shown.help?.contains("'paywall check'") == true)
  }

  @Test func `A name among many says where the others are`() throws {
    let many = Dictionary(uniqueKeysWithValues: (1...40).map { ("coins_\($0)", $0) })
    let written = try #require(throws: Failure.self) {
      try many.named("weekly", "product", in: "Paywalls/store/products.yaml")
    }
    #expect(written.help == "products are written in Paywalls/store/products.yaml")
    let listed = try #require(throws: Failure.self) { try many.named("weekly", "offer") }
    #expect(listed.help == "'paywall offer list' names them all")
  }
}
