import HTTPDocuments
import LocalAppStore

/// Reads causes of purchases by the seat or as part of a bundle.
enum SeatReader {
  static let verbs: [String: CauseReader.Read] = [
    "seat-terms": { body in
      let product = try body.product()
      let terms = try terms(of: &body)
      return StoreCause(.app) { try $0.sellBySeat(product, terms) }
    },
    "renewal-seats": { body in
      let seats = try body.whole("seats", "how many renew")
      return try CauseReader.ofPurchase { try $0.setRenewalSeats(seats, of: $1, by: $2) }(&body)
    },
    "refund-seats": { body in
      let seats = try body.whole("seats", "how many are refunded")
      let (transaction, reason) = (try body.transaction(), try body.refundReason())
      return StoreCause(.transaction(transaction)) {
        try $0.refundSeats(seats, of: transaction, because: reason)
      }
    },
    "assign-seat": { body in
      let holder = try body.name("to", "the id of the customer who gets it")
      return try CauseReader.ofPurchase { try $0.assignSeat(of: $1, by: $2, to: holder) }(&body)
    },
    "unassign-seat": { body in
      let holder = try body.name("from", "the id of the customer who loses it")
      return try CauseReader.ofPurchase { try $0.unassignSeat(of: $1, by: $2, from: holder) }(&body)
    },
    "join-bundle": { body in
      let bundle = try body.name("bundle", "the id of the bundle")
      let (product, customer) = (try body.product(), try body.customer())
      let price = try body.price()
      return StoreCause(.customer(customer)) {
        try $0.joinBundle(bundle, with: product, for: price, by: customer)
      }
    },
    "leave-bundle": CauseReader.ofPurchase { try $0.leaveBundle($1, by: $2) },
  ]

  private static func terms(of body: inout MemberReader) throws -> SeatTerms {
    let invitations = try body.word(
      "invitations", SeatInvitations.allCases, or: .apple
    ) { $0.rawValue }
    guard let member = body.take("discounts") else { return SeatTerms(invitations: invitations) }
    guard case .list(let items) = member.value else {
      throw MemberReader.wrong(member, "a list of objects with 'from' and 'price'")
    }
    let discounts = try items.map { item in
      var discount = try MemberReader(item, called: "discounts")
      let terms = SeatTerms.Discount(
        from: try discount.whole("from", "the first seat of this price"),
        price: try discount.price())
      try discount.finish()
      return terms
    }
    return SeatTerms(invitations: invitations, discounts: discounts)
  }
}
