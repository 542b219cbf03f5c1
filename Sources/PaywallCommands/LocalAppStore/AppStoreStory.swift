import HTTPDocuments
import ArgumentParser
import CatalogFiles
import LocalAppStoreStories

/// `paywall appstore story`.
struct AppStoreStoryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "story", "Tell customers' lives as YAML files, and check what a back end makes of them.",
    examples: "paywall appstore story run Stories",
    "paywall appstore story run Stories --notify http://127.0.0.1:3000/apple --junit stories.xml",
    "paywall appstore story schema > Stories/story.schema.json",
    subcommands: [AppStoreStoryRun.self, AppStoreStorySchema.self])
}

/// `paywall appstore story schema`.
struct AppStoreStorySchema: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "schema", "Print the JSON Schema of stories, with which an editor offers steps and checks.",
    "A story names it in its first line: '# yaml-language-server: $schema=story.schema.json'.",
    examples: "paywall appstore story schema > Stories/story.schema.json")

  func run() async throws {
    Console.ofProcess().write(Schemas.text(of: StorySchema.content))
  }
}
