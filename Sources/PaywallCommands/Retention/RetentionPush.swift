import AppStoreServerAPI
import ArgumentParser
import CatalogFiles
import CommandSupport
import HTTPDocuments
import PaywallCatalog

/// `paywall retention push`.
struct RetentionPush: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    "push", "Upload the messages and images of Paywalls/retention to Apple.",
    """
    Apple changes no message: a changed text or image is uploaded as a new one, and has to be \
    approved anew. Nothing is uploaded twice. Afterwards Paywalls/store/approvals.yaml has Apple's \
    states; commit it. A dry run compares with that file, and asks nothing.
    """,
    examples: "paywall retention push --environment sandbox --dry-run",
    "paywall retention push --yes")
  static let answerSchema = RetentionPushCard.schema

  @Flag(
    name: .customLong("delete-others"),
    help: "Also delete the messages and images at Apple that no file has any more.")
  var deletesOthers = false
  @OptionGroup var apple: AppleAPIOptions
  @OptionGroup var change: AppleChangeOptions

  func run() async throws {
    let console = Console.ofProcess()
    let snapshot = try apple.folder.load(for: console)
    let content = try RetentionContent(snapshot, in: apple.folder.folder, for: console)
    let environment = apple.oneEnvironment
    let former = snapshot.retentionStates[environment] ?? RetentionStates()
    let states =
      change.isDryRun
      ? former
      : try await apple.ask { client async throws(AppStoreAPIError) in
        try await client.retentionStates(in: environment, after: former)
      }
    var card = RetentionPushCard(content, states, in: environment, deletesOthers: deletesOthers)
    guard !card.isEmpty, !change.isDryRun else {
      card.ending = card.isEmpty ? .unchanged : .dryRun
      if !change.isDryRun { try write(states, of: content) }
      return try show(card, on: console)
    }
    if !change.isJSON { console.write(card.lines(for: console)) }
    try agree(console)
    let work = card
    let after = try await apple.ask { client async throws(AppStoreAPIError) in
      try await work.carryOut(with: client)
      return try await client.retentionStates(in: environment, after: former)
    }
    try write(after, of: content)
    if change.isJSON { return try console.write(json: card) }
    let isApproved = content.items.allSatisfy { after.approves($0.text) }
    console.write(
      "Done (\(environment.rawValue)). "
        + (isApproved
          ? "Apple approved every message; now commit \(ApprovalsFileWriter.path)."
          : "Apple looks at each before it may be shown; 'paywall retention pull' writes down when it did.")
    )
  }

  private func agree(_ console: Console) throws {
    if change.isSure { return }
    try Prompt(console: console).requireAgreement(
      to: "Upload this to \(apple.target)?", or: "uploaded",
      help: "add --yes to upload it, or --dry-run to only show it")
  }

  private func write(_ states: RetentionStates, of content: RetentionContent) throws {
    try ApprovalsFileWriter(options: apple.folder).write(
      apple.oneEnvironment, files: content.files
    ) { $0 = states }
  }

  private func show(_ card: RetentionPushCard, on console: Console) throws {
    if change.isJSON { return try console.write(json: card) }
    console.write(
      card.isEmpty
        ? "Apple has every message and image (\(card.environment.rawValue))."
        : card.lines(for: console) + "\nNothing was changed.")
  }
}

/// The images and messages that a push uploads to Apple.
struct RetentionPushCard: Card {
  enum Ending: String, CaseIterable { case done, dryRun, unchanged }

  var ending = Ending.done
  let environment: AppStoreEnvironment
  let pictures: [RetentionPicture]
  let items: [RetentionItem]
  let deletedMessages: [String]
  let deletedImages: [String]

  static let members = Members<Self> {
    $0.always("ending") { $0.ending }
    $0.always("environment", .appleEnvironment) { $0.environment.rawValue }
    $0.always("images", "Those that are uploaded.") { $0.pictures.map(ImageCard.init) }
    $0.always("messages", "Those that are uploaded.") { $0.items }
    $0.always("deletedMessages", .list(of: .text), "Their identifiers.") { $0.deletedMessages }
    $0.always("deletedImages", .list(of: .text), "Their identifiers.") { $0.deletedImages }
  }

  struct ImageCard: Card {
    let picture: RetentionPicture

    static let members = Members<Self> {
      $0.always("file", .text, "From Paywalls.") { $0.picture.file }
      $0.always("identifier", .text, "At Apple.") { $0.picture.identifier }
    }
  }

  init(
    _ content: RetentionContent, _ states: RetentionStates, in environment: AppStoreEnvironment,
    deletesOthers: Bool
  ) {
    self.environment = environment
    // A file that equals another has the same identifier.
    var images = Set(states.images.keys)
    pictures = content.pictures.filter { images.insert($0.identifier).inserted }
    var messages = Set(states.messages.keys)
    items = content.items.filter { messages.insert($0.identifier).inserted }
    let others = deletesOthers ? content.others(states) : ([], [])
    (deletedMessages, deletedImages) = others
  }

  var isEmpty: Bool {
    pictures.isEmpty && items.isEmpty && deletedMessages.isEmpty && deletedImages.isEmpty
  }

  func lines(for console: Console) -> String {
    let lines =
      pictures.map { console.good("+ ") + "image \($0.file)  \($0.identifier)" }
      + items.map {
        console.good("+ ") + "message \($0.message) in \($0.language)  \($0.identifier)"
      }
      + deletedMessages.map { console.bad("- ") + "message \($0)" }
      + deletedImages.map { console.bad("- ") + "image \($0)" }
    return lines.joined(separator: "\n")
  }

  /// Images come first, because messages name them, and go last.
  func carryOut(with client: AppStoreClient) async throws(AppStoreAPIError) {
    for picture in pictures {
      try await client.uploadImage(
        picture.identifier, picture.bytes, picture.isIcon ? .bulletPoint : .full, in: environment)
    }
    for item in items {
      try await client.uploadMessage(
        item.identifier, item.text, header: item.position, in: environment)
    }
    for message in deletedMessages { try await client.deleteMessage(message, in: environment) }
    for image in deletedImages { try await client.deleteImage(image, in: environment) }
  }
}
