import HTTPDocuments
import LocalAppStore

/// Reads causes of what is bought by the seat or as part of a bundle.
enum SeatReader {
  static let verbs: [String: CauseReader.Read] = [
    "seat-terms": { body in
      let product = try body.product()
      return .sellBySeat(product: product, try terms(of: &body))
    },
    "renewal-seats": { body in
      .setRenewalSeats(
        try body.whole("seats", "how many renew"), product: try body.product(),
        by: try body.customer())
    },
    "refund-seats": { body in
      let seats = try body.whole("seats", "how many are refunded")
      return .refundSeats(
        seats, of: try body.transaction(),
        try body.word("reason", [RefundReason.other, .troubleWithApp], or: .other) { "\($0)" })
    },
    "assign-seat": { body in
      let holder = try body.name("to", "the id of the customer who gets it")
      return .assignSeat(product: try body.product(), by: try body.customer(), to: holder)
    },
    "unassign-seat": { body in
      let holder = try body.name("from", "the id of the customer who loses it")
      return .unassignSeat(product: try body.product(), by: try body.customer(), from: holder)
    },
    "join-bundle": { body in
      let bundle = try body.name("bundle", "the id of the bundle")
      return .joinBundle(
        bundle, product: try body.product(), by: try body.customer(), try body.price())
    },
    "leave-bundle": { .leaveBundle(product: try $0.product(), by: try $0.customer()) },
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
