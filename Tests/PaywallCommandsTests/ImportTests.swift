import Foundation
import Testing

/// An app that moves from RevenueCat. The files of `RevenueCat` have the shape of API v2: an app in
/// the App Store and one on Google Play, an offering with metadata, and an archived product that
/// still unlocks.
@Suite struct ImportTests {
  private static let data = "\(example)Tests/PaywallCommandsTests/RevenueCat/"
  private static let offerings = data + "offerings.json"
  private static let others = data + "entitlements-and-apps.json"

  private func take(_ arguments: [String], into folder: URL) async throws -> Run {
    try await run(
      Program.url, ["import", "revenuecat", "--into", folder.path(), "--no-commit"] + arguments,
      environment: [:])
  }

  private func isEmpty(_ folder: URL) throws -> Bool {
    try FileManager.default.contentsOfDirectory(atPath: folder.path()).isEmpty
  }

  @Test(.inFolder) func `A project becomes files that are served, and what it unlocked it unlocks`()
    async throws
  {
    let app = folder.appending(path: "photos")
    let made = try await take([Self.offerings, Self.others], into: app).expect(0)
    try await paywall("check", "--strict", "--config", app.path()).expect(0)
    #expect(try text("Paywalls/store/app.yaml", in: app).contains("bundleId: com.example.photos"))
    let products = try text("Paywalls/store/products.yaml", in: app)
    #expect(products.contains("levels: [pro_yearly, pro_monthly]"))
    for line in [
      "pro_yearly: { type: autoRenewable, group: pro, period: P1Y, entitlements: [pro_access] }",
      "pro_monthly: { type: autoRenewable, group: pro, period: P1M, entitlements: [pro_access] }",
      "pro_lifetime: { type: nonConsumable, entitlements: [pro_access] }",
      "coins_100: { type: consumable }",
    ] {
      #expect(products.contains(line), "\(products)")
    }
    #expect(!products.contains("pro:monthly"))
    // The products are in the order of the packages' positions.
    #expect(
      try text("Paywalls/default.yaml", in: app)
        .contains("products: [pro_monthly, pro_yearly, coins_100]"))
    let placements = try text("Paywalls/targeting/placements.yaml", in: app)
    #expect(placements.contains("onboarding: { default: default }"))
    #expect(placements.contains("Winter-Sale: { default: winter-sale }"))
    #expect(placements.contains("fallback: default"))
    for sentence in [
      "Google Play are left out: pro:monthly", "metadata of the offering 'Winter Sale'",
      "experiments are not in RevenueCat's lists", "the trial of pro_yearly",
      "no subscription groups",
    ] {
      #expect(made.complaints.contains(sentence), "\(made.complaints)")
    }
  }

  @Test(.inFolder)
  func `Xcode's file gives groups and offers, and RevenueCat what is unlocked and shown`()
    async throws
  {
    let made = try await take(
      [
        Self.offerings, Self.others, "--json", "--storekit",
        "\(example)Paywalls/store/Products.storekit",
      ], into: folder)
    made.expect(0)
    let card = try #require(try json(made.output) as? [String: Any])
    #expect((card["files"] as? [String])?.contains("Paywalls/winter-sale.yaml") == true)
    let products = try text("Paywalls/store/products.yaml", in: folder)
    #expect(products.contains("lumen-pro: { id: \"21504291\""))
    #expect(products.contains("entitlements: [pro_access], familyShareable: true"))
    #expect(try text("Paywalls/store/offers.yaml", in: folder).contains("id: loyalty_20"))
  }

  @Test(.inFolder) func `A folder that has something is left as it is`() async throws {
    try Data().write(to: folder.appending(path: "notes.txt"))
    let refused = try await take([Self.offerings, Self.others], into: folder)
    refused.expect(1, complains: "it has notes.txt", "--into FOLDER")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path()) == ["notes.txt"])
  }

  private static func project(_ change: (String) -> String) throws -> String {
    change(try String(contentsOfFile: offerings, encoding: .utf8))
  }

  @Test(
    .inFolder,
    arguments: [
      ("", "is empty", "save the answer"),
      ("hello", "this is no JSON", "save the whole answer"),
      ("{\"object\": \"list\", \"items\": [{\"obj", "this is no JSON", "save the whole answer"),
      ("[]", "has no list of RevenueCat's API v2", "save the answer"),
      (
        #"{"current_offering_id": "default", "offerings": []}"#, "answer of RevenueCat's API v1",
        "ask version 2"
      ),
      (
        #"{"object": "error", "type": "authorization_error", "message": "wrong key"}"#, "wrong key",
        "put the request right"
      ),
      (
        #"{"object": "list", "items": [], "next_page": null}"#, "nothing in these files",
        "--product"
      ),
      (
        #"{"object": "list", "items": [{"object": "offering", "id": "o", "lookup_key": "a"}]}"#,
        "comes without its packages", "expand=items.package.product"
      ),
      (
        #"{"object": "list", "items": [{"object": "entitlement", "id": "e", "lookup_key": "pro"}]}"#,
        "comes without its products", "expand=items.product"
      ),
      (
        #"{"object": "list", "items": [{"object": "product", "id": "p"}]}"#,
        "the product 'p' has no 'store_identifier'", "save the whole answer"
      ),
      (
        "rc_original_app_user_id,store_transaction_id\nada,1\n", "this is no JSON",
        "import revenuecat --customers"
      ),
    ])
  func `What is no list of products is refused with what to do, and nothing is written`(
    content: String, sentence: String, help: String
  ) async throws {
    let file = folder.appending(path: "answer.json")
    try Data(content.utf8).write(to: file)
    let app = folder.appending(path: "app")
    let refused = try await take([file.path(), "--bundle-id", "com.example.photos"], into: app)
    refused.expect(1)
    #expect(refused.complaints.contains(sentence), "\(refused.complaints)")
    #expect(refused.complaints.contains(help), "\(refused.complaints)")
    #expect(!FileManager.default.fileExists(atPath: app.path()))
  }

  @Test(.inFolder)
  func `A list that goes on, two apps without a list of apps, and an id with a blank are told`()
    async throws
  {
    func refuse(
      _ sentence: String, status: Int32 = 1, _ arguments: [String] = [],
      _ change: (String) -> String
    ) async throws {
      let file = folder.appending(path: "answer.json")
      try Data(try Self.project(change).utf8).write(to: file)
      let app = folder.appending(path: "app")
      let refused = try await take(
        [file.path(), "--bundle-id", "com.example.photos"] + arguments, into: app)
      refused.expect(status)
      #expect(refused.complaints.contains(sentence), "\(refused.complaints)")
      #expect(!FileManager.default.fileExists(atPath: app.path()))
    }
    try await refuse("the list '/v2/projects/proj1/offerings' goes on") {
      $0.replacing(
        "\"next_page\": null,\n  \"url\"",
        with: "\"next_page\": \"/v2/projects/proj1/offerings?starting_after=x\",\n  \"url\"")
    }
    try await refuse("the products are of 2 apps (app_ios, app_android)") { $0 }
    try await refuse("no product is of the app 'ios'", ["--app", "ios"]) { $0 }
    try await refuse("nothing was written", ["--app", "app_ios"]) {
      $0.replacing("\"pro_monthly\"", with: "\"pro monthly: {\"")
    }
  }

  @Test(.inFolder)
  func `What RevenueCat leaves open a person says, and without entitlements it is told`()
    async throws
  {
    let file = folder.appending(path: "answer.json")
    let open = try Self.project {
      $0.replacing("\"is_consumable\": true", with: "\"is_consumable\": null")
    }
    try Data(open.utf8).write(to: file)
    let arguments = [file.path(), "--app", "app_ios", "--bundle-id", "com.example.photos"]
    let without = try await take(arguments, into: folder.appending(path: "without"))
    without.expect(0, complains: "add --product coins_100=P1Y", "the files have no entitlements")
    let app = folder.appending(path: "with")
    try await take(arguments + ["--product", "coins_100=consumable"], into: app).expect(0)
    #expect(try text("Paywalls/store/products.yaml", in: app).contains("coins_100: { type"))
  }

  @Test(.inFolder) func `Five hundred products are taken`() async throws {
    let products = (0..<500).map {
      #"{"object": "product", "id": "prod\#($0)", "store_identifier": "p\#($0)", "app_id": "a", "type": "non_consumable"}"#
    }
    let file = folder.appending(path: "products.json")
    try Data(
      #"{"object": "list", "items": [\#(products.joined(separator: ","))]}"#.utf8
    ).write(to: file)
    let app = folder.appending(path: "app")
    try await take([file.path(), "--bundle-id", "com.example.photos"], into: app).expect(0)
    #expect(try text("Paywalls/store/products.yaml", in: app).contains("p499: {"))
  }
}

