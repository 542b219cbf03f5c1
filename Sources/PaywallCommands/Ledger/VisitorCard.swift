import PaywallAPI
import PaywallCatalog
import Ledger

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What is recorded of a visitor's id, as the commands print it. Moments are RFC 3339.
struct VisitorCard: Encodable {
  var environment: String
  var id: String
  /// An alias joins it with another id.
  var hasAlias: Bool
  /// In order of time.
  var timeline: [Event]

  struct Event: Encodable {
    /// Of `at`; not printed.
    var moment: Timestamp
    var at: String
    var event: Kind
    var experiment: String?
    var phase: Int?
    var variant: String?
    var placement: String?
    var exposures: Int?
    var paywall: String?
    var customer: String?
    var cause: String?
    /// The other id of a conflict, or the one that a held-out visitor was recorded under.
    var otherId: String?
    var otherExperiment: String?
    var otherVariant: String?
    /// Who says that both ids are one person's.
    var voucher: String?
    /// In words.
    var what: String

    enum CodingKeys: String, CodingKey {
      case at, event, experiment, phase, variant, placement, exposures, paywall, customer, cause
      case otherId, otherExperiment, otherVariant, voucher, what
    }

    enum Kind: String, Encodable, CaseIterable {
      case recorded, exposed, heldOut, seen, conflict
    }
  }

}

extension VisitorCard {
  /// `nil` if nothing is recorded of the id. A UUID is looked up in any letter case.
  init?(
    of id: String, in environment: AppStoreEnvironment, from ledger: any Ledger
  ) async throws(LedgerFailure) {
    var events: [Event] = []
    var hasAlias = false
    for spelling in Self.spellings(of: id) {
      for record in try await ledger.exposures(of: spelling, in: environment) {
        events += Event.events(of: record)
      }
      for held in try await ledger.heldOut(ofUnit: spelling, in: environment) {
        events.append(Event(held))
      }
      for conflict in try await ledger.conflicts(ofUnit: spelling, in: environment) {
        events.append(Event(conflict, of: spelling))
      }
      if try await ledger.hasAlias(spelling, in: environment) { hasAlias = true }
    }
    for sighting in try await ledger.sightings(ofId: id, in: environment) {
      events.append(Event(sighting))
    }
    guard !events.isEmpty || hasAlias else { return nil }
    self.environment = environment.rawValue
    self.id = id
    self.hasAlias = hasAlias
    timeline = events.inOrderOfTime()
  }

  private static func spellings(of id: String) -> [String] {
    guard UUID(uuidString: id) != nil else { return [id] }
    return [id] + [id.lowercased(), id.uppercased()].filter { $0 != id }
  }
}

extension [VisitorCard.Event] {
  /// Events of the same moment stay as they are.
  func inOrderOfTime() -> Self {
    enumerated().sorted { left, right in
      let (own, other) = (left.element.moment, right.element.moment)
      return own == other ? left.offset < right.offset : own < other
    }.map(\.element)
  }
}

extension VisitorCard {
  static let schema = Schema.object([
    .always("environment", .words(of: AppStoreEnvironment.self)), .always("id", .text),
    .always("hasAlias", .boolean, "An alias joins it with another id."),
    .always(
      "timeline",
      .list(
        of: .object([
          .always("at", .moment), .always("event", .words(of: Event.Kind.self)),
          .maybe("experiment", .text), .maybe("phase", .integer(from: 1)),
          .maybe("variant", .text), .maybe("placement", .text), .maybe("exposures", .count),
          .maybe("paywall", .text), .maybe("customer", .text),
          .maybe("cause", .words(of: ConflictEvent.Cause.self), "Of a conflict."),
          .maybe("otherId", .text), .maybe("otherExperiment", .text),
          .maybe("otherVariant", .text),
          .maybe("voucher", .text, "Who says that both ids are one person's."),
          .always("what", .text, "In words."),
        ])), "In order of time."),
  ])
}
