import CatalogFiles
import CommandSupport
import PaywallCatalog
import Serving
import YAMLText

/// A draft before it is written: the values of options and answers.
struct NewExperiment {
  var id: String
  var title: String?
  var hypothesis: String?
  var owner: String?
  var placements: [String] = []
  /// A name, or a condition as YAML; `nil` is everyone.
  var audience: YAMLValue?
  var layer: String?
  var traffic = BasisPoints.all
  var unit = Unit.visitor
  var variants: [VariantOption] = []
  var after = AfterEnd.keep
  /// The metric that decides; `nil` for the usual one.
  var primary: String?
  var guardrails: [String] = []
  /// The usual goal's window, so that the file says how long after the exposure counts.
  var window: Period?

  /// The usual purpose of a paywall: this metric counts paid trials, prices and refunds alike.
  static let usualGoal = MetricName.proceedsPerVisitor

  /// Returns the text of the file, in the order and with the comments of the documentation: a form
  /// with those lines, filled in by edits, which quote a text where it is necessary.
  ///
  /// - Throws: a failure if the shares do not sum to 100 %, or a name is not allowed.
  func text() throws -> String {
    guard let shares = variants.shares else {
      throw Failure(
        .wrongUsage, "the shares of the variants do not sum to 100%",
        help: "write them as NAME=PAYWALL:SHARE; those without a share divide what is left")
    }
    for variant in variants { try VariantOption.check(name: variant.name) }
    let edits =
      fields.map { Edit.set($0.path, $0.value) }
      + variants.map {
        .set(["variants", $0.name, "paywall"], .text($0.show))
      }
    let (form, _) = Document.parse(form(shares), path: ExperimentFile.path(of: id))
    do {
      return try form.applying(edits).source.text
    } catch {
      throw Failure(.no, "the file cannot be written: \(error.reason.message)")
    }
  }

  /// A line of the file: its key, its value, and the comment after it.
  private struct Field {
    var key: String
    var value: YAMLValue
    var note: String?

    init?(_ key: String, _ value: YAMLValue?, _ note: String? = nil) {
      guard let value else { return nil }
      (self.key, self.value, self.note) = (key, value, note)
    }

    var path: DocumentPath { [key] }

    var line: String { note.map { "\(key): x".padded(to: 27) + "# \($0)" } ?? "\(key): x" }
  }

  private var head: [Field] {
    let fields: [Field?] = [
      Field("title", title.map { .text($0) }),
      Field("hypothesis", hypothesis.map { .text($0) }),
      Field("owner", owner.map { .text($0) }),
      Field("status", "draft", "draft | running | paused | stopped | archived"),
      Field(
        "placement",
        placements.count == 1
          ? .text(placements[0]) : .list(placements.map { .text($0) }, .flow),
        "or a list: a visitor keeps one variant in all of them"),
      Field("audience", audience, "a name or a condition"),
      Field(
        "layer", layer.map { .text($0) }, "experiments in one layer never share a visitor"),
      Field(
        "traffic", .text(traffic.description), "share of its slice and audience that is enrolled"),
      Field(
        "unit", .text(unit.rawValue), "visitor (userId, else anonymousId) | userId | anonymousId"),
    ]
    return fields.compactMap(\.self)
  }

  private var tail: [Field] {
    let metrics: [YAMLValue.Member?] = [
      YAMLValue.Member("primary", goal),
      guardrails.isEmpty
        ? nil : YAMLValue.Member("guardrails", .list(guardrails.map { .text($0) }, .flow)),
    ]
    let fields: [Field?] = [
      Field("after", .text(after.rawValue), "what recorded visitors get once it ends"),
      Field("metrics", .mapping(metrics.compactMap(\.self), .flow)),
    ]
    return fields.compactMap(\.self)
  }

  private var goal: YAMLValue {
    if let primary { return .text(primary) }
    guard let window else { return .text(Self.usualGoal.rawValue) }
    return .mapping(
      [
        YAMLValue.Member(
          Self.usualGoal.rawValue,
          .mapping([YAMLValue.Member("window", .text("\(window)"))], .flow))
      ], .flow)
  }

  private var fields: [Field] { head + tail }

  private func form(_ shares: [BasisPoints]) -> String {
    let width = (variants.map { $0.name.utf8.count }.max() ?? 0) + 2
    let rows = zip(variants, shares).map { variant, share in
      "  " + "\(variant.name):".padded(to: width) + "{ share: \(share), paywall: x }"
    }
    let modeline = Schemas.modeline(for: ConfigurationPath.experiment(id)).map { [$0] } ?? []
    let lines =
      modeline + head.map(\.line)
      + ["variants:".padded(to: 27) + "# one is named control; shares sum to 100%"] + rows
      + tail.map(\.line)
    return lines.joined(separator: "\n") + "\n"
  }
}

extension VariantOption {
  /// Refuses a name of other characters than letters, digits, `.`, `_` and `-`, which need no quotes.
  static func check(name: String) throws {
    guard !Names.isName(name) else { return }
    throw Failure(
      .wrongUsage, "\(Diagnostic.quoted(name)) cannot be the name of a variant",
      help: "use at most 64 letters, digits, '.', '_' and '-', the first a letter or a digit: "
        + "'\(Names.suggestion(for: name))'")
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - utf8.count))
  }
}
