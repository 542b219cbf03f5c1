import CommandSupport
import HTTPDocuments
import Planning

extension ConfigurationEditor {
  /// The outcome of an edit.
  enum Ending {
    case unchanged, dryRun, written
    case committed(String)
  }

  func show(
    _ proposal: Proposal, _ warnings: [Breach],
    _ differences: [(path: String, lines: LineDifference)]
  ) {
    show(differences)
    for effect in proposal.effects { console.write(wrapped: effect) }
    for warning in warnings {
      console.write(wrapped: "note: \(warning.message.sentence) \(warning.help.sentence)")
    }
  }

  /// Shows the changed lines, under the names of their files.
  func show(_ differences: [(path: String, lines: LineDifference)]) {
    for (path, lines) in differences {
      console.write(console.strong(path))
      console.write(lines.text(for: console) + "\n")
    }
  }

  func report(
    _ proposal: Proposal, _ warnings: [Breach],
    _ differences: [(path: String, lines: LineDifference)], _ ending: Ending
  ) throws {
    if options.isJSON {
      return try console.write(
        json: EditCard(
          proposal: proposal, ending: ending, warnings: warnings, differences: differences))
    }
    if console.isQuiet, !options.isDryRun { return }
    switch ending {
    case .unchanged: console.write("\(proposal.path) says so already; nothing was changed.")
    case .dryRun: console.write("\nDry run: nothing was written.")
    case .written: console.write(console.good(proposal.done))
    case .committed(let commit): console.write(console.good(proposal.done) + " Commit \(commit).")
    }
  }
}

extension ConfigurationEditor.Ending {
  fileprivate var word: String {
    switch self {
    case .unchanged: "unchanged"
    case .dryRun: "dryRun"
    case .written, .committed: "written"
    }
  }

  fileprivate var commit: String? {
    if case .committed(let commit) = self { commit } else { nil }
  }
}

/// A change of a file as JSON.
struct EditCard: Card {
  let proposal: Proposal
  let ending: ConfigurationEditor.Ending
  let warnings: [Breach]
  let differences: [(path: String, lines: LineDifference)]

  static let members = Members<Self> {
    $0.always("file", "The file that the command is about, from the folder.") { $0.proposal.path }
    $0.always("ending", .words(["unchanged", "dryRun", "written"])) { $0.ending.word }
    $0.maybe("commit", .text, "Its short hash, with -m.") { $0.ending.commit }
    $0.always("effects", "What changes for visitors, a sentence each.") { $0.proposal.effects }
    $0.always("warnings", .list(of: .text)) { $0.warnings.map(\.message) }
    $0.always("difference", .text, "The lines that change.") { $0.difference }
    $0.always("others", "Further files that change with it.") { $0.others }
    $0.maybe("key", .text, "The API key that was made; it is shown only now.") { $0.proposal.key }
  }

  struct Other: Card {
    let file: String
    let lines: LineDifference

    static let members = Members<Self> {
      $0.always("file", .text) { $0.file }
      $0.always("difference", .text) { $0.lines.text(for: .plain) }
    }
  }

  private var difference: String {
    differences.first { $0.path == proposal.path }?.lines.text(for: .plain) ?? ""
  }

  private var others: [Other] {
    differences.filter { $0.path != proposal.path }.map { Other(file: $0.path, lines: $0.lines) }
  }
}

extension Console {
  /// A console without colours and without a width.
  static let plain = Console(isTerminal: false, usesColour: false, width: nil)
}

extension String {
  /// The text with a capital and a full stop.
  var sentence: String { prefix(1).uppercased() + dropFirst() + (hasSuffix(".") ? "" : ".") }
}
