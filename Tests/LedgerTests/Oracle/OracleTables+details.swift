import PaywallCatalog
import PaywallTextCoding
import Serving

@testable import Ledger

extension OracleTables {
  /// Details that are stored once, with their numbers.
  struct Interned: Sendable {
    private var numbers: [[SQLValue]: RecordDetails.Number] = [:]
    private var rows: [[SQLValue]] = []

    mutating func number(of cells: [SQLValue]) -> RecordDetails.Number {
      if let number = numbers[cells] { return number }
      rows.append(cells)
      let number = RecordDetails.Number(rows.count)
      numbers[cells] = number
      return number
    }

    subscript(number: RecordDetails.Number) -> [SQLValue]? {
      rows.indices.contains(Int(number) - 1) ? rows[Int(number) - 1] : nil
    }
  }

  mutating func number<Details: InternedDetails>(of details: Details) -> RecordDetails.Number {
    interned[Details.table, default: Interned()].number(of: details.cells)
  }

  func interned<Details: InternedDetails>(_ number: RecordDetails.Number) throws -> Details? {
    try interned[Details.table]?[number].map { try Details(cells: $0) }
  }

  mutating func add(
    _ exposures: PlacementExposures, of key: RecordKey, in environment: AppStoreEnvironment
  ) {
    var rows = placements[Named(key.unit, in: environment)]?[key] ?? []
    let index = rows.firstIndex { UTF8Key($0.placement) == UTF8Key(exposures.placement) }
    if let index {
      rows[index].renderedAt = min(rows[index].renderedAt, exposures.renderedAt)
      rows[index].exposures = rows[index].exposures.flatMap { count in
        exposures.exposures.map { count + $0 }
      }
    } else {
      rows.append(exposures)
    }
    placements[Named(key.unit, in: environment), default: [:]][key] = rows
  }

  func placements(
    of key: RecordKey, in environment: AppStoreEnvironment
  ) -> [PlacementExposures] {
    (placements[Named(key.unit, in: environment)]?[key] ?? [])
      .sorted { UTF8Key($0.placement) < UTF8Key($1.placement) }
  }
}
