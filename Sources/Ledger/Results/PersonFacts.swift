package import PaywallCatalog
package import PaywallTextCoding
package import Serving
package import Subscribers

/// An exposed unit of a phase, as results read it.
package struct ExposedRow: Sendable {
  /// The numbers of its variant and placement in `ExposedNames`.
  package var variant: Int
  package var placement: Int
  /// When its earliest exposure was rendered.
  package var at: Timestamp
  package var isConflict: Bool
  package var isHeldOut: Bool
  /// `VisitorDimensions` of the first exposure; `nil` if they are unknown.
  package var dimensions: RecordDetails.Number?
  /// `nil` for a unit that no link, token, alias or sighting names: it is a person of its own
  /// without a customer.
  package var known: Known?

  package struct Known: Sendable {
    package var unit: String
    package var unitKind: Unit
    package var origin: IdOrigin?
    package var recordedAt: Timestamp

    package init(unit: String, unitKind: Unit, origin: IdOrigin?, recordedAt: Timestamp) {
      self.unit = unit
      self.unitKind = unitKind
      self.origin = origin
      self.recordedAt = recordedAt
    }
  }

  package init(
    variant: Int, placement: Int, at: Timestamp, isConflict: Bool, isHeldOut: Bool,
    dimensions: RecordDetails.Number?, known: Known?
  ) {
    self.variant = variant
    self.placement = placement
    self.at = at
    self.isConflict = isConflict
    self.isHeldOut = isHeldOut
    self.dimensions = dimensions
    self.known = known
  }
}

/// The texts that rows name by number.
package struct ExposedNames: Sendable {
  package private(set) var variants: [String] = []
  /// Empty for an exposure without a known placement.
  package private(set) var placements: [String] = []

  package init() {}

  package mutating func number(ofVariant name: String) -> Int { Self.number(of: name, &variants) }
  package mutating func number(ofPlacement name: String) -> Int {
    Self.number(of: name, &placements)
  }

  private static func number(of name: String, _ names: inout [String]) -> Int {
    if let known = names.firstIndex(where: { $0.utf8.elementsEqual(name.utf8) }) { return known }
    names.append(name)
    return names.count - 1
  }
}

/// One person of a phase: the units that are theirs as one, with the first exposure, and what their
/// customer did.
package struct PersonFacts: Sendable {
  package var variant: Int
  package var placement: Int
  /// When the first exposure was rendered.
  package var at: Timestamp
  package var dimensions: RecordDetails.Number?
  /// Saw two variants.
  package var isConflicted: Bool
  package var isHeldOut: Bool
  /// Reached several of Apple's customers.
  package var hasSeveralCustomers: Bool
  package var hasCustomer: Bool
  package var units: Int
  /// All transactions of the customer, in any order; one for each purchase.
  package var transactions: [TransactionFact]
  /// The ids of those that contradict others of one purchase.
  package var contradicted: Set<UTF8Key> = []
  /// The spend before the first exposure, by currency, as it was frozen; `nil` if unknown.
  package var spendBefore: [String: Int64]?
  /// The renewal events of the customer's subscriptions.
  package var events: [RenewalEvent]

  package init(_ row: ExposedRow, events: [RenewalEvent] = []) {
    variant = row.variant
    placement = row.placement
    at = row.at
    dimensions = row.dimensions
    isConflicted = row.isConflict
    isHeldOut = row.isHeldOut
    hasSeveralCustomers = false
    hasCustomer = false
    units = 1
    transactions = []
    self.events = events
  }
}

/// Takes persons one by one, so that a large phase is never in memory as a whole.
package protocol PersonReducer: Sendable {
  mutating func add(_ person: PersonFacts)
}

/// Takes all persons of a phase at once.
package protocol ColumnReducer: Sendable {
  mutating func add(_ columns: PhaseColumns)
}

/// The data of a phase beside its persons.
package struct PhaseReading<Reducer: Sendable>: Sendable {
  package var reducer: Reducer
  package var names: ExposedNames
  /// The dimensions of all persons, by number.
  package var dimensions: [RecordDetails.Number: VisitorDimensions]
  package var erased: [ErasedCell]
  /// Exposed units of this phase in other environments.
  package var unitsElsewhere: Int
  /// How notifications of the environment arrive; `nil` without any.
  package var arrival: FactArrival?
}

/// How the App Store's notifications of one environment have arrived of late.
package struct FactArrival: Hashable, Sendable {
  /// When the newest came.
  package var newest: Timestamp
  /// The rate over the last `sample` ones before it; 0, for unknown, if they came at once.
  package var perDay: Double

  package static let sample: Int64 = 1000

  /// - Parameter earlier: when the one came that has `count` others after it.
  package init(newest: Timestamp, earlier: Timestamp, count: Int64) {
    self.newest = newest
    let span = newest.milliseconds - earlier.milliseconds
    perDay = span > 0 ? Double(count) * Double(Timestamp.day) / Double(span) : 0
  }
}

extension Ledger {
  package func tally<Reducer: ColumnReducer>(
    of phase: PhaseKey, until end: Timestamp,
    into reducer: Reducer
  ) async throws(LedgerFailure) -> PhaseReading<Reducer> {
    try await read(.scan) { tables in
      let reading = try tables.persons(of: phase, until: end, reducing: PhaseColumns())
      var reducer = reducer
      reducer.add(reading.reducer)
      return reading.with(reducer)
    }
  }
}

extension PhaseReading {
  /// The same reading with another reducer.
  package func with<Other: Sendable>(_ reducer: Other) -> PhaseReading<Other> {
    PhaseReading<Other>(
      reducer: reducer, names: names, dimensions: dimensions, erased: erased,
      unitsElsewhere: unitsElsewhere, arrival: arrival)
  }
}

extension ExposedRow.Known {
  package init(_ row: some LedgerRow) throws {
    let kind: Unit = try row.known(7, "a unit of an unknown kind")
    let sentAs = row.text(8).flatMap(IdOrigin.init)
    self.init(
      unit: try row.required(0), unitKind: kind,
      origin: kind == .userId
        ? .userId : kind == .anonymousId ? sentAs ?? .anonymousId : sentAs,
      recordedAt: row.moment(9) ?? .epoch)
  }
}
