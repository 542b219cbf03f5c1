import PaywallCatalog
import PaywallSubscribers
import PaywallTextCoding

extension MemoryTables {
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

  func unknownDetails(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) -> UnknownDetailCounts {
    var counts = UnknownDetailCounts()
    for (unit, rows) in records where unit.environment == environment {
      for row in rows
      where UTF8Key(row.assignment.experiment) == UTF8Key(experiment)
        && row.assignment.phase == phase && row.exposures > 0
      {
        counts.units += 1
        guard let details = row.details, let dimensions = dimensions[details.dimensions],
          let served = served[details.served], let reported = reported[details.reported]
        else {
          counts.withoutDetails += 1
          continue
        }
        counts.add(dimensions)
        counts.add(served, reported, details.flags)
      }
    }
    return counts
  }
}

extension UnknownDetailCounts {
  fileprivate mutating func add(_ dimensions: VisitorDimensions) {
    storefront += dimensions.storefront == nil ? 1 : 0
    platform += dimensions.platform == nil ? 1 : 0
    appVersion += dimensions.appVersion == nil ? 1 : 0
    system += dimensions.system == nil ? 1 : 0
    language += dimensions.language == nil ? 1 : 0
    isNew += dimensions.isNew == nil ? 1 : 0
    subscription += dimensions.subscription == nil ? 1 : 0
    audience += dimensions.isInAudience == nil ? 1 : 0
  }

  fileprivate mutating func add(
    _ served: ServedPaywall, _ reported: ReportedPaywall, _ flags: ExposureFlags
  ) {
    placement += served.placement == nil ? 1 : 0
    paywall += served.paywall == nil ? 1 : 0
    price += reported.price == nil ? 1 : 0
    afterEnd += flags.contains(.afterEnd) ? 1 : 0
    duringPause += flags.contains(.duringPause) ? 1 : 0
    beyondTraffic += flags.contains(.beyondTraffic) ? 1 : 0
    undecidedPaywall += flags.contains(.undecidedPaywall) ? 1 : 0
  }
}
