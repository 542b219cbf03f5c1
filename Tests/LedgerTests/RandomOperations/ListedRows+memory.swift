import PaywallCatalog
import PaywallTextCoding
import Serving
import Subscribers

@testable import Ledger

extension ListedRows {
  init(_ tables: OracleTables) {
    self.init()
    notifications = tables.notifications.map(\.text)
    texts = tables.texts.map { text in
      (
        text.subject,
        LedgerEntry(
          number: 0, kind: text.stored.kind, environment: text.stored.environment,
          signedDate: text.stored.signedDate, receivedAt: text.receivedAt, text: text.stored.text)
      )
    }
    customers = Array(tables.customers.keys)
    links = tables.links.flatMap { user, customers in
      customers.map { (Place(user), $0) }
    }
    tokens = tables.chains.flatMap { number, chain in
      chain.tokens.map { ($0.text, number) }
    }
    grants = tables.grants.map { ($0.grant, $0.holder, $0.isLate) }
    attempts = tables.grants.flatMap { held in
      held.attempts.map {
        ($0.nonce, held.grant.id, $0.keyId, $0.caller.rawValue, $0.moment.rawValue)
      }
    }
    let days = Dictionary(grouping: tables.grants.map(\.grant)) { grant in
      [grant.environment.rawValue, grant.offer, "\(grant.grantedAt.startOfDay.milliseconds)"]
    }
    self.days = days.values.compactMap { grants in
      grants.first.map {
        (
          $0.environment, $0.offer, $0.grantedAt.startOfDay.milliseconds / Timestamp.day,
          grants.count
        )
      }
    }
    units = Set(tables.records.filter { !$0.value.isEmpty }.map { Place($0.key) })
    heldOut = Set(tables.heldOut.filter { !$0.value.isEmpty }.map { Place($0.key) })
    placements = Set(
      tables.placements.flatMap { unit, rows in
        rows.keys.map { Record(environment: unit.environment, key: $0) }
      })
    covariates = tables.covariates.flatMap { unit, rows in
      rows.map { key, row in
        (Record(environment: unit.environment, key: key), Array(row.customers))
      }
    }
    exposureIds = tables.noted.flatMap { period, digests in digests.map { (period, $0) } }
    anonymousIds = Set(tables.users.keys.map(Place.init))
    aliasedUsers = Set(tables.aliases.filter { !$0.value.isEmpty }.map { Place($0.key) })
    sightings = tables.sightings.keys.map { ($0.environment, $0.id) }
    setAside = Array(tables.setAsideCustomers)
    seated = Set(
      tables.seats.map {
        Place(environment: $0.environment, id: $0.claim.originalTransactionId)
      })
    conflicts = tables.conflicts.map { ($0.environment, $0.event) }
    remnants = Array(tables.remnants.keys)
    hashes = tables.remnantNumbers.map { ($0.key, $0.value) }
    lastDetails = (
      Self.last(of: VisitorDimensions.self, in: tables),
      Self.last(of: ServedPaywall.self, in: tables),
      Self.last(of: ReportedPaywall.self, in: tables)
    )
    counted = Set(
      tables.daily.counts.keys.map { Place(environment: $0.environment, id: $0.experiment) })
    countedDays = Set(tables.daily.counts.keys.map(\.day))
    batches = tables.daily.batches.map { ($0.key, $0.value.number, $0.value.at) }
    exposedCells = tables.exposedCells.map { ($0.key, $0.value) }
    erasedPhases = Set(
      tables.erasedCells.keys.map {
        Phase(environment: $0.environment, experiment: $0.experiment, number: $0.phase)
      })
  }

  private static func last<Details: InternedDetails>(
    of _: Details.Type, in tables: OracleTables
  ) -> Int64 {
    var number: Int64 = 0
    while tables.interned[Details.table]?[number + 1] != nil { number += 1 }
    return number
  }
}

extension ListedRows.Place {
  fileprivate init(_ name: OracleTables.Named<UTF8Key>) {
    self.init(environment: name.environment, id: name.id.text)
  }
}
