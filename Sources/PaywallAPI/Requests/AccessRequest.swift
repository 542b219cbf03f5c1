package import HTTPDocuments
package import PaywallCatalog
import PaywallDecisions
import PaywallTextCoding
package import Subscribers

/// The body of `POST /v1/customers/{id}/access`, which the team's server sends.
package struct AccessRequest {
  /// `nil`: a record of its own.
  package var id: String?
  package var source: GivenAccess.Source
  package var right: GivenAccess.Right
  package var until: Timestamp
  package var reason: String
  package var price: GivenAccess.Price?

  package init(_ body: JSONValue) throws(Problem) {
    var members = try MemberReader(body)
    source = try members.word("source", "a source") ?? .manual
    id = try members.filled("id")
    switch (try members.filled("entitlement"), try members.filled("product")) {
    case (let name?, nil): right = .entitlement(name)
    case (nil, let product?): right = .product(product)
    default:
      throw Problem(
        .accessIncomplete, "Send 'entitlement', an entitlement's name, or 'product' instead of it.",
        field: "entitlement")
    }
    let text = try members.required("until", "the first moment without access, in RFC 3339")
    guard let moment = Timestamp(rfc3339: text) else {
      throw Problem(.wrongType, "'until' must be a moment of RFC 3339 with a zone.", field: "until")
    }
    until = moment
    reason = try members.text("reason") ?? ""
    try Limits.check(reason, of: "reason")
    if source == .manual, reason.allSatisfy(\.isWhitespace) {
      throw Problem(
        .accessIncomplete, "Send 'reason': why access is given by hand.", field: "reason")
    }
    if source != .manual, id == nil {
      throw Problem(
        .accessIncomplete, "Send 'id': the id of the purchase in the other store.", field: "id")
    }
    price = try members.price()
    try members.finish()
  }
}

extension GivenAccess {
  /// Refuses what the configuration does not know, and an end that is too early or too late.
  package func check(in snapshot: Snapshot) throws(Problem) {
    switch right {
    case .entitlement(let name):
      let known = Set(snapshot.products.values.flatMap(\.entitlements))
      guard known.contains(where: { $0.hasSameUTF8(as: name) }) else {
        throw Problem(
          .unknownEntitlement,
          "No product of the configuration gives '\(name.prefix(64))'. Known are: \(known.sorted { $0.precedes($1) }.joined(separator: ", ")).",
          field: "entitlement")
      }
    case .product(let id):
      guard let product = snapshot.products[id], !product.entitlements.isEmpty else {
        throw Problem(
          .unknownProduct,
          "The configuration has no product '\(id.prefix(64))' with entitlements.", field: "product"
        )
      }
    }
    guard until <= givenAt.adding(Self.longest) else {
      throw Problem(
        .accessOutOfRange, "Access may end ten years from now at the latest.", field: "until")
    }
    guard source != .manual || until > givenAt else {
      throw Problem(
        .accessOutOfRange, "'until' has passed: send a moment that lies ahead.", field: "until")
    }
  }

  /// Refuses an id that is blank or a placeholder of a program.
  package static func check(holder id: String, of name: String = "id") throws(Problem) {
    try Limits.check(id, of: name)
    guard !id.isEmpty, !PlaceholderId.contains(id) else {
      throw Problem(
        .unknownCustomer,
        "'\(id)' is blank or a program's placeholder, and no person's id: send the id of one.",
        field: name)
    }
  }
}

extension MemberReader {
  fileprivate mutating func price() throws(Problem) -> GivenAccess.Price? {
    let amount = try whole(
      "priceMilliunits", in: 0...Int64.max, "a whole number of thousandths of the currency's unit")
    let currency = try text("currency")
    guard amount != nil || currency != nil else { return nil }
    guard let amount, let currency else {
      throw Problem(
        .accessIncomplete, "Send 'priceMilliunits' and 'currency', or neither.", field: "currency")
    }
    guard currency.utf8.count == 3, currency.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
      throw Problem(.wrongType, "'currency' must be a code of ISO 4217.", field: "currency")
    }
    return GivenAccess.Price(milliunits: Int64(amount), currency: currency)
  }
}
