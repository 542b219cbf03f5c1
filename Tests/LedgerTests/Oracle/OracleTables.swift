import AppStore
import PaywallCatalog
import PaywallTextCoding
import Serving
import Subscribers

@testable import Ledger

/// The tables of a ledger as dictionaries.
struct OracleTables: Sendable {
  struct Named<ID: Hashable & Sendable>: Hashable, Sendable {
    var environment: AppStoreEnvironment
    var id: ID

    init(_ id: ID, in environment: AppStoreEnvironment) {
      self.environment = environment
      self.id = id
    }
  }

  struct StoredEntry: Sendable {
    var number: Int64
    var receivedAt: Timestamp
    var stored: StoredText
    var subject: TextSubject
  }

  /// The stored values of one purchase chain.
  struct PurchaseChain: Sendable {
    var row: PurchaseChainRow
    var transactions: [UTF8Key: TransactionFact] = [:]
    var renewal: RenewalFact?
    var tokens: Set<UTF8Key> = []
    var refundDecisions: [UTF8Key: [RefundDecision]] = [:]
    var reports: [UTF8Key: ConsumptionReport] = [:]
    var renewalEvents: Set<RenewalEvent> = []
    /// The number of the last change of a purchase.
    var purchaseChanges: [UTF8Key: Int64] = [:]
  }

  struct HeldGrant: Sendable {
    var grant: Grant
    var holder: GrantHolder
    var isLate = false
    var attempts: [GrantRequest.Attempt] = []
  }

  struct Phase: Hashable, Sendable {
    var experiment: UTF8Key
    var number: Int
  }

  let salt: [UInt8]
  var notifications: Set<UTF8Key> = []
  /// The texts by number.
  var texts: [StoredEntry] = []
  var textNumbers: [SignedText: Int64] = [:]
  var customers: [CustomerRow.Number: CustomerRow] = [:]
  var customerNumbers: [Named<UTF8Key>: CustomerRow.Number] = [:]
  var customersOfAccount: [AppleAccountNumber: Set<CustomerRow.Number>] = [:]
  var chains: [PurchaseChainRow.Number: PurchaseChain] = [:]
  var chainNumbers: [Named<UTF8Key>: PurchaseChainRow.Number] = [:]
  var chainsOfCustomer: [CustomerRow.Number: Set<PurchaseChainRow.Number>] = [:]
  var links: [Named<UTF8Key>: Set<CustomerRow.Number>] = [:]
  var chainsOfToken: [Named<UTF8Key>: Set<PurchaseChainRow.Number>] = [:]
  var grants: [HeldGrant] = []
  var nonces: Set<UTF8Key> = []
  var records: [Named<UTF8Key>: [RecordRow]] = [:]
  var heldOut: [Named<UTF8Key>: [RecordKey: HeldOutRow]] = [:]
  /// By the name of the table.
  var interned: [String: Interned] = [:]
  /// The exposures by placement, of the records of a unit.
  var placements: [Named<UTF8Key>: [RecordKey: [PlacementExposures]]] = [:]
  /// The digests of counted exposures, by period.
  var noted: [Int64: Set<[UInt8]>] = [:]
  /// The user of an anonymous id, and the anonymous ids of a user in the order in which they came.
  var users: [Named<UTF8Key>: UTF8Key] = [:]
  var aliases: [Named<UTF8Key>: [AliasRow]] = [:]
  var phases: [Phase: PhaseTerms] = [:]
  var sightings: [Named<SightingKey>: SightingRow] = [:]
  var sightingsOfCustomer: [CustomerRow.Number: Set<Named<SightingKey>>] = [:]
  var setAsideCustomers: Set<CustomerRow.Number> = []
  /// The sightings of others that a customer has put in doubt.
  var contested: [CustomerRow.Number: Set<Named<SightingKey>>] = [:]
  var conflicts: [StoredConflict] = []
  var newConflicts: [ConflictEvent.Cause] = []
  var servedTimeline = Timeline()
  var remnants: [RemnantNumber: Set<HistoryMark>] = [:]
  var accountsOfRemnants: [RemnantNumber: AppleAccountNumber] = [:]
  var remnantNumbers: [[UInt8]: RemnantNumber] = [:]
  var erasures: [[UInt8]: Timestamp] = [:]
  var jobs: [String: JobRow] = [:]
  var historyFetches: [CustomerRow.Number: HistoryFetch] = [:]
  var keptAside: [KeptAside] = []
  var daily = OracleCounts()
  var exposedCells: [ErasedCell.Key: Int] = [:]
  var erasedCells: [ErasedCell.Key: ErasedCell] = [:]
  var covariates: [Named<UTF8Key>: [RecordKey: StoredCovariates]] = [:]
  /// The cases in the order of their numbers.
  var refundCases: [StoredRefundCase] = []
  var customerReports: [CustomerRow.Number: ConsumptionReport] = [:]
  var access: [CustomerRow.Number: [GivenAccess]] = [:]
  var retentionAnswers: [String: RetentionAnswer] = [:]
  /// In the order in which they were written.
  var postings: [StoredPosting] = []
  /// The currencies that products give.
  var productCredits: [String: [String: Int64]] = [:]
  /// In the order in which they came.
  var seats: [SeatRow] = []
  /// The last number that was used, in any table.
  private var last: Int64 = 0

  init(salt: [UInt8]) { self.salt = salt }

  mutating func nextNumber() -> Int64 {
    last += 1
    return last
  }
}
