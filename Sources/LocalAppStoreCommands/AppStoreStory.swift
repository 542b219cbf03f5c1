import ArgumentParser
import CatalogFiles
import CommandSupport
import LocalAppStoreStories

/// `local-app-store story`.
struct AppStoreStoryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "story", "Tell customers' lives as YAML files, and check what a back end makes of them.",
    examples: "local-app-store story run Stories",
    "local-app-store story run Stories --notify http://127.0.0.1:3000/apple --junit stories.xml",
    "local-app-store story schema > Stories/story.schema.json",
    subcommands: [AppStoreStoryRun.self, AppStoreStorySchema.self])
}

/// `local-app-store story schema`.
struct AppStoreStorySchema: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "schema", "Print the JSON Schema of stories, with which an editor offers steps and checks.",
    "A story names it in its first line: '# yaml-language-server: $schema=story.schema.json'.",
    examples: "local-app-store story schema > Stories/story.schema.json")

  func run() async throws {
    Console.ofProcess().write(Schemas.text(of: StorySchema.content))
  }
}
