import Catalog
import YAMLText

/// A draft that is about to be written: what somebody said of it.
struct NewExperiment {
  var id: String
  var title: String?
  var hypothesis: String?
  var owner: String?
  var placements: [String] = []
  /// A name, or a condition as YAML; `nil` is everyone.
  var audience: Node?
  var layer: String?
  var traffic = BasisPoints.all
  var unit = Unit.visitor
  var variants: [VariantOption] = []
  var after = AfterEnd.keep
  var primary: String?
  var guardrails: [String] = []

  /// The text of the file, in the order and with the comments of the documentation.
  ///
  /// - Throws: a failure where the shares do not sum to 100 %.
  func text() throws -> String {
    guard let shares = variants.shares else {
      throw Failure(
        .wrongUsage, "the shares of the variants do not sum to 100%",
        help: "write them as NAME=PAYWALL:SHARE; those without a share divide what is left")
    }
    let width = variants.map { displayWidth($0.name) }.max() ?? 0
    let lines: [String?] = [
      "# yaml-language-server: $schema=../.schema/experiment.json",
      line("title", title),
      line("hypothesis", hypothesis),
      line("owner", owner),
      line("status", "draft", "draft | running | paused | stopped | archived"),
      line(
        "placement", placements.count == 1 ? .text(placements[0]) : .texts(placements),
        "or a list: a visitor keeps one variant in all of them"),
      audience.map { line("audience", YAMLValue($0), "a name or a condition") },
      line("layer", layer, "experiments in one layer never share a visitor"),
      line("traffic", traffic.description, "share of its slice and audience that is enrolled"),
      line("unit", unit.rawValue, "visitor (userId, else anonymousId) | userId | anonymousId"),
      comment("variants:", "one is named control; shares sum to 100%"),
    ]
    let rows = zip(variants, shares).map { variant, share in
      let name = "\(YAMLValue.text(variant.name).inline):"
      let gap = String(repeating: " ", count: max(1, width + 2 - displayWidth(name)))
      return "  \(name)\(gap){ share: \(share), paywall: \(YAMLValue.text(variant.show).inline) }"
    }
    let tail: [String?] = [
      line("after", after.rawValue, "what recorded visitors get once it ends: keep | control"),
      metrics.map { "metrics: \($0)" },
    ]
    return (lines.compactMap(\.self) + rows + tail.compactMap(\.self)).joined(separator: "\n")
      + "\n"
  }

  private var metrics: String? {
    guard primary != nil || !guardrails.isEmpty else { return nil }
    var members: [String] = []
    if let primary { members.append("primary: \(YAMLValue.text(primary).inline)") }
    if !guardrails.isEmpty { members.append("guardrails: \(YAMLValue.texts(guardrails).inline)") }
    return "{ \(members.joined(separator: ", ")) }"
  }

  private func line(_ key: String, _ text: String?, _ note: String? = nil) -> String? {
    text.map { line(key, .text($0), note) }
  }

  private func line(_ key: String, _ value: YAMLValue, _ note: String? = nil) -> String {
    let line = "\(key): \(value.inline)"
    return note.map { comment(line, $0) } ?? line
  }

  private func comment(_ line: String, _ note: String) -> String {
    let gap = String(repeating: " ", count: max(2, 27 - displayWidth(line)))
    return "\(line)\(gap)# \(note)"
  }
}
