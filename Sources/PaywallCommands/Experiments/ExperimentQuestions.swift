import CatalogFiles
import CommandSupport
import PaywallCatalog
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

  func complete(
    _ new: inout NewExperiment, _ audience: inout String?, hasTraffic: Bool
  ) throws {
    let snapshot = editor.snapshot
    if new.title == nil {
      new.title = try optional(
        "Title", about: "A few words for people, in lists and on the results.")
    }
    if new.hypothesis == nil {
      new.hypothesis = try optional(
        "What do you expect, and why?",
        about: "A sentence that stands above the results: 'a trial brings more payers, because …'.")
    }
    if new.placements.isEmpty {
      let usual = snapshot.placements.count == 1 ? snapshot.placements.keys.first : nil
      new.placements = [
        try name(
          "Placement", "placement", among: Array(snapshot.placements.keys), default: usual,
          about: "The place in the app where its visitors are asked.")
      ]
    }
    if audience == nil { audience = try self.audience(of: new) }
    if new.variants.isEmpty {
      new.variants = try shares(of: variants(at: new.placements[0]))
      if !hasTraffic { new.traffic = try traffic() }
    }
    if new.layer == nil, !snapshot.layers.isEmpty {
      let answer = try name(
        "Layer, or none", "layer", among: snapshot.layers.keys + ["none"],
        default: neighbour(at: new.placements) ?? "none",
        about: "Experiments in one layer never share a visitor.")
      new.layer = answer == "none" ? nil : answer
    }
    if new.primary == nil {
      let usual = NewExperiment.usualGoal.rawValue
      new.primary = try prompt.line(
        "Metric that decides", default: usual,
        about: "There is \(Nearest.list(MetricName.allCases.map(\.rawValue)))."
      ) { [new] answer in
        if answer == usual { return nil }
        var trial = new
        trial.primary = answer
        try check(trial, help: "answer ? for the metrics")
        return answer
      }
    }
  }

  /// Asks for a name, or a condition that the experiment's file can hold.
  private func audience(of new: NewExperiment) throws -> String {
    let names = editor.snapshot.audiences.keys.sorted() + [Condition.everyone]
    let condition = "a condition like { country: [DE, AT] }"
    return try prompt.line(
      "Audience", default: Condition.everyone,
      about: "Who can enter: \(Nearest.list(names)), countries like DE, AT, or \(condition)."
    ) { typed in
      let answer = editor.audience(typed)
      if names.contains(answer) { return answer }
      guard answer.contains(":") else {
        throw Failure(
          .no, "there is no audience '\(answer)'",
          help: (Nearest.match(for: answer, among: names).map { "did you mean '\($0)'? Else" }
            ?? "use \(Nearest.list(names)), or") + " write \(condition)")
      }
      let written = answer.hasPrefix("{") ? answer : "{ \(answer) }"
      let help = "write \(condition)"
      var trial = new
      trial.audience = try YAMLValue(typed: written, as: "the condition", help: help)
      try check(trial, help: help)
      return written
    }
  }

  /// Reads the answers as the experiment's file.
  private func check(_ new: NewExperiment, help: String) throws {
    var trial = new
    trial.variants = [Experiment.control, "other"].map { VariantOption(name: $0, show: "nothing") }
    let path = ExperimentFile.path(of: new.id)
    let (_, report) = Loader.load(
      editor.parsed.replacing(path, with: Array(try trial.text().utf8)))
    let mistake = report.diagnostics.first {
      $0.severity == .error && $0.file == path
    }
    if let mistake { throw Failure(.no, mistake.message, help: mistake.help ?? help) }
  }

  private func variants(at placement: String) throws -> [VariantOption] {
    let paywalls =
      (placement == RetentionMessage.placement
        ? Array(editor.snapshot.retention.keys) : Array(editor.snapshot.paywalls.keys))
      + ["nothing"]
    var variants = [
      VariantOption(
        name: Experiment.control,
        show: try name(
          "What does control show?", "paywall", among: paywalls,
          default: editor.snapshot.placements[placement]?.default.description,
          about: "What the others are compared with: as a rule, what these visitors see today."))
    ]
    while true {
      let isEnough = variants.count > 1
      let asked = isEnough ? "Another variant's name, or none" : "The other variant's name"
      let answer = try prompt.line(
        asked, default: isEnough ? "none" : nil,
        about: "A word for what is tried, such as 'annual'; it stands in the results."
      ) { [variants] answer in
        guard !answer.isEmpty, !variants.contains(where: { $0.name == answer }) else {
          throw Failure(.wrongUsage, "a variant needs a name of its own")
        }
        try VariantOption.check(name: answer)
        return answer
      }
      if isEnough, answer == "none" { return variants }
      variants.append(
        VariantOption(
          name: answer,
          show: try name(
            "What does \(answer) show?", "paywall", among: paywalls, default: nil,
            about: "What its visitors see in place of control's.")))
    }
  }

  /// Asks for the shares of the variants, equal ones unless the answer says otherwise.
  private func shares(of variants: [VariantOption]) throws -> [VariantOption] {
    let equal = (variants.shares ?? []).map(\.description).joined(separator: " ")
    let names = Nearest.list(variants.map(\.name)).replacing(" or ", with: " and ")
    return try prompt.line(
      "Shares of \(names)", default: equal,
      about: "How those who enter are divided, one share for each variant; equal ones decide first."
    ) { answer in
      let shares = answer.split { [" ", ",", "/"].contains($0) }.map { BasisPoints(percent: $0) }
      let shared = zip(variants, shares).map { variant, share in
        VariantOption(name: variant.name, show: variant.show, share: share)
      }
      guard shares.count == variants.count, !shares.contains(nil), shared.shares != nil else {
        throw Failure(
          .wrongUsage, "these are not \(variants.count) shares of 100%",
          help: "write one for each, such as \(equal)")
      }
      return shared
    }
  }

  private func traffic() throws -> BasisPoints {
    try prompt.line(
      "How many of its audience enter?", default: "100%",
      about: "The others see what they see today, and are in no result."
    ) { try BasisPoints(answer: $0) }
  }

  /// Returns the layer of another experiment at the same placement.
  private func neighbour(at placements: [String]) -> String? {
    editor.snapshot.experiments.values.sorted { $0.id < $1.id }
      .first { !Set($0.placements).isDisjoint(with: placements) && $0.layer != nil }?.layer
  }

  private func optional(_ question: String, about: String) throws -> String? {
    guard let answer = prompt.line("\(question) (may be empty)", about: about) else {
      throw Prompt.noAnswer
    }
    return answer.isEmpty ? nil : answer
  }

  /// - Parameter about: an explanation; the names follow it.
  private func name(
    _ question: String, _ noun: String, among names: [String], default usual: String?,
    about: String
  ) throws -> String {
    let names = names.sorted()
    return try prompt.line(
      question, default: usual, about: "\(about) There is \(Nearest.list(names))."
    ) { answer in
      if names.contains(answer) { return answer }
      throw Failure(
        .no, "there is no \(noun) '\(answer)'",
        help: Nearest.help(for: answer, among: names) ?? "there is \(Nearest.list(names))")
    }
  }
}

extension BasisPoints {
  /// Reads a share that a person answers with.
  init(answer: String) throws(Failure) {
    guard let share = BasisPoints(percent: answer) else {
      throw Failure(.wrongUsage, "'\(answer)' is not a share", help: "write a share like 20%")
    }
    self = share
  }
}
