import Foundation
import Testing

/// An app's own files, made in an empty folder.
@Suite struct InitTests {
  /// Runs `paywall init FOLDER`, with the options of most tests.
  private func begin(_ arguments: String..., in folder: URL) async throws -> Run {
    try await paywall(
      ["init", folder.path(), "--bundle-id", "com.example.photos", "--no-commit"] + arguments)
  }

  @Test(.inFolder) func `Flags make an app that is served without a mistake`() async throws {
    let app = folder.appending(path: "photos")
    let made = try await begin(
      "--product", "pro_yearly=P1Y", "--product", "pro_monthly=P1M", "--product",
      "coins=consumable", "--locale", "en", "--locale", "de", in: app)
    made.expect(0, prints: "paywall serve --config \(app.path())")
    try await paywall("check", "--strict", "--config", app.path()).expect(0)
    try await paywall("schema", "--check", "--config", app.path()).expect(0)
    let shown = try await paywall(
      "explain", "--config", app.path(), "--placement", "onboarding", "--user", "ada")
    shown.expect(0, prints: "standard")
    #expect(
      try text("Paywalls/store/products.yaml", in: app).contains(
        "levels: [pro_yearly, pro_monthly]"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: app.path()).sorted() == [
        ".schema", "Paywalls",
      ])
  }

  @Test(
    .inFolder,
    arguments: [
      "pro_yearly=1 year": "pro_yearly=P1Y", "pro=3 months": "pro=P3M", "pro=weekly": "pro=P1W",
      "all=lifetime": "all=nonConsumable",
    ])
  func `A period in words has the one to write`(typed: String, written: String) async throws {
    try await begin("--product", typed, in: folder).expect(2, complains: "help: write \(written)\n")
  }

  @Test(.inFolder)
  func `Xcode's file says what is sold, and check compares it from then on`() async throws {
    try await begin("--storekit", "\(example)Paywalls/store/Products.storekit", in: folder)
      .expect(0)
    try await paywall("check", in: folder).expect(0)
    let products = try text("Paywalls/store/products.yaml")
    // The group and the terms of the products come from the file.
    #expect(products.contains("lumen-pro: { id: \"21504291\""))
    #expect(products.contains("season_2026: { type: nonRenewable"))
    #expect(
      products.contains(
        "pro_yearly: { type: autoRenewable, group: lumen-pro, period: P1Y, entitlements: [lumen-pro], familyShareable: true }"
      ))
    let offers = try text("Paywalls/store/offers.yaml")
    #expect(offers.contains("id: loyalty_20") && offers.contains("kind: winBack"))
  }

  @Test func `A folder that has something is left as it is, and so is an app that is begun twice`()
    async throws
  {
    try await withFolder { folder in
      let arguments = ["--product", "pro=P1M"]
      try Data("# Photos".utf8).write(to: folder.appending(path: "README.md"))
      #expect(try await begin(arguments[0], arguments[1], in: folder).status == 0)
      let before = try text("Paywalls/store/app.yaml", in: folder)
      try await begin("--product", "other=P1Y", in: folder).expect(1, complains: "it has Paywalls")
      #expect(try text("Paywalls/store/app.yaml", in: folder) == before)
    }
    try await withFolder { folder in
      try Data().write(to: folder.appending(path: "notes.txt"))
      try await begin("--product", "pro=P1M", in: folder).expect(1, complains: "notes.txt")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path())
      #expect(names == ["notes.txt"])
    }
  }

  @Test(
    .inFolder,
    arguments: [
      (["--product", "pro_yearly"], "does not say what kind of product", 2),
      (["--product", "pro yearly: {=P1Y"], "nothing was written", 1),
      (["--product", "pro=P1M", "--locale", "Germany"], "nothing was written", 1),
      (["--storekit", "/nowhere/Store.storekit"], "cannot be read", 3),
      ([], "an app sells something", 2),
    ])
  func `What cannot be an app is refused, and nothing is written`(
    arguments: [String], sentence: String, status: Int32
  ) async throws {
    let refused = try await paywall(
      ["init", folder.path(), "--bundle-id", "com.example.photos", "--no-commit"] + arguments)
    refused.expect(status)
    #expect(refused.complaints.contains(sentence), "\(refused.complaints)")
    #expect(refused.complaints.contains("help:"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path()).isEmpty)
  }

  @Test(.inFolder)
  func `A file of Xcode that is cut, of another version or very long is told or taken`()
    async throws
  {
    let file = folder.appending(path: "Store.storekit")
    func storekit(_ text: String, into name: String) async throws -> Run {
      try Data(text.utf8).write(to: file)
      return try await begin("--storekit", file.path(), in: folder.appending(path: name))
    }
    let whole = try text("Paywalls/store/Products.storekit", in: URL(filePath: example))
    let cut = try await storekit(String(whole.prefix(whole.count / 2)), into: "cut")
    cut.expect(1, complains: "Store.storekit:")
    #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "cut").path()))
    try await storekit(whole.replacing("\"major\" : 4", with: "\"major\" : 9"), into: "later")
      .expect(0, complains: "version 9 is newer")
    let many = (0..<500).map {
      #"{"productID": "p\#($0)", "type": "NonConsumable", "displayPrice": "1", "familyShareable": false}"#
    }
    let long = try await storekit(
      #"{"version": {"major": 4, "minor": 0}, "products": [\#(many.joined(separator: ","))]}"#,
      into: "many")
    long.expect(0)
    #expect(try text("many/Paywalls/store/products.yaml").contains("p499: {"))
    try await storekit("[]", into: "none").expect(1, complains: "not an object")
  }

  @Test(.inFolder)
  func `In a repository the files are one commit, and JSON names it`() async throws {
    let git = { (arguments: [String]) in
      try await run(
        URL(filePath: "/usr/bin/env"), ["git", "-C", folder.path()] + arguments, environment: [:])
    }
    #expect(try await git(["init", "--quiet"]).status == 0)
    for (name, value) in [("user.name", "Ada"), ("user.email", "ada@example.com")] {
      #expect(try await git(["config", name, value]).status == 0)
    }
    let made = try await paywall(
      "init", folder.path(), "--bundle-id", "com.example.photos", "--product", "pro=P1M", "--json"
    )
    made.expect(0)
    let card = try #require(try json(made.output) as? [String: Any])
    let log = try await git(["log", "--format=%h %s"])
    #expect(log.output == "\(card["commit"] ?? "") Begin with paywalls of com.example.photos\n")
    #expect(try await git(["status", "--short"]).output.isEmpty)
  }
}
