import ArgumentParser
import CatalogFiles
import CommandSupport
import PaywallCatalog
import Serving
import YAMLText

/// `paywall wall delete ID`.
struct PaywallDelete: EditsFiles {
  static let configuration = CommandConfiguration(
    "delete", "Delete the file of a paywall; where it is named, another one takes its place.",
    "Without --replace-with it names every use, and deletes nothing that is used.",
    examples: "paywall wall delete gift-wall",
    "paywall wall delete gift-wall --replace-with standard -m \"The season is over\"")

  @Argument(help: "The paywall's id.", completion: .paywalls) var paywall: String
  @Option(
    help: ArgumentHelp(
      "Show this paywall wherever the deleted one is named.", valueName: "paywall"),
    completion: .paywalls)
  var replaceWith: String?
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var editing: EditOptions

  func edit(_ editor: ConfigurationEditor) throws {
    _ = try editor.snapshot.paywalls.named(paywall, "paywall")
    let uses = NameUses(of: .paywall, paywall, in: editor.parsed)
    let others = editor.snapshot.paywalls.keys.filter { $0 != paywall }.sorted()
    guard uses.uses.isEmpty || replaceWith != nil else {
      throw Failure(
        .no, "'\(paywall)' is named in \(uses.lines.joined(separator: ", "))",
        help: "--replace-with shows another one there: \(Nearest.list(others))")
    }
    if let replaceWith, !others.contains(replaceWith) {
      throw Failure(
        .no, "there is no other paywall '\(replaceWith)'",
        help: Nearest.help(for: replaceWith, among: others) ?? "use \(Nearest.list(others))")
    }
    let path = ConfigurationPath.paywall(paywall)
    var changes = try uses.files.filter { $0 != path }.map { file in
      try editor.change(of: file, by: uses.edits(of: file, to: replaceWith ?? ""))
    }
    changes.append(FileChange(path: path, text: nil))
    try editor.apply(
      Proposal(
        path: changes[0].path, text: changes[0].text, others: Array(changes.dropFirst()),
        question: "Delete '\(paywall)'?", done: "Deleted '\(paywall)'.",
        effects: [
          replaceWith.map { "Visitors who saw it see '\($0)'." }
            ?? "No visitor sees it, so nothing changes for visitors."
        ])
    ) { head in
      editor.snapshot.experiments.values.sorted { $0.id < $1.id }.compactMap { old in
        guard [.running, .paused].contains(old.status), let new = head.experiments[old.id],
          new.variants.map(\.shows) != old.variants.map(\.shows)
        else { return nil }
        let same = Set(new.variants.map(\.shows)).count < Set(old.variants.map(\.shows)).count
        return "The experiment '\(old.id)' is \(old.status.rawValue) and shows it: "
          + (same
            ? "two of its variants would show the same" : "its results would mix two paywalls")
          + ", so stop it first ('paywall experiment stop \(old.id)')."
      }
    }
  }
}
