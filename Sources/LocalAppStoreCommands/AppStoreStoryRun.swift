import ArgumentParser
import AsyncHTTPClient
import CatalogFiles
import CommandSupport
import Foundation
import HTTPDocuments
import HTTPService
import LocalAppStore
import LocalAppStoreClient
import LocalAppStoreServer
import LocalAppStoreStories
import Logging
import PaywallAtomicFile

import YAMLText

/// `local-app-store story run`.
struct AppStoreStoryRun: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    "run", "Run stories against a back end: yours, or a server of this configuration.",
    """
    A story is a YAML file: what is given, what happens ('when'), and what must come of it \
    ('then'). Each runs in a world of its own, with ids of its own, so that no store has to be \
    served. Without --notify 'paywall serve --for-tests' is started for each story, with this \
    configuration, a ledger in memory and the clock of the story.

    With --notify the notifications go to your back end, in whatever language it is written. It \
    has to trust the root that 'local-app-store root' prints, and to take the App Store's \
    environment 'Sandbox'. The clock of such a story ends at the present, unless the story says \
    otherwise. The seed makes the ids: without --seed they are new in every run, so that a \
    database that stays does not know them.

    The exit code is 1 if a story ends differently than it says, and 2 if a file cannot be read as \
    a story; then none is run.
    """,
    examples: "local-app-store story run Stories",
    "local-app-store story run refund.yaml --notify http://127.0.0.1:3000/apple \\",
    "  --junit stories.xml --header 'Authorization: Bearer test'")
  static let answerSchema = StoriesCard.schema

  @Argument(help: ArgumentHelp("Files, or folders with files.", valueName: "file"))
  var files: [String]
  @Option("url", "Post the notifications to this address of a back end.") var notify: String?
  @Option("url", "Where stories ask it; default: the host of --notify.") var backEnd: String?
  @Option(
    "name: value", "Send this with every request of a story to the back end; may be repeated.")
  var header: [String] = []
  @Option(.file, "Write the results for continuous integration.") var junit: String?
  @Option("number", "The same seed gives the same ids. (default: random)") var seed: UInt64?
  @Option("time", "What the clock of every story shows first.") var start: Moment?
  @Option("seconds", "Seconds that the answer of the back end may take to be right.")
  var patience: Int = 5
  @Option(
    .file, "The program that serves the configuration. (default: beside this one, or in PATH)")
  var paywall: String?
  @OptionGroup var folder: ConfigurationOptions
  @Option(.folder, "Where the signing root is kept. (default: CONFIG/.paywall)")
  var stateDir: String?
  @OptionGroup var answer: AnswerOptions

  func validate() throws {
    for (name, address) in [("--notify", notify), ("--back-end", backEnd)] {
      guard let address, Self.base(of: address) == nil else { continue }
      throw ValidationError("\(name) takes an address such as http://127.0.0.1:3000/apple.")
    }
    guard notify != nil || (backEnd == nil && header.isEmpty) else {
      throw ValidationError("--back-end and --header go with --notify.")
    }
    guard header.allSatisfy({ $0.contains(":") }) else {
      throw ValidationError("--header takes 'Name: value'.")
    }
    try (0...600).check(patience, of: "--patience")
  }

  func run() async throws {
    let console = Console.ofProcess()
    let stories = try stories(console)
    let seed = seed ?? UInt64.random(in: 0 ... .max)
    let results: [StoryResult]
    do {
      results = try await HTTPClient.ofLocalAppStore { client in
        try await run(stories, seed, client, console)
      }
    } catch let error as StoryServerError {
      console.complain(error.description)
      throw ExitCode((error.isMistake ? ExitStatus.no : .failedOutside).rawValue)
    }
    if let junit {
      try Failure.outside {
        try AtomicFile.replace(junit, with: Array(JUnitReport(results).xml.utf8), access: .usual)
      }
    }
    if answer.isJSON {
      try console.write(json: StoriesCard(results: results, seed: seed))
    } else {
      console.write(StoryReport(console).summary(results, seed: seed))
    }
    guard results.allSatisfy(\.hasPassed) else { throw ExitCode(ExitStatus.no.rawValue) }
  }

  /// Reads every story of the arguments; ends the command if one cannot be read.
  private func stories(_ console: Console) throws -> [Story] {
    var stories: [Story] = []
    var isBroken = false
    do {
      for found in try StoryFiles.find(files) {
        let (story, source, diagnostics) = StoryReader.read(
          try Array(file: found.path), path: found.path, name: found.name)
        for diagnostic in diagnostics {
          console.complain(
            diagnostic.text(source: source, colours: console.diagnosticColours))
        }
        isBroken = isBroken || story == nil
        if let story { stories.append(story) }
      }
    } catch let error as StoryFilesError {
      throw Failure(
        .wrongUsage, error.description, help: "name files that end with .yaml, or folders")
    }
    if isBroken { throw ExitCode(ExitStatus.wrongUsage.rawValue) }
    return stories
  }

  private func run(
    _ stories: [Story], _ seed: UInt64, _ client: HTTPClient, _ console: Console
  ) async throws -> [StoryResult] {
    let needsFolder = notify == nil || stories.contains { $0.given.catalog == nil }
    let snapshot = needsFolder ? try folder.load(for: console) : nil
    let target: StoryRunner.Target
    let chain: SigningChain
    if let notify, let base = Self.base(of: notify) {
      target = .backEnd(notify: notify, url: backEnd ?? base, headers: headers)
      chain = try StoreChain.load(folder, stateDir)
    } else {
      // A server's messages about its start belong to no result.
      target = .ownServer(
        OwnServer(
          try ServerProgram.find(paywall), folder: folder.folder,
          logger: Logger(of: "local-app-store", level: .error)))
      chain = try SigningChain()
    }
    var runner = StoryRunner(
      target, catalog: snapshot.map { StoreCatalog($0) }, chain: chain, client: client,
      seed: seed)
    runner.start = start?.timestamp
    runner.patience = .seconds(patience)
    var results: [StoryResult] = []
    for story in stories { results.append(try await runner.run(story, now: .now())) }
    return results
  }

  private var headers: [(name: String, value: String)] {
    header.compactMap { header in
      header.firstIndex(of: ":").map { colon in
        (
          String(header[..<colon]),
          String(header[header.index(after: colon)...].drop { $0 == " " })
        )
      }
    }
  }

  /// The scheme, host and port of an address; `nil` if it is no HTTP address.
  private static func base(of address: String) -> String? {
    guard let url = URL(string: address), let scheme = url.scheme,
      ["http", "https"].contains(scheme), let host = url.host(), !host.isEmpty
    else { return nil }
    let name = host.contains(":") ? "[\(host)]" : host
    return "\(scheme)://\(name)" + (url.port.map { ":\($0)" } ?? "")
  }
}
