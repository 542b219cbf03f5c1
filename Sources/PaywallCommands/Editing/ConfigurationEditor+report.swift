import Planning

extension ConfigurationEditor {
  /// How an edit ended.
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

  /// The changed lines, under the names of their files.
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
          file: proposal.path, ending: ending.word, commit: ending.commit,
          effects: proposal.effects, warnings: warnings.map(\.message),
          difference: differences.first { $0.path == proposal.path }?.lines.text(for: .plain) ?? "",
          others: differences.filter { $0.path != proposal.path }.map {
            EditCard.Other(file: $0.path, difference: $0.lines.text(for: .plain))
          }, key: proposal.key))
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
private struct EditCard: Encodable {
  var file: String
  /// `unchanged`, `dryRun` or `written`.
  var ending: String
  var commit: String?
  var effects: [String]
  var warnings: [String]
  var difference: String
  /// Further files that change with it.
  var others: [Other]
  var key: String?

  struct Other: Encodable {
    var file: String
    var difference: String
  }
}

extension Console {
  /// Without colours and without a width.
  static let plain = Console(isTerminal: false, usesColour: false, width: nil)
}

extension String {
  /// With a capital and a full stop.
  var sentence: String { prefix(1).uppercased() + dropFirst() + (hasSuffix(".") ? "" : ".") }
}
