import Catalog
import CatalogFiles
import YAMLText

/// The questions of `experiment create` on a terminal, with default answers.
struct ExperimentQuestions {
  let editor: ConfigurationEditor
  private let prompt: Prompt

  init(editor: ConfigurationEditor) {
    self.editor = editor
    prompt = Prompt(console: editor.console)
  }

  var arePossible: Bool { prompt.isPossible }

  func complete(_ new: inout NewExperiment, _ audience: inout String?) throws {
    let snapshot = editor.snapshot
    if new.title == nil { new.title = try optional("Title") }
    if new.hypothesis == nil { new.hypothesis = try optional("What do you expect, and why?") }
    if new.placements.isEmpty {
      let usual = snapshot.placements.count == 1 ? snapshot.placements.keys.first : nil
      new.placements = [
        try name("Placement", "placement", among: Array(snapshot.placements.keys), default: usual)
      ]
    }
    if audience == nil {
      audience = try name(
        "Audience", "audience", among: snapshot.audiences.keys + [Condition.everyone],
        default: Condition.everyone)
    }
    if new.variants.isEmpty { new.variants = try variants(at: new.placements[0]) }
    if new.layer == nil, !snapshot.layers.isEmpty {
      let answer = try name(
        "Layer, or none", "layer", among: snapshot.layers.keys + ["none"],
        default: neighbour(at: new.placements) ?? "none")
      new.layer = answer == "none" ? nil : answer
    }
    if new.primary == nil { new.primary = try optional("Metric that decides") }
  }

  private func variants(at placement: String) throws -> [VariantOption] {
    let paywalls = editor.snapshot.paywalls.keys + ["nothing"]
    var variants = [
      VariantOption(
        name: Experiment.control,
        show: try name(
          "What does control show?", "paywall", among: paywalls,
          default: editor.snapshot.placements[placement]?.default.description))
    ]
    while true {
      let isEnough = variants.count > 1
      let asked = isEnough ? "Another variant's name, or none" : "The other variant's name"
      guard let answer = prompt.line(asked, default: isEnough ? "none" : nil) else {
        throw Prompt.noAnswer
      }
      if isEnough, answer == "none" { return variants }
      guard !answer.isEmpty, !variants.contains(where: { $0.name == answer }) else {
        editor.console.complain("error: a variant needs a name of its own")
        continue
      }
      variants.append(
        VariantOption(
          name: answer,
          show: try name("What does \(answer) show?", "paywall", among: paywalls, default: nil)))
    }
  }

  /// The layer of another experiment at the same placement.
  private func neighbour(at placements: [String]) -> String? {
    editor.snapshot.experiments.values.sorted { $0.id < $1.id }
      .first { !Set($0.placements).isDisjoint(with: placements) && $0.layer != nil }?.layer
  }

  private func optional(_ question: String) throws -> String? {
    guard let answer = prompt.line("\(question) (may be empty)") else { throw Prompt.noAnswer }
    return answer.isEmpty ? nil : answer
  }

  private func name(
    _ question: String, _ noun: String, among names: [String], default usual: String?
  ) throws -> String {
    try prompt.line(question, default: usual) { answer in
      if names.contains(answer) { return answer }
      throw Failure(
        .no, "there is no \(noun) '\(answer)'",
        help: Nearest.help(for: answer, among: names) ?? "there is \(Nearest.list(names.sorted()))")
    }
  }
}
