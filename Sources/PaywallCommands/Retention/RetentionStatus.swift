import AppStoreServerAPI
import ArgumentParser
import CatalogFiles
import CommandSupport
import HTTPDocuments
import PaywallCatalog
import Serving

/// `paywall retention status`.
struct RetentionStatus: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "status", "Compare the messages and images of the folder with those at Apple.",
    "Exits 1 if Apple did not approve one of them.",
    examples: "paywall retention status --environment sandbox")

  @OptionGroup var apple: AppleAPIOptions
  @OptionGroup var answer: AnswerOptions

  func printed(on console: Console) async throws -> Printed<RetentionStatusCard> {
    let snapshot = try apple.folder.load(for: console)
    let content = try RetentionContent(snapshot, in: apple.folder.folder, for: console)
    let environment = apple.oneEnvironment
    let former = snapshot.retentionStates[environment] ?? RetentionStates()
    let states = try await apple.ask { client async throws(AppStoreAPIError) in
      try await client.retentionStates(in: environment, after: former)
    }
    let card = RetentionStatusCard(
      environment: environment, content: content, states: states, isWritten: states == former)
    let isOpen = card.rows.contains { $0.state != .approved }
    return Printed(card, status: isOpen ? .no : .fine, words: card.text)
  }
}

/// The messages of a folder, each with its state at Apple.
struct RetentionStatusCard: Card {
  let environment: AppStoreEnvironment
  let content: RetentionContent
  let states: RetentionStates
  /// Whether `approvals.yaml` says the same.
  let isWritten: Bool

  static let members = Members<Self> {
    $0.always("environment", .appleEnvironment) { $0.environment.rawValue }
    $0.always("items", "Messages in each language, and images.") { $0.rows }
    $0.always("otherMessages", .list(of: .text), "Those at Apple that no file has.") {
      $0.content.others($0.states).messages
    }
    $0.always("otherImages", .list(of: .text), "Those at Apple that no file has.") {
      $0.content.others($0.states).images
    }
    $0.maybe("realtimeUrl", .text, "The URL that Apple asks.") { $0.states.realtimeURL }
    $0.always("isWritten", .boolean, "Whether approvals.yaml says the same.") { $0.isWritten }
  }

  enum State: String, CaseIterable { case missing, pending, approved, rejected }

  struct Row: Card {
    let name: String
    let language: String?
    let identifier: String
    let state: State

    static let members = Members<Self> {
      $0.always("name", .text, "The id of a message, or the file of an image.") { $0.name }
      $0.maybe("language", .text, "Of a message.") { $0.language }
      $0.always("identifier", .text, "At Apple.") { $0.identifier }
      $0.always("state", "missing: it was not uploaded to Apple.") { $0.state }
    }
  }

  var rows: [Row] {
    func state(_ found: RetentionStates.State?) -> State {
      found.flatMap { State(rawValue: $0.rawValue) } ?? .missing
    }
    return content.items.map {
      Row(
        name: $0.message, language: $0.language, identifier: $0.identifier,
        state: state(states.messages[$0.identifier]))
    }
      + content.pictures.map {
        Row(
          name: $0.file, language: nil, identifier: $0.identifier,
          state: state(states.images[$0.identifier]))
      }
  }

  func text(for console: Console) -> String {
    guard !rows.isEmpty else {
      return "There are no messages. One is a file in \(ConfigurationPath.retention)."
    }
    let table = Table(
      of: rows, ("NAME", \.name), ("LANGUAGE", { $0.language ?? "" }), ("STATE", \.state.rawValue),
      ("IDENTIFIER", \.identifier))
    var notes: [String] = []
    if rows.contains(where: { $0.state == .missing }) {
      notes.append("'paywall retention push' uploads what is missing.")
    }
    let others = content.others(states)
    let count = others.messages.count + others.images.count
    if count > 0 {
      notes.append(
        "\(count) at Apple \(count == 1 ? "is" : "are") in no file; 'paywall retention push --delete-others' deletes \(count == 1 ? "it" : "them")."
      )
    }
    if states.realtimeURL == nil {
      notes.append("Apple asks no server: 'paywall retention realtime-url URL' says which.")
    }
    if !isWritten {
      notes.append("approvals.yaml differs; 'paywall retention pull' updates it.")
    }
    return ([table.text(for: console)] + (notes.isEmpty ? [] : [""]) + notes)
      .joined(separator: "\n")
  }
}
