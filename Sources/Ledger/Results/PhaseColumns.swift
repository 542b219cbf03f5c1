import PaywallCatalog
import PaywallTextCoding
package import Subscribers

/// The persons of a phase in a compact form: 4 bytes for each without a customer, a few tens for the
/// others and for a purchase. It depends on no rate, window or moment, so that a report is computed
/// from it again without the ledger.
package struct PhaseColumns: PersonReducer {
  /// Values that many persons share.
  package struct Group: Hashable, Sendable {
    package var variant: Int
    package var placement: Int
    package var dimensions: RecordDetails.Number?
    package var isConflicted: Bool
    package var isHeldOut: Bool

    package init(_ person: PersonFacts) {
      variant = person.variant
      placement = person.placement
      dimensions = person.dimensions
      isConflicted = person.isConflicted
      isHeldOut = person.isHeldOut
    }

    package init(_ row: ExposedRow) { self.init(PersonFacts(row)) }
  }

  package private(set) var groups: [Group] = []
  /// The persons of one unit without a known customer or covariate, by group.
  package private(set) var strangers: [ExposureTimes] = []
  /// The other persons. Removed ones keep their place.
  package private(set) var persons: [Person] = []
  /// Sorted by the person.
  package private(set) var purchases: [Purchase] = []
  /// Sorted by the person.
  package private(set) var events: [Event] = []
  package private(set) var returns: [Return] = []
  package private(set) var currencies: [String] = []
  package private(set) var products: [BoughtProduct] = []
  /// The spends before first exposures, by currency.
  package private(set) var spends: [[String: Int64]] = []
  /// How many of `persons` are removed.
  package private(set) var removed = 0

  private var groupNumbers: [Group: Int] = [:]
  private var currencyNumbers: [UTF8Key: UInt8] = [:]
  /// Numbers by the id, and the plan behind it; ids have no spaces.
  private var productNumbers: [UTF8Key: UInt16] = [:]
  private var spendNumbers: [[String: Int64]: UInt32] = [:]

  package init() {}

  package mutating func number(of group: Group) -> Int {
    if let known = groupNumbers[group] { return known }
    groupNumbers[group] = groups.count
    groups.append(group)
    strangers.append(ExposureTimes())
    return groups.count - 1
  }

  /// The number of a currency, from 1; 0 for none, and for one beyond the 254 that are kept.
  package mutating func number(ofCurrency code: String?) -> UInt8 {
    guard let code, !code.isEmpty else { return 0 }
    if let known = currencyNumbers[UTF8Key(code)] { return known }
    guard currencies.count < 254 else { return 0 }
    currencies.append(code)
    currencyNumbers[UTF8Key(code)] = UInt8(currencies.count)
    return UInt8(currencies.count)
  }

  /// The number of a product on a billing plan, from 1; 0 for one beyond the 65,534 that are kept.
  package mutating func number(
    ofProduct id: String, on plan: OpenEnum<BillingPlanType>? = nil
  ) -> UInt16 {
    let plan = plan?.known == .billedUpFront ? nil : plan?.raw  // As the usual one, which is nil.
    let key = UTF8Key(plan.map { "\(id) \($0)" } ?? id)
    if let known = productNumbers[key] { return known }
    guard products.count < Int(UInt16.max) - 1 else { return 0 }
    products.append(BoughtProduct(id: id, billingPlan: plan))
    productNumbers[key] = UInt16(products.count)
    return UInt16(products.count)
  }

  /// Returns numbers from 1; 0 if nothing is known.
  package mutating func number(ofSpend spend: [String: Int64]?) -> UInt32 {
    guard let spend else { return 0 }
    if let known = spendNumbers[spend] { return known }
    spends.append(spend)
    spendNumbers[spend] = UInt32(spends.count)
    return UInt32(spends.count)
  }

  package mutating func add(_ person: PersonFacts) { _ = insert(person) }

  /// - Returns: the place among `persons`; `nil` of a stranger.
  package mutating func insert(_ person: PersonFacts) -> UInt32? {
    let group = number(of: Group(person))
    let isStranger =
      person.units == 1 && !person.hasCustomer && !person.hasSeveralCustomers
      && person.spendBefore == nil && person.transactions.isEmpty && person.events.isEmpty
    guard !isStranger else {
      strangers[group].insert(person.at.milliseconds)
      return nil
    }
    let place = append(
      Person(
        at: person.at.milliseconds, group: UInt32(group), units: UInt32(person.units),
        spend: number(ofSpend: person.spendBefore), hasCustomer: person.hasCustomer,
        hasSeveralCustomers: person.hasSeveralCustomers))
    var chains: [UTF8Key: UInt16] = [:]
    func chain(_ id: String) -> UInt16 {
      let number = chains[UTF8Key(id)] ?? UInt16(clamping: chains.count)
      chains[UTF8Key(id)] = number
      return number
    }
    for fact in person.transactions {
      append(
        fact, of: place, chain: chain(fact.originalTransactionId),
        isContradicted: person.contradicted.contains(UTF8Key(fact.transactionId)))
    }
    for event in person.events {
      append(
        Event(
          at: event.at.milliseconds, person: place, chain: chain(event.originalTransactionId),
          kind: event.kind))
    }
    return place
  }

  package mutating func insert(_ at: Int64, inGroup group: Int) { strangers[group].insert(at) }

  /// - Returns: whether there was one.
  package mutating func remove(_ at: Int64, fromGroup group: Int) -> Bool {
    strangers[group].remove(at)
  }

  package mutating func append(_ person: Person) -> UInt32 {
    persons.append(person)
    return UInt32(persons.count - 1)
  }

  /// Call `sort()` after purchases of an earlier person.
  package mutating func append(_ purchase: Purchase) { purchases.append(purchase) }

  /// - Parameter isContradicted: by another transaction that names the same purchase.
  package mutating func append(
    _ fact: TransactionFact, of person: UInt32, chain: UInt16, isContradicted: Bool
  ) {
    var purchase = Purchase(fact, of: person, chain: chain, &self)
    if isContradicted { purchase.marks.insert(.isContradicted) }
    append(purchase)
  }

  package mutating func append(_ event: Event) { events.append(event) }

  /// The place of the last return of a purchase, from 1; 0 if nothing was given back.
  package mutating func append(returnsOf fact: TransactionFact) -> UInt32 {
    fact.returns.reduce(0) { earlier, next in
      returns.append(Return(at: next.at.milliseconds, share: next.share, earlier: earlier))
      return UInt32(returns.count)
    }
  }

  /// Returns the refunds of a purchase, the earliest first.
  package func returns(of purchase: Purchase) -> [Return] {
    var (found, place): ([Return], UInt32) = ([], purchase.returned)
    while place > 0 {
      found.append(returns[Int(place) - 1])
      place = returns[Int(place) - 1].earlier
    }
    return found.reversed()
  }

  package mutating func reserve(persons: Int, purchases: Int) {
    self.persons.reserveCapacity(persons)
    self.purchases.reserveCapacity(purchases)
  }

  package mutating func sort() {
    purchases.sort { $0.person < $1.person }
    events.sort { $0.person < $1.person }
  }

  /// Gives back what arrays hold in reserve.
  package mutating func trim() {
    for index in strangers.indices { strangers[index].trim() }
  }

  package mutating func remove(person place: UInt32) {
    guard !persons[Int(place)].isRemoved else { return }
    persons[Int(place)].isRemoved = true
    removed += 1
  }
}