/// The list that 'paywall appstore backfill' takes.
@Suite struct ImportedCustomerTests {
  private static let export =
    "\(example)Tests/PaywallCommandsTests/RevenueCat/transactions.csv"

  private func list(_ arguments: String...) async throws -> Run {
    try await run(
      Program.url, ["import", "revenuecat", "--customers"] + arguments, environment: [:])
  }

  @Test func `Each customer of production is named once, and bad rows by their line`() async throws
  {
    let listed = try await list(Self.export).expect(1)
    #expect(listed.output == "2000000000000010\n2000000000000020\n2000000000000050\n")
    for sentence in [
      "transactions.csv:8: 'GPA.3300-2' is no transaction id",
      "transactions.csv:9: is_sandbox is 'maybe'",
      "transactions.csv:11: it has 5 of 7 columns",
      "3 ids in 9 rows; 1 repeated, 1 of other stores, 1 of the sandbox, 3 refused.",
    ] {
      #expect(listed.complaints.contains(sentence), "\(listed.complaints)")
    }
    #expect(!listed.complaints.contains("csv:4:"), "the record on two lines is whole")
  }

  @Test(.inFolder) func `The ids are one new file, which is never replaced`() async throws {
    let file = folder.appending(path: "ids.txt").path()
    let written = try await list(Self.export, "--out", file, "--json").expect(1)
    let card = try #require(try json(written.output) as? [String: Any])
    #expect(card["ids"] as? Int == 3 && card["refused"] as? Int == 3)
    let before = try String(contentsOfFile: file, encoding: .utf8)
    #expect(before == "2000000000000010\n2000000000000020\n2000000000000050\n")
    try await list(Self.export, "--out", file).expect(1, complains: "exists already")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == before)
  }

  @Test(
    .inFolder,
    arguments: [
      ("", "is empty"),
      ("store,is_sandbox\napp_store,false\n", "has no column 'store_transaction_id'"),
      ("PAR1\u{0}\u{1}", "is a Parquet file"),
      ("\u{1F}\u{8B}\u{8}", "is compressed"),
      (
        "store,is_sandbox,store_transaction_id,original_store_transaction_id\nstripe,false,in_1,in_1\n",
        "no row is a purchase in the App Store's production"
      ),
      (
        "store,is_sandbox,store_transaction_id,original_store_transaction_id\napp_store,false,1,\"1\n",
        "2: a quote begins here that does not end"
      ),
    ])
  func `A file that is no export of transactions is refused`(
    content: String, sentence: String
  ) async throws {
    let file = folder.appending(path: "export.csv")
    try Data(content.utf8).write(to: file)
    let refused = try await list(file.path())
    #expect(refused.status == 1 && refused.output.isEmpty, "\(refused.output)")
    #expect(refused.complaints.contains(sentence), "\(refused.complaints)")
  }

  @Test(arguments: [
    ([], "Name a saved answer"), (["a.json", "--customers", "b.csv"], "a run of its own"),
    (["a.json", "--out", "ids.txt"], "--out is for --customers"),
    (["--customers", "b.csv", "--json"], "where the ids belong"),
  ])
  func `A line that says two things is wrong usage`(
    arguments: [String], sentence: String
  ) async throws {
    let refused = try await run(
      Program.url, ["import", "revenuecat"] + arguments, environment: [:])
    refused.expect(2)
    #expect(
      refused.complaints.lowercased().contains(sentence.lowercased()), "\(refused.complaints)")
  }
}
