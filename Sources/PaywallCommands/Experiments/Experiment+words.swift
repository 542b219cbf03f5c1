import ArgumentParser
import CatalogFiles
import CommandSupport
import Foundation
import PaywallCatalog
import Serving
import YAMLText

extension Experiment {
  /// The content that control shows.
  var controlWords: String { variant(named: Self.control)?.words ?? "nothing" }

  /// Returns why something cannot be done with it: `'annual-trial' is archived already`.
  func refusal(_ words: String, help: String?) -> Failure {
    Failure(.no, "'\(id)' \(words)", help: help)
  }

  var startHelp: String { "'paywall experiment start \(id)' starts it" }
  var restartHelp: String { "'paywall experiment restart \(id)' opens a new phase" }

  /// Returns the variant of a name that a person gave; throws a failure with the nearest name.
  func named(_ name: String) throws(Failure) -> Variant {
    if let variant = variant(named: name) { return variant }
    let names = variants.map(\.name)
    throw refusal(
      "has no variant '\(name)'",
      help: Nearest.help(for: name, among: names) ?? "it has \(Nearest.list(names))")
  }

  /// The failure without --winner, if neither the file nor a person names one.
  var winnerIsMissing: Failure {
    Failure(
      .wrongUsage, "no winner of '\(id)' is given",
      help: "add --winner with one of \(Nearest.list(variants.map(\.name)))")
  }
}

extension Stage {
  /// The stage in the words of a sentence.
  var words: String {
    switch self {
    case .draft: "a draft"
    case .archived: "archived"
    case .scheduled, .running, .paused, .ended: rawValue
    }
  }
}

extension Stage {
  /// `is running`, `has ended`.
  var predicate: String { self == .ended ? "has ended" : "is \(words)" }
}

extension Timestamp {
  /// Returns the moment as the files write it, to the minute; to the second if the minute would not
  /// be after `start`.
  func toTheMinute(after start: Timestamp? = nil) -> String {
    let minute = Timestamp(milliseconds: milliseconds - milliseconds.positive(modulo: 60_000))
    if start.map({ minute > $0 }) ?? true {
      return minute.rfc3339.replacing(":00Z", with: "Z", maxReplacements: 1)
    }
    let second = Timestamp(milliseconds: milliseconds - milliseconds.positive(modulo: 1_000))
    let next = start.map { Timestamp(milliseconds: $0.milliseconds + 1_000) } ?? second
    return max(second, next).rfc3339
  }
}

extension Int64 {
  fileprivate func positive(modulo divisor: Int64) -> Int64 {
    let rest = self % divisor
    return rest < 0 ? rest + divisor : rest
  }
}

extension ArgumentHelp {
  static let experiment: ArgumentHelp = "The experiment's id: its file name in Experiments/."
}

extension CompletionKind {
  /// Ids of experiments, by the names of the files; nothing is read.
  static var experiments: CompletionKind { ids(in: ConfigurationPath.experiments) }
  static var paywalls: CompletionKind { ids(in: ConfigurationPath.paywalls) }
  static var personas: CompletionKind { ids(in: ConfigurationPath.personas) }

  /// Ids of placements, from the configuration.
  static var placements: CompletionKind {
    .custom { words, _, _ in
      let files = ConfigurationFiles.read(folder(in: words)).0
      return (Loader.load(files).snapshot?.placements.keys).map { $0.sorted() } ?? []
    }
  }

  private static func ids(in place: String) -> CompletionKind {
    .custom { words, _, _ in
      let names = try? FileManager.default.contentsOfDirectory(
        atPath: "\(folder(in: words))/\(place)")
      return (names ?? []).filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()
    }
  }

  /// Returns the folder that the words of an unfinished command line name.
  static func folder(in words: [String]) -> String {
    guard let option = words.lastIndex(of: "--config"), words.indices.contains(option + 1) else {
      return ConfigurationOptions.nearest
    }
    return words[option + 1]
  }
}