extension PhaseColumns {
  /// A person with a customer, with several units, or with covariates.
  package struct Person: Sendable {
    /// When the first exposure was rendered, in milliseconds since 1970.
    package var at: Int64
    package var group: UInt32
    package var units: UInt32
    /// `number(ofSpend:)`.
    package var spend: UInt32
    package var hasCustomer: Bool
    package var hasSeveralCustomers: Bool
    package var isRemoved = false

    package init(
      at: Int64, group: UInt32, units: UInt32, spend: UInt32, hasCustomer: Bool,
      hasSeveralCustomers: Bool
    ) {
      self.at = at
      self.group = group
      self.units = units
      self.spend = spend
      self.hasCustomer = hasCustomer
      self.hasSeveralCustomers = hasSeveralCustomers
    }
  }

  /// A transaction of a person. Times are milliseconds since 1970.
  package struct Purchase: Sendable {
    package var at: Int64
    /// Milliunits of the currency.
    package var price: Int64
    package var person: UInt32
    /// The place of the last one in `returns`, from 1; 0 if nothing was given back.
    package var returned: UInt32
    /// Counted within the person.
    package var chain: UInt16
    /// `number(ofCurrency:)`.
    package var currency: UInt8
    package var marks: Marks
    /// `number(ofProduct:)`.
    package var product: UInt16

    package init(
      at: Int64, price: Int64, person: UInt32, returned: UInt32, chain: UInt16, currency: UInt8,
      marks: Marks, product: UInt16
    ) {
      self.at = at
      self.price = price
      self.person = person
      self.returned = returned
      self.chain = chain
      self.currency = currency
      self.marks = marks
      self.product = product
    }
  }

  package struct Marks: OptionSet, Hashable, Sendable {
    package var rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// No family member's.
    package static let isOwn = Marks(rawValue: 1)
    package static let hasTime = Marks(rawValue: 2)
    package static let isPaid = Marks(rawValue: 4)
    /// A purchase or a trial; a renewal continues one.
    package static let isStart = Marks(rawValue: 8)
    package static let isSubscription = Marks(rawValue: 16)
    package static let hasPrice = Marks(rawValue: 32)
    /// The subscription is a year old.
    package static let isAfterYear = Marks(rawValue: 64)
    /// Seats that were added to a period; it is no start.
    package static let isAddition = Marks(rawValue: 128)
    /// Its original date is when it was bought.
    package static let isNonConsumable = Marks(rawValue: 256)
    /// Another transaction names the same purchase and contradicts this one (`CopyContradiction`).
    package static let isContradicted = Marks(rawValue: 512)
  }

  /// The share of a purchase that was refunded from a moment on.
  package struct Return: Sendable {
    package let at: Int64
    package let share: Share
    /// The place in `returns` of the one before, from 1.
    fileprivate let earlier: UInt32

    /// Rounded down.
    package func amount(of price: Int64) -> Int64 { share.of(price) }
  }

  package struct Event: Sendable {
    package var at: Int64
    package var person: UInt32
    package var chain: UInt16
    package var kind: RenewalEvent.Kind

    package init(at: Int64, person: UInt32, chain: UInt16, kind: RenewalEvent.Kind) {
      self.at = at
      self.person = person
      self.chain = chain
      self.kind = kind
    }
  }
}
