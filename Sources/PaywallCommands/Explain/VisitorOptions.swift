import ArgumentParser
import CommandSupport
import PaywallAPI
import PaywallCatalog
import PaywallDecisions
import PaywallServer
import YAMLText

/// The visitor, as an app would send it.
struct VisitorOptions: ParsableArguments {
  @Option(
    name: .customLong("as"),
    help: "A persona of Paywalls/personas; other options change what it says.",
    completion: .personas)
  var persona: String?
  @Option(name: .customLong("user"), help: "The userId.") var userId: String?
  @Option(name: .customLong("anonymous"), help: "The anonymousId.") var anonymousId: String?
  @Option(help: "The storefront's country, ISO 3166 alpha-2 or alpha-3.") var country: String?
  @Option(help: "A locale such as de-DE, or a list: ca-ES,de-DE.") var locale: String?
  @Option(help: "The app's version.") var appVersion: String?
  @Option(help: "The version of the operating system.") var osVersion: String?
  @Option(help: "The platform, such as iOS.") var platform: String?
  @Option(name: .customLong("attribute"), "name=value", "Any other attribute; may be repeated.")
  var others: [String] = []
  @Option("name=value", "What is known of a subscription; may be repeated.")
  var subscription: [String] = []
  @Option("experiment=variant", "A recorded assignment; may be repeated.")
  var recorded: [String] = []
  @Option(help: "The moment to decide at: \(Moment.examples); default: now.") var at: Moment?

  func attributes() throws -> [String: RawAttribute] {
    var attributes: [String: RawAttribute] = [:]
    for (name, value) in [
      ("userId", userId), ("anonymousId", anonymousId), ("country", country), ("locale", locale),
      ("appVersion", appVersion), ("osVersion", osVersion), ("platform", platform),
    ] {
      if let value { attributes[name] = .text(value) }
    }
    for (name, value) in try pairs(others, of: "attribute", such: "sessions=12") {
      attributes[name] = .text(value)
    }
    return attributes
  }

  /// Returns the facts by name, without `subscription.`.
  func facts() throws -> [String: RawAttribute] {
    try pairs(subscription, of: "subscription", such: "state=expired")
      .mapValues { .text($0) }
  }

  /// Returns the assignments that count as recorded, for the id that the experiment hashes.
  func records(
    for attributes: [String: RawAttribute], stated: [StatedRecord], in snapshot: Snapshot
  ) throws -> [RecordedAssignment] {
    let options = try pairs(recorded, of: "recorded", such: "annual-trial=trial")
      .sorted { $0.key < $1.key }.map { StatedRecord(experiment: $0.key, variant: $0.value) }
    let visitor = CompiledSnapshot(snapshot).visitor(attributes, at: .now()).visitor
    return try (options.isEmpty ? stated : options).map { record in
      let experiment = try snapshot.experiments.named(record.experiment, "experiment")
      guard experiment.variant(named: record.variant) != nil else {
        throw Failure(
          .no, "'\(experiment.id)' has no variant '\(record.variant)'",
          help: "it has \(Nearest.list(experiment.variants.map(\.name)))")
      }
      guard let unit = record.unit ?? visitor.id(for: experiment.unit).text else {
        throw Failure(
          .wrongUsage,
          "a recorded assignment of '\(experiment.id)' belongs to a \(experiment.unit)",
          help: "add --user or --anonymous")
      }
      return RecordedAssignment(
        experiment: experiment.id, phase: record.phase ?? experiment.phase,
        variant: record.variant, unit: unit, unitKind: experiment.unit,
        recordedAt: record.at ?? .now())
    }
  }

  private func pairs(
    _ options: [String], of name: String, such example: String
  ) throws -> [String: String] {
    var pairs: [String: String] = [:]
    for option in options {
      guard let equals = option.firstIndex(of: "="), equals > option.startIndex else {
        throw Failure(
          .wrongUsage, "'\(option)' is no name with a value",
          help: "write --\(name) name=value, such as --\(name) \(example)")
      }
      pairs[String(option[..<equals])] = String(option[option.index(after: equals)...])
    }
    return pairs
  }
}
