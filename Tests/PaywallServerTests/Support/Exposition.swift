import Testing

/// The text exposition format 0.0.4 of Prometheus, read strictly.
struct Exposition {
  private(set) var families: [String: Family] = [:]

  struct Family {
    var help: String
    var type: String
    var samples: [Sample] = []
  }

  struct Sample {
    var name: String
    var labels: [String: String]
    var value: Double
  }

  struct Mistake: Error, CustomStringConvertible {
    var description: String
  }

  /// Every line; and of histograms that buckets grow, and end with the count.
  init(_ text: String) throws {
    guard text.hasSuffix("\n") else { throw Mistake(description: "no line feed at the end") }
    var current = ""
    var series: Set<String> = []
    let reader = LineReader()
    for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
      let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
      if line.hasPrefix("# HELP ") {
        current = String(words[2])
        guard families[current] == nil, words.count == 4 else { throw Self.mistake(line) }
        families[current] = Family(help: String(words[3]), type: "")
      } else if line.hasPrefix("# TYPE ") {
        guard words.count == 4, words[2] == current, families[current]?.type == "",
          ["counter", "gauge", "histogram"].contains(words[3])
        else { throw Self.mistake(line) }
        families[current]?.type = String(words[3])
      } else {
        let sample = try reader.sample(line)
        let family = families[current]
        let endings = family?.type == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
        guard let family, !family.type.isEmpty,
          endings.contains(where: { sample.name == current + $0 }),
          series.insert(String(line.prefix(upTo: line.lastIndex(of: " ") ?? line.endIndex)))
            .inserted
        else { throw Self.mistake(line) }
        families[current]?.samples.append(sample)
      }
    }
    for (name, family) in families where family.type == "histogram" {
      try Self.check(name, family.samples)
    }
    for family in families.values where family.type == "counter" {
      guard family.samples.allSatisfy({ $0.value >= 0 }) else {
        throw Mistake(description: "a counter below 0")
      }
    }
  }

  /// Reads lines; a regular expression is parsed where its literal is evaluated, so once for all of them.
  private struct LineReader {
    let format =
      /([a-zA-Z_:][a-zA-Z0-9_:]*)(\{(?:[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\]|\\[\\"n])*",?)*\})? (\S+)/
    let label = /([a-zA-Z0-9_]+)="((?:[^"\\]|\\[\\"n])*)"/
    let escape = /\\(.)/

    /// `name{label="value",…} number`
    func sample(_ line: Substring) throws -> Sample {
      guard let match = line.wholeMatch(of: format), let value = Exposition.number(match.3) else {
        throw Exposition.mistake(line)
      }
      var labels: [String: String] = [:]
      for pair in (match.2 ?? "").matches(of: label) {
        let text = String(pair.2).replacing(escape) { $0.1 == "n" ? "\n" : "\($0.1)" }
        guard labels.updateValue(text, forKey: String(pair.1)) == nil else {
          throw Exposition.mistake(line)
        }
      }
      return Sample(name: String(match.1), labels: labels, value: value)
    }
  }

  private static func number(_ text: Substring) -> Double? {
    text == "+Inf" ? .infinity : Double(text)
  }

  private static func check(_ name: String, _ samples: [Sample]) throws {
    let series = Dictionary(grouping: samples) { sample in
      sample.labels.filter { $0.key != "le" }
    }
    for (labels, samples) in series {
      let buckets = samples.filter { $0.name == name + "_bucket" }
      let bounds = buckets.compactMap { $0.labels["le"].flatMap { number($0[...]) } }
      let counts = samples.filter { $0.name == name + "_count" }.map(\.value)
      guard bounds.count == buckets.count, bounds.last == .infinity, counts.count == 1,
        zip(bounds, bounds.dropFirst()).allSatisfy({ $0 < $1 }),
        zip(buckets, buckets.dropFirst()).allSatisfy({ $0.value <= $1.value }),
        buckets.last?.value == counts[0], samples.filter({ $0.name == name + "_sum" }).count == 1
      else { throw Mistake(description: "histogram \(name) \(labels)") }
    }
  }

  private static func mistake(_ line: Substring) -> Mistake {
    Mistake(description: "line: \(line)")
  }

  /// The one value with at least these labels.
  func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
    let found = families.values.flatMap(\.samples).filter { sample in
      sample.name == name && labels.allSatisfy { sample.labels[$0.key] == $0.value }
    }
    return found.count == 1 ? found[0].value : nil
  }
}
