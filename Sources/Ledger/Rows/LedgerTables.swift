package import Catalog
package import Subscribers
package import TextCoding

/// What a ledger stores, as rows, for one writer or reader at a time. The rules stand once, in the
/// extensions of this protocol; a ledger brings its tables, and undoes what a failed call wrote.
package protocol LedgerTables {
  /// A text in the form in which it is stored.
  associatedtype Text: Sendable

  /// Done by the caller, beside the others, before the tables are asked.
  static func prepared(_ text: NewText) -> Text

  // MARK: Texts

  /// `false` if the notification is here already.
  mutating func note(notification uuid: String) throws -> Bool
  /// Keeps a text; one that is here already, digit for digit, is not kept twice.
  mutating func keep(_ text: Text, about subject: TextSubject, at now: Timestamp) throws
  /// Whether a text that is no notification is here, digit for digit.
  func has(_ text: Text) throws -> Bool

  // MARK: Customers and lines

  func customer(_ number: CustomerRow.Number) throws -> CustomerRow?
  func customer(
    appTransactionId: String, in environment: AppStoreEnvironment
  ) throws -> CustomerRow?
  mutating func addCustomer(
    appTransactionId: String?, in environment: AppStoreEnvironment
  ) throws -> CustomerRow
  /// Writes the name and the moment; never the account.
  mutating func update(_ customer: CustomerRow) throws
  /// Gives another customer everything of a provisional one, whose row goes.
  mutating func move(
    everythingOf provisional: CustomerRow.Number, to customer: CustomerRow.Number) throws

  /// A number that no account has had.
  mutating func addAppleAccount() throws -> AppleAccountNumber
  mutating func put(_ customer: CustomerRow.Number, in account: AppleAccountNumber) throws
  /// The customers of an account, by number.
  func customers(of account: AppleAccountNumber) throws -> [CustomerRow]

  func line(
    originalTransactionId: String, in environment: AppStoreEnvironment
  ) throws -> LineRow?
  func lines(of customer: CustomerRow.Number) throws -> [LineRow]
  mutating func addLine(
    originalTransactionId: String, in environment: AppStoreEnvironment,
    owner: CustomerRow
  ) throws -> LineRow
  /// Writes whose the line is and what was decided; never the owner itself.
  mutating func update(_ line: LineRow) throws

  // MARK: The newest copies

  func transaction(_ transactionId: String, in line: LineRow) throws -> TransactionFact?
  func transactions(in line: LineRow) throws -> [TransactionFact]
  mutating func put(_ transaction: TransactionFact, in line: LineRow) throws
  func renewal(of line: LineRow) throws -> RenewalFact?
  mutating func put(_ renewal: RenewalFact, in line: LineRow) throws

  // MARK: Users

  mutating func link(
    _ user: String, to customer: CustomerRow.Number, in environment: AppStoreEnvironment,
    at now: Timestamp) throws
  /// Notes an `appAccountToken` that a transaction of the line carries.
  mutating func addToken(_ token: String, to line: LineRow) throws
  /// Who is linked to the user, or has a line with this token.
  func customers(
    ofUser user: String, token: String, in environment: AppStoreEnvironment
  ) throws -> [CustomerRow.Number]
  /// Linked users and tokens of a customer.
  func users(of customer: CustomerRow.Number) throws -> [String]

  // MARK: Grants

  func grants(of holder: GrantHolder) throws -> [Grant]
  /// Numbers the grant; the `id` that it brings counts for nothing.
  mutating func add(_ grant: Grant, for holder: GrantHolder) throws -> Grant
  /// `isLate` stays once it is said.
  mutating func redeem(_ grant: Int64, by redemption: Grant.Redemption?, isLate: Bool) throws
  /// `false` if its nonce was used before; then nothing is written.
  mutating func add(
    _ attempt: GrantRequest.Attempt, to grant: Int64, at now: Timestamp
  ) throws -> Bool
  /// Signatures under a grant to such a caller at such a moment.
  func countOfAttempts(
    under grant: Int64, to caller: GrantRequest.Attempt.Caller,
    at moment: GrantRequest.Attempt.Moment
  ) throws -> Int
  /// Grants of a UTC day, given as its first moment. None of them lapses before the day is over.
  func countOfGrants(
    ofDay day: Timestamp, offer: String, in environment: AppStoreEnvironment
  ) throws -> Int

  // MARK: Recorded assignments

  func record(like key: RecordKey, in environment: AppStoreEnvironment) throws -> RecordRow?
  /// Writes the first record of its key.
  mutating func add(_ record: RecordRow, in environment: AppStoreEnvironment) throws
  /// Writes what has been learned of a record; its assignment stays as it is.
  ///
  /// - Parameter isNewlyUsers: its id was not known as a user's before.
  mutating func update(
    _ record: RecordRow, isNewlyUsers: Bool, in environment: AppStoreEnvironment) throws
  func records(of unit: String, in environment: AppStoreEnvironment) throws -> [RecordRow]
  mutating func removeRecord(like key: RecordKey, in environment: AppStoreEnvironment) throws
  mutating func removeRecords(of unit: String, in environment: AppStoreEnvironment) throws
  /// By variant, in any order.
  func exposureCounts(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) throws -> [ExposureCounts]

  // MARK: Exposures that were counted

  mutating func note(exposure digest: [UInt8], period: Int64) throws
  /// Whether it was noted in this period or one beside it: a clock may be set back.
  func isNoted(exposure digest: [UInt8], period: Int64) throws -> Bool
  /// Forgets some of those that were noted before a period; the rest next time.
  mutating func prune(exposuresBefore period: Int64) throws

  // MARK: Aliases

  func alias(of anonymousId: String, in environment: AppStoreEnvironment) throws -> AliasRow?
  /// The oldest first.
  func aliases(
    of user: String, in environment: AppStoreEnvironment, limit: Int
  ) throws -> [AliasRow]
  /// Adds the first alias of its anonymous id.
  mutating func addAlias(
    _ alias: AliasRow, in environment: AppStoreEnvironment, at now: Timestamp) throws
  /// Writes who vouches for an alias, and whether it is contested.
  mutating func update(_ alias: AliasRow, in environment: AppStoreEnvironment) throws
  /// Which of these ids are known as users' (`isUser`). Every read and many a write of a user with
  /// aliases asks about all of them, so a ledger that can asks once.
  func users(among ids: [String], in environment: AppStoreEnvironment) throws -> Set<UTF8Key>
  mutating func removeAlias(_ anonymousId: String, in environment: AppStoreEnvironment) throws

  // MARK: Terms of phases

  /// As they are kept (`FrozenTerms.text`): each exposure asks, and they hardly ever differ.
  func termsText(of experiment: String, phase: Int) throws -> String?
  mutating func keep(_ terms: PhaseTerms) throws
  /// In any order.
  func frozenTerms() throws -> [PhaseTerms]

  // MARK: What stays of erased customers

  /// An id as it stays: nobody can tell it from the hash without knowing it.
  func hash(of id: ErasedId, in environment: AppStoreEnvironment) throws -> [UInt8]
  /// A text as `hash(of:in:)` keeps ids.
  func hash(of text: String) throws -> [UInt8]
  /// `false` while nobody was erased; spares the hashes.
  func hasRemnants() throws -> Bool
  func remnant(hash: [UInt8]) throws -> RemnantNumber?
  mutating func addRemnant() throws -> RemnantNumber
  mutating func put(_ remnant: RemnantNumber, inAccount account: AppleAccountNumber) throws
  /// The account of a customer who was erased, as long as others of it are here.
  func account(of remnant: RemnantNumber) throws -> AppleAccountNumber?
  mutating func add(hash: [UInt8], to remnant: RemnantNumber) throws
  func marks(of remnant: RemnantNumber) throws -> [HistoryMark]
  mutating func add(_ mark: HistoryMark, to remnant: RemnantNumber) throws
  /// Gives one remnant everything of another.
  mutating func merge(_ other: RemnantNumber, into remnant: RemnantNumber) throws
  /// Erases a customer with lines, texts, links and tokens; its grants go to the remnant without
  /// the ids of the transactions that redeemed them.
  mutating func erase(_ customer: CustomerRow.Number, leaving remnant: RemnantNumber) throws
}
