import Foundation

/// What an export says of people and phases, one line for each row, sorted.
struct LedgerSummary {
  let lines: [String]

  init(_ export: String) throws {
    lines = try export.split(separator: "\n").compactMap { line in
      let row = try JSONDecoder().decode([String: Cell].self, from: Data(line.utf8))
      return Self.line(row)
    }.sorted()
  }

  private static func line(_ row: [String: Cell]) -> String? {
    func word(_ column: String) -> String { row[column]?.text ?? "-" }
    func words(_ columns: String...) -> String { columns.map(word).joined(separator: " ") }
    func flag(_ column: String, _ name: String) -> String {
      word(column) == "true" ? " \(name)" : ""
    }
    guard row["text"] == nil else { return "text \(word("kind"))" }
    switch word("table") {
    case "assignments":
      return "record \(words("unit", "phase", "variant")) ×\(word("exposures"))"
        + flag("is_conflict", "conflict") + flags(row["exposure_flags"])
    case "aliases":
      return "alias \(words("anonymous_id", "user_id", "voucher"))"
        + flag("is_contested", "contested")
    case "conflicts":
      let (own, other) = (words("unit", "variant"), words("other_unit", "other_variant"))
      let isFirst = word("came_first") == "true"
      return "conflict \(word("cause")) \(own) \(isFirst ? "before" : "after") \(other)"
    case "sightings": return "sighting \(words("unit", "kind", "route"))"
    case "links": return "link \(word("user"))"
    case "remnants": return "remnant"
    case "served" where word("part") == "status": return "phase \(words("phase", "value"))"
    case "exposed_cells": return "exposed \(words("phase", "variant", "persons"))"
    case "erased_cells": return "erased \(words("phase", "variant")) ×\(word("units"))"
    default: return nil
    }
  }

  /// The flags of an exposure by their bits.
  private static func flags(_ cell: Cell?) -> String {
    guard case .number(let bits)? = cell else { return "" }
    return ["afterEnd", "duringPause", "beyondTraffic", "undecidedPaywall"].enumerated()
      .filter { bits & (1 << $0.offset) != 0 }.map { " \($0.element)" }.joined()
  }

  private enum Cell: Decodable {
    case number(Int)
    case other(String)

    var text: String {
      switch self {
      case .number(let number): "\(number)"
      case .other(let text): text
      }
    }

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let flag = try? value.decode(Bool.self) {
        self = .other("\(flag)")
      } else if let number = try? value.decode(Int.self) {
        self = .number(number)
      } else {
        self = .other((try? value.decode(String.self)) ?? "-")
      }
    }
  }
}
