import Foundation

/// The people and phases in an export, sorted: one line for each row, and one for the sums of
/// persons over the cells of a variant.
struct LedgerSummary {
  let lines: [String]

  init(_ export: String) throws {
    let rows = try export.split(separator: "\n").map { line in
      try JSONDecoder().decode([String: Cell].self, from: Data(line.utf8))
    }
    var persons: [String: Int] = [:]
    for row in rows {
      guard let (variant, count) = Self.cell(row) else { continue }
      persons[variant, default: 0] += count
    }
    lines = (rows.compactMap(Self.line) + persons.map { "\($0.key) ×\($0.value)" }).sorted()
  }

  private static func cell(_ row: [String: Cell]) -> (variant: String, persons: Int)? {
    guard let table = row["table"]?.text, let phase = row["phase"]?.text,
      let named = row["variant"]?.text
    else { return nil }
    let variant = named.isEmpty ? "heldOut" : named
    switch (table, row["persons"], row["units"]) {
    case ("exposed_cells", .number(let persons), _): return ("exposed \(phase) \(variant)", persons)
    case ("erased_cells", _, .number(let units)): return ("erased \(phase) \(variant)", units)
    default: return nil
    }
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
    case "held_out": return "held out \(words("unit", "phase")) ×\(word("exposures"))"
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
