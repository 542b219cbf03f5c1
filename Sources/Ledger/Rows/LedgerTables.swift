package import PaywallCatalog
package import Subscribers

/// The rows that a ledger stores, for one writer or reader at a time. The rules are in extensions
/// of this protocol; an implementation brings its tables, and rolls back failed calls.
package protocol LedgerTables:
  DetailTables, SightingTables, ConflictTables, TimelineTables, CounterTables, MoneyTables,
  PurchaseTables, ErasureTables, HeldOutTables, PersonTables, SyncTables, AsideTables, RefundTables,
  WebhookTables, AccessTables, BalanceTables, RetentionTables, SeatTables, CustomerSearch
{
  // MARK: Texts

  /// `false` if the notification is stored already.
  mutating func note(notification uuid: String) throws -> Bool
  /// Stores a text; an identical one is not stored twice.
  mutating func keep(_ text: StoredText, about subject: TextSubject, at now: Timestamp) throws
  /// Whether an identical text that is no notification is stored.
  func has(_ text: StoredText) throws -> Bool

  // MARK: Customers and purchase chains

  func customer(_ number: CustomerRow.Number) throws -> CustomerRow?
  func customer(
    appTransactionId: String, in environment: AppStoreEnvironment
  ) throws -> CustomerRow?
  mutating func addCustomer(
    appTransactionId: String?, in environment: AppStoreEnvironment
  ) throws -> CustomerRow
  /// Writes `appTransactionId` and `completeAt`; never the account.
  mutating func update(_ customer: CustomerRow) throws
  /// Moves everything of a provisional customer to another one, and deletes its row.
  mutating func move(
    everythingOf provisional: CustomerRow.Number, to customer: CustomerRow.Number) throws

  /// A number that no account has used.
  mutating func addAppleAccount() throws -> AppleAccountNumber
  mutating func put(_ customer: CustomerRow.Number, in account: AppleAccountNumber) throws
  /// The customers of an account, sorted by number.
  func customers(of account: AppleAccountNumber) throws -> [CustomerRow]

  func chain(
    originalTransactionId: String, in environment: AppStoreEnvironment
  ) throws -> PurchaseChainRow?
  func chains(of customer: CustomerRow.Number) throws -> [PurchaseChainRow]
  mutating func addChain(
    originalTransactionId: String, in environment: AppStoreEnvironment,
    owner: CustomerRow
  ) throws -> PurchaseChainRow
  /// Writes the owner's number, `decidedAt` and `hasPurchases`; never the owner's row.
  mutating func update(_ chain: PurchaseChainRow) throws

  // MARK: The newest copies

  func transaction(_ transactionId: String, in chain: PurchaseChainRow) throws -> TransactionFact?
  func transactions(in chain: PurchaseChainRow) throws -> [TransactionFact]
  mutating func put(_ transaction: TransactionFact, in chain: PurchaseChainRow) throws
  func renewal(of chain: PurchaseChainRow) throws -> RenewalFact?
  mutating func put(_ renewal: RenewalFact, in chain: PurchaseChainRow) throws

  // MARK: Users

  mutating func link(
    _ user: String, to customer: CustomerRow.Number, in environment: AppStoreEnvironment,
    at now: Timestamp) throws
  /// Adds an `appAccountToken` that a transaction of the purchase chain carries.
  mutating func addToken(_ token: String, to chain: PurchaseChainRow) throws
  /// Linked users and tokens of a customer.
  func users(of customer: CustomerRow.Number) throws -> [String]

  // MARK: Grants

  func grants(of holder: GrantHolder) throws -> [Grant]
  /// Numbers the grant and ignores the `id` that it has.
  mutating func add(_ grant: Grant, for holder: GrantHolder) throws -> Grant
  /// Once `isLate` is set, it stays.
  mutating func redeem(_ grant: Int64, by redemption: Grant.Redemption?, isLate: Bool) throws
  /// `false`, with nothing written, if its nonce was used before.
  mutating func add(
    _ attempt: GrantRequest.Attempt, to grant: Int64, at now: Timestamp
  ) throws -> Bool
  /// The number of signatures under a grant for a kind of caller and a moment.
  func countOfAttempts(
    under grant: Int64, to caller: GrantRequest.Attempt.Caller,
    at moment: GrantRequest.Attempt.Moment
  ) throws -> Int
  /// The number of grants of a UTC day, given as its first moment. None of them lapses before the
  /// day ends.
  func countOfGrants(
    ofDay day: Timestamp, offer: String, in environment: AppStoreEnvironment
  ) throws -> Int

  // MARK: Recorded assignments

  func record(like key: RecordKey, in environment: AppStoreEnvironment) throws -> RecordRow?
  /// Writes the first record of its key.
  mutating func add(_ record: RecordRow, in environment: AppStoreEnvironment) throws
  /// Writes everything of a record but its assignment, which never changes.
  ///
  /// - Parameter isNewlyUsers: its id was not known as a user's id before.
  mutating func update(
    _ record: RecordRow, isNewlyUsers: Bool, in environment: AppStoreEnvironment) throws
  /// Removes the row with a key.
  mutating func remove(
    _ rows: UnitRows, like key: RecordKey, in environment: AppStoreEnvironment) throws
  /// Removes all rows of a unit.
  mutating func remove(
    _ rows: UnitRows, ofUnit unit: String, in environment: AppStoreEnvironment) throws

  // MARK: Exposures that were counted

  mutating func note(exposure digest: [UInt8], period: Int64) throws
  /// Whether it was added in this period or an adjacent one: a clock may be set back.
  func isNoted(exposure digest: [UInt8], period: Int64) throws -> Bool
  /// Deletes some of those added before a period; the next calls delete the rest.
  mutating func prune(exposuresBefore period: Int64) throws

  // MARK: Aliases

  /// Adds the first alias of its anonymous id.
  mutating func addAlias(
    _ alias: AliasRow, in environment: AppStoreEnvironment, at now: Timestamp) throws
  /// Writes who vouches for an alias, and whether it is contested.
  mutating func update(_ alias: AliasRow, in environment: AppStoreEnvironment) throws
  mutating func removeAlias(_ anonymousId: String, in environment: AppStoreEnvironment) throws

  // MARK: Terms of phases

  /// The stored text (`FrozenTerms.text`): each exposure compares it, and it rarely differs.
  mutating func termsText(of experiment: String, phase: Int) throws -> String?
  mutating func keep(_ terms: PhaseTerms) throws
  /// In any order.
  func frozenTerms() throws -> [PhaseTerms]

  // MARK: Remains of erased customers

  /// The hash under which an erased id is stored.
  func hash(of id: ErasedId, in environment: AppStoreEnvironment) throws -> [UInt8]
  /// The hash of a text, made like `hash(of:in:)`.
  mutating func hash(of text: String) throws -> [UInt8]
  /// `false` while no customer was erased; saves computing hashes.
  func hasRemnants() throws -> Bool
  func remnant(hash: [UInt8]) throws -> RemnantNumber?
  mutating func addRemnant() throws -> RemnantNumber
  mutating func put(_ remnant: RemnantNumber, inAccount account: AppleAccountNumber) throws
  /// The account of an erased customer, as long as the ledger has other customers of it.
  func account(of remnant: RemnantNumber) throws -> AppleAccountNumber?
  mutating func add(hash: [UInt8], to remnant: RemnantNumber) throws
  func marks(of remnant: RemnantNumber) throws -> [HistoryMark]
  mutating func add(_ mark: HistoryMark, to remnant: RemnantNumber) throws
  /// Moves everything of one remnant to another.
  mutating func merge(_ other: RemnantNumber, into remnant: RemnantNumber) throws
  /// Erases a customer with its purchase chains, texts, links and tokens; its grants move to the
  /// remnant without the ids of the transactions that redeemed them.
  mutating func erase(_ customer: CustomerRow.Number, leaving remnant: RemnantNumber) throws
}
