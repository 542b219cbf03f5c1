import CatalogFiles
import Foundation
import LocalAppStore
import LocalAppStoreStories
import Testing

/// The stories of Tests/RetentionStories against a server of the small app beside them.
struct RetentionStoryTests {
  private static let app = package.appending(path: "Tests/RetentionStories").path()
  private static let stories =
    (try? StoryFiles.find(["\(app)/Stories"]).map { found in
      try story(String(contentsOfFile: found.path, encoding: .utf8), name: found.name)
    }) ?? []

  @Test("Each story can be read")
  func count() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: "\(Self.app)/Stories")
    #expect(Self.stories.count == files.count)
    #expect(files.count >= 6)
  }

  @Test(
    "A customer who is about to cancel: the story ends as it says", arguments: stories.map(\.name))
  func retained(name: String) async throws {
    let story = try #require(Self.stories.first { $0.name == name })
    let (files, found) = ConfigurationFiles.read(Self.app)
    let snapshot = try #require(Loader.load(ParsedFiles(files), found: found).0)
    let result = try await run(
      story, target: .ownServer(OwnServer(paywall, folder: Self.app, logger: quiet))
    ) {
      $0.catalog = StoreCatalog(snapshot)
    }
    #expect(result.text == "")
  }

  @Test("A back end of others is asked at the address beside that of its notifications")
  func ofOthers() async throws {
    let id = "0b6f1c3e-52a4-4a77-9d1c-6f2f0e8c9a10"
    let told = try story(
      """
      when:
        - message: { id: \(id), header: Stay, body: Please. }
        - buy: pro_yearly
        - cancel: { ask: true }
      then:
        - world: { subscriptions: [{ retention: [{ result: SUCCESS, shown: { message: \(id) } }] }] }
      """)
    let backEnd = StubBackEnd(notified: "/v1/appstore/notifications") { _ in
      #"{"message":{"messageIdentifier":"\#(id)"}}"#
    }
    #expect(try await backEnd.run(told).text == "")
    #expect(backEnd.requests.count == 1)
    #expect(
      backEnd.requests.first?.hasPrefix(#"POST /v1/appstore/retention - {"signedPayload":"ey"#)
        == true)
  }
}
