import AppStoreServerAPI
import ArgumentParser
import CatalogFiles
import CommandSupport
import HTTPDocuments
import PaywallCatalog
import PaywallTextCoding
import Serving

/// The messages and images of a folder, with their identifiers at Apple.
struct RetentionContent {
  private(set) var pictures: [RetentionPicture] = []
  private(set) var items: [RetentionItem] = []
  private(set) var messages: [String: RetentionMessage] = [:]

  /// - Throws: a failure if Apple would not take an image, after printing each such one.
  init(_ snapshot: Snapshot, in folder: String, for console: Console) throws {
    let bundleId = snapshot.app.bundleId
    let sorted = snapshot.retention.values.sorted(byUTF8: \.id)
    let open = try Failure.outside { try ConfigurationFolder(folder) }
    var refused = 0
    for (file, isIcon) in sorted.flatMap(\.files)
    where !pictures.contains(where: { $0.file == file }) {
      do throws(RetentionPicture.Mistake) {
        pictures.append(try RetentionPicture(file, isIcon: isIcon, of: bundleId, in: open))
      } catch {
        console.complain("error: \(error.message)\nhelp: \(error.help)")
        refused += 1
      }
    }
    guard refused == 0 else {
      throw Failure(
        .no, "Apple would not take \(refused == 1 ? "an image" : "\(refused) images")",
        help: "fix the lines above; 'paywall check' says when none are left")
    }
    let files = Dictionary(
      pictures.map { ($0.file, $0.identifier) }
    ) { first, _ in first }
    for message in sorted {
      let identified = message.identified(by: files, of: bundleId)
      messages[message.id] = identified
      for locale in snapshot.app.locales {
        guard let text = identified.texts[locale], let identifier = text.identifier else {
          continue
        }
        items.append(
          RetentionItem(
            message: message.id, language: locale, identifier: identifier, text: text,
            position: message.headerPosition))
      }
    }
  }

  /// The identifiers of images by their files.
  var files: [String: String] {
    Dictionary(pictures.map { ($0.file, $0.identifier) }) { first, _ in first }
  }

  /// The identifiers at Apple that no file has any more.
  func others(_ states: RetentionStates) -> (messages: [String], images: [String]) {
    let (own, pictures) = (Set(items.map(\.identifier)), Set(pictures.map(\.identifier)))
    return (
      states.messages.keys.filter { !own.contains($0) }.sorted(),
      states.images.keys.filter { !pictures.contains($0) }.sorted()
    )
  }
}

/// A message in one language, with its identifier at Apple.
struct RetentionItem: Card {
  let message: String
  let language: String
  let identifier: String
  let text: RetentionMessage.Text
  let position: RetentionMessage.HeaderPosition

  static let members = Members<Self> {
    $0.always("message", .text) { $0.message }
    $0.always("language", .text) { $0.language }
    $0.always("identifier", .text, "At Apple.") { $0.identifier }
  }
}

extension AppStoreClient {
  /// Apple's states of messages and images.
  ///
  /// - Parameter former: the states so far, of whose default messages Apple is asked: it has no list of
  ///   them.
  func retentionStates(
    in environment: AppStoreEnvironment, after former: RetentionStates
  ) async throws(AppStoreAPIError) -> RetentionStates {
    var states = RetentionStates(
      messages: try await messages(in: environment), images: try await images(in: environment),
      realtimeURL: try await realtimeURL(in: environment))
    for (product, locales) in former.defaults.sorted(byUTF8: \.key) {
      for locale in locales.keys.sorted() {
        states.defaults[product, default: [:]][locale] = try await defaultMessage(
          of: product, in: locale, environment)
      }
    }
    return states
  }
}

/// The file of Apple's states, which a command writes after it changed something at Apple.
struct ApprovalsFileWriter {
  let options: ConfigurationOptions

  static let path = ConfigurationPath.approvals

  /// Changes what is written of one environment.
  ///
  /// - Parameter files: the identifiers of images by their files; `nil` leaves them.
  /// - Returns: whether the file was changed.
  func write(
    _ environment: AppStoreEnvironment, files: [String: String]? = nil,
    change: (inout RetentionStates) -> Void
  ) throws {
    let silent = Console(isTerminal: false, usesColour: false, width: nil, isQuiet: true)
    let editor = try ConfigurationEditor(options, .parse(["--yes"]), for: silent, at: .now())
    try editor.apply(
      editor.approvals(environment, files: files, change: change))
  }
}

extension ConfigurationEditor {
  /// The change of the file of Apple's states for one environment.
  func approvals(
    _ environment: AppStoreEnvironment, files: [String: String]? = nil,
    change: (inout RetentionStates) -> Void
  ) -> Proposal {
    var approvals = ApprovalsText(snapshot)
    if let files { approvals.files = files }
    change(&approvals.states[environment, default: RetentionStates()])
    let path = ApprovalsFileWriter.path
    let old = self.files.files[path].map { String(decoding: $0, as: UTF8.self) }
    return Proposal(
      path: path, text: approvals.text(after: old),
      question: "Write what Apple says of \(environment.rawValue)?",
      done: "Wrote what Apple says of \(environment.rawValue)."
        + sentenceOnCommit(of: path))
  }
}
