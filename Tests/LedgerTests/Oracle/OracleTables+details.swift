import PaywallCatalog
import PaywallSubscribers
import PaywallTextCoding

@testable import Ledger

extension OracleTables {
  /// Values that are stored once, with their numbers.
  struct Interned<Value: Hashable & Sendable>: Sendable {
    private var numbers: [Value: RecordDetails.Number] = [:]
    private var values: [Value] = []

    mutating func number(of value: Value) -> RecordDetails.Number {
      if let number = numbers[value] { return number }
      values.append(value)
      let number = RecordDetails.Number(values.count)
      numbers[value] = number
      return number
    }

    subscript(number: RecordDetails.Number) -> Value? {
      values.indices.contains(Int(number) - 1) ? values[Int(number) - 1] : nil
    }
  }

  mutating func number(of dimensions: VisitorDimensions) -> RecordDetails.Number {
    self.dimensions.number(of: dimensions)
  }

  mutating func number(of served: ServedPaywall) -> RecordDetails.Number {
    self.served.number(of: served)
  }

  mutating func number(of reported: ReportedPaywall) -> RecordDetails.Number {
    self.reported.number(of: reported)
  }

  func dimensions(_ number: RecordDetails.Number) -> VisitorDimensions? { dimensions[number] }
  func served(_ number: RecordDetails.Number) -> ServedPaywall? { served[number] }
  func reported(_ number: RecordDetails.Number) -> ReportedPaywall? { reported[number] }

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
