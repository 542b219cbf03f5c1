import HTTPDocuments
import LocalAppStore
import PaywallCatalog

/// One button of the page, and the body of `POST /v1/VERB` that it sends. A new cause gets its
/// button by one more line in ``all``, below the place of the button.
struct PageButton: Sendable {
  /// Tells it from the other buttons.
  let id: String
  let label: String
  /// Its verb, if that is not its id.
  let does: String?
  /// Members of the body that are always the same.
  let fixed: [String: JSONValue]
  /// The fields that the user of the page fills in.
  let fields: [PageField]
  let isPrimary: Bool
  let isShown: @Sendable (Subject) -> Bool
  /// Set by ``all``.
  var place = Place.clock

  init(
    _ id: String, _ label: String, does: String? = nil, fixed: [String: JSONValue] = [:],
    fields: [PageField] = [], isPrimary: Bool = false,
    isShown: @escaping @Sendable (Subject) -> Bool = { _ in true }
  ) {
    self.id = id
    self.label = label
    self.does = does
    self.fixed = fixed
    self.fields = fields
    self.isPrimary = isPrimary
    self.isShown = isShown
  }

  var verb: String { does ?? id }

  /// The place of a button. Each place adds the members of its subject to the body.
  enum Place: Sendable {
    /// Adds nothing.
    case clock, rate, newCustomer
    /// Adds `to`, the moment of the next event.
    case nextEvent
    /// Adds `customer`.
    case customer
    /// Adds `product` and `customer`.
    case subscription, cancellation, buy, pending, purchase
    /// Adds `transaction`; for `original`, the one of the first period.
    case transaction, original
    /// Adds `product`.
    case product
    /// Adds `id`.
    case review
  }

  /// The thing that a button is about.
  enum Subject: Sendable {
    case none
    case moment(Timestamp)
    case customer(StoreCustomerCard)
    case subscription(StoreSubscription, of: String)
    case transaction(StoreTransaction, hasRequest: Bool, now: Timestamp)
    case product(StoreProduct, buyer: String?)
    /// A purchase that waits for approval.
    case pending(PendingPurchaseCard, of: String)
    /// A purchase that does not renew.
    case purchase(StorePurchase, of: String)
    /// A message or an image that Apple holds.
    case reviewed(id: String, state: String)
  }
}

/// An input beside a button.
struct PageField: Sendable {
  /// The member of the body.
  let name: String
  let label: String
  let kind: Kind
  /// An empty value is left out of the body, or not accepted by the browser.
  var isRequired: Bool
  var sends: Value

  enum Kind: Sendable {
    case line(most: Int)
    case area
    case number(Int, Int)
    /// Each value with its words.
    case choice([(value: String, words: String)])
  }

  enum Value: Sendable {
    case text, number
  }

  init(
    _ name: String, _ label: String, _ kind: Kind, isRequired: Bool = false, sends: Value = .text
  ) {
    self.name = name
    self.label = label
    self.kind = kind
    self.isRequired = isRequired
    self.sends = sends
  }
}
