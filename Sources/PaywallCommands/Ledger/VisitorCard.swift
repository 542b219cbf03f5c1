import CommandSupport
import Foundation
import HTTPDocuments
import Ledger

import PaywallCatalog

/// The records of a visitor's id, in the output of commands. Moments are RFC 3339.
struct VisitorCard: Card {
  let environment: String
  let id: String
  let hasAlias: Bool
  var timeline: [Event]

  static let members = Members<Self> {
    $0.always("environment", .words(of: AppStoreEnvironment.self)) { $0.environment }
    $0.always("id", .text) { $0.id }
    $0.always("hasAlias", .boolean, "An alias joins it with another id.") { $0.hasAlias }
    $0.always("timeline", .list(of: Event.schema), "In order of time.") { $0.timeline }
  }

  struct Event: Card {
    let moment: Timestamp
    let event: Kind
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
    var voucher: String?
    var what: String

    static let members = Members<Self> {
      $0.always("at", .moment) { $0.moment.rfc3339 }
      $0.always("event") { $0.event }
      $0.maybe("experiment", .text) { $0.experiment }
      $0.maybe("phase", .integer(from: 1)) { $0.phase }
      $0.maybe("variant", .text) { $0.variant }
      $0.maybe("placement", .text) { $0.placement }
      $0.maybe("exposures", .count) { $0.exposures }
      $0.maybe("paywall", .text) { $0.paywall }
      $0.maybe("customer", .text) { $0.customer }
      $0.maybe("cause", .words(of: ConflictEvent.Cause.self), "Of a conflict.") { $0.cause }
      $0.maybe("otherId", .text) { $0.otherId }
      $0.maybe("otherExperiment", .text) { $0.otherExperiment }
      $0.maybe("otherVariant", .text) { $0.otherVariant }
      $0.maybe("voucher", .text, "Who says that both ids are one person's.") { $0.voucher }
      $0.always("what", .text, "In words.") { $0.what }
    }

    enum Kind: String, Encodable, CaseIterable {
      case recorded, exposed, heldOut, seen, conflict
    }
  }
}

extension VisitorCard {
  /// Reads the records; `nil` if nothing is recorded of the id. A UUID is looked up in any letter
  /// case.
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
  /// Sorts the events; those of the same moment keep their order.
  func inOrderOfTime() -> Self {
    enumerated().sorted { left, right in
      let (own, other) = (left.element.moment, right.element.moment)
      return own == other ? left.offset < right.offset : own < other
    }.map(\.element)
  }
}
