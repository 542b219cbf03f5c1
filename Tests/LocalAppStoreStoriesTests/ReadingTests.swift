import Foundation
import HTTPDocuments
import LocalAppStoreStories
import PaywallCatalog
import SchemaValidation
import Testing
import YAMLText

/// The language of stories, and the messages about mistakes in it.
struct ReadingTests {
  /// The mistakes as 'line:column message | help'.
  private func mistakes(_ text: String) -> [String] {
    StoryReader.read(Array(text.utf8), path: "s.yaml", name: "s").diagnostics.map { found in
      let start = found.range?.start
      return "\(start?.line ?? 0):\(start?.column ?? 0) \(found.message) | \(found.help ?? "")"
    }
  }

  @Test(
    "A mistake has its line, its column and what to do",
    arguments: [
      ("when:\n  - buyy: pro", "2:5 there is no step 'buyy' | did you mean 'buy'?"),
      ("when:\n  - buy: { product: p, custmer: ada }", "| did you mean 'customer'?"),
      ("when:\n  - extend: { days: soon }", "2:15 'days' must be a whole number; it is a string."),
      ("when:\n  - extend: {}", "'extend' needs 'days': 1 to 90."),
      ("when:\n  - advance: fortnight", "'by' must be a length such as '1 month'"),
      ("given: { grace: 5 }\nwhen: [refund]", "1:17 'grace' must be 3, 16 or 28 days."),
      ("given: { starts: now }\nwhen: [refund]", "1:10 Nothing reads 'starts'."),
      ("given: { start: now }\nwhen: [refund]", "'start' must be a time such as 2026"),
      (
        "given: { faults: { lost: 10 } }\nwhen: [refund]",
        "1:20 'lost' must be a share such as \"10%\"."
      ),
      ("given: { customers: { ada: DE } }\nwhen: [refund]", "'storefront' must be one of USA"),
      ("given: { products: { p: {} } }\nwhen: [refund]", "'products' needs 'app' beside it"),
      ("when:\n  - refund: $bougth", "2:13 nothing is called '$bougth' here | "),
      (
        "when:\n  - buy: p\n    as: bought\n  - refund: $bougth",
        "4:13 nothing is called '$bougth' here | did you mean 'bought'?"
      ),
      ("when:\n  - refund: $bob.transaction", "2:13 there is no '$bob.transaction' | a customer"),
      ("when:\n  - buy: p\n    as: transaction", "'transaction' cannot be a name"),
      ("then:\n  - refund", "2:5 'refund' does not belong in 'then', which only checks | move it"),
      ("when:\n  - buy: p\n    cancel: p", "3:5 a step has one of 'buy' and 'cancel'"),
      ("when:\n  - buy: p\n    status: 200", "3:5 'status' does not go with this step | it takes"),
      ("when:\n  - advance: P1M\n    as: x", "3:5 'as' does not go with this step | remove it"),
      ("when:\n  - get: /\n    take: x", "3:11 'take' is a mapping, found text"),
      ("when:\n  - get: /\n    headers: [x]", "3:14 'headers' is a mapping, found a list"),
      ("when: { buy: p }", "1:7 'when' is a list, found a mapping"),
      ("when:\n  - get: health", "'get' needs a path of the back end"),
      ("when:\n  - get: /\n    status: fine", "'status' is a number from 100 to 599"),
      ("then:\n  - sent: REFUND", "'sent' is a list of notifications"),
      ("wehn: []", "1:1 Nothing reads 'wehn'. Known here: given, story, then, when. | did you"),
      ("# nothing", "0:0 the file tells nothing"), ("when: []", "1:1 the story has no steps"),
      ("when: [", "1:8 a value was expected here"),
    ])
  func mistake(text: String, message: String) {
    let found = mistakes(text)
    #expect(found.contains { $0.contains(message) }, "\(found)")
  }

  @Test("Every mistake of a file is reported at once, in the order of the file")
  func all() {
    let found = mistakes("when:\n  - buyy: p\n  - advance: soon\n  - refund: $x\n")
    #expect(found.count == 3)
    #expect(found.map { $0.prefix(2) } == ["2:", "3:", "4:"])
  }

  @Test("A refund is told in five lines or fewer")
  func short() throws {
    let text = "when:\n  - buy: pro_monthly\n  - refund\nthen:\n  - server: { entitlements: [] }"
    #expect(text.split(separator: "\n").count <= 5)
    #expect(mistakes(text) == [])
  }
}

/// The schema of stories, for editors.
struct StorySchemaTests {
  @Test("Every story of the suite is what the schema says, and a mistyped word is not")
  func schema() throws {
    let validator = SchemaValidator(root: StorySchema.content)
    func complaints(_ text: String) throws -> [String] {
      let root = try #require(Document.parse(text, path: "s.yaml").0.root)
      return validator.complaints(about: Content(JSONValue(root)))
    }
    for found in try StoryFiles.find([storyFolder]) {
      let text = try String(contentsOfFile: found.path, encoding: .utf8)
      #expect(try complaints(text) == [], "\(found.name)")
    }
    #expect(try complaints("when: [{ buyy: pro }]") != [])
    #expect(try complaints("then: [refund]") != [])
    #expect(try complaints("given: { starts: now }") != [])
  }
}

/// Files and folders of stories.
struct StoryFilesTests {
  @Test("A folder's stories have the names of their files, and two of one name are refused")
  func names() throws {
    let found = try StoryFiles.find([storyFolder])
    #expect(found.contains { $0.name == "lapsed-yearly-won-back" && $0.path.hasSuffix(".yaml") })
    #expect(found.map(\.name) == found.map(\.name).sorted())
    let path = try #require(found.first).path
    #expect(try StoryFiles.find([path]).map(\.name) == [try #require(found.first).name])
    #expect(throws: StoryFilesError.missing("nowhere")) { try StoryFiles.find(["nowhere"]) }
    #expect(throws: StoryFilesError.empty(example + "Sources/paywall")) {
      try StoryFiles.find([example + "Sources/paywall"])
    }
  }

  @Test("Two stories of one name would have the same ids, so they are refused")
  func sameName() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = ["a/x.yaml", "b/x.yml", "b/.hidden.yaml", "b/notes.txt"].map {
      folder.appending(path: $0)
    }
    for file in files {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("when: [refund]".utf8).write(to: file)
    }
    let (first, second) = (files[0].path(), files[1].path())
    #expect(throws: StoryFilesError.sameName("x", first, second)) {
      try StoryFiles.find([first, second])
    }
    // Below one folder their names differ, and a file that is named twice is run once.
    #expect(try StoryFiles.find([folder.path()]).map(\.name) == ["a/x", "b/x"])
    #expect(try StoryFiles.find([first, first]).count == 1)
  }
}
