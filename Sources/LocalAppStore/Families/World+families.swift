import PaywallCatalog

extension World {
  /// A customer joins the family of another one, who becomes its organizer if they have none. Each
  /// of them then has the purchases that the others share.
  package mutating func joinFamily(_ id: String, of organizerId: String) throws(StoreRefusal) {
    let (member, organizer) = (try customer(id), try customer(organizerId))
    guard member != organizer else { throw .alreadyInFamily(id) }
    guard customers[member].family == nil else { throw .alreadyInFamily(id) }
    let index: Int
    if let family = customers[organizer].family {
      guard families[family].members.first == organizer else { throw .notOrganizer(organizerId) }
      guard families[family].members.count < StoreFamily.mostMembers else { throw .familyIsFull }
      index = family
    } else {
      index = families.count
      families.append(StoreFamily(members: [organizer]))
      customers[organizer].family = index
    }
    families[index].members.append(member)
    customers[member].family = index
    for payer in families[index].members { updateShares(of: payer) }
  }

  /// A customer leaves their family: they lose what the others share, and the others what they share.
  /// A family without its organizer or with one member is none.
  package mutating func leaveFamily(_ id: String) throws(StoreRefusal) {
    let customer = try customer(id)
    guard let family = customers[customer].family else { throw .notInFamily(id) }
    let before = families[family].members
    families[family].members.removeAll { $0 == customer }
    if before.first == customer || families[family].members.count == 1 {
      families[family].members = []
    }
    for member in before where !families[family].members.contains(member) {
      customers[member].family = nil
    }
    for payer in before { updateShares(of: payer) }
  }

  /// A customer turns the sharing of a purchase with their family on or off.
  ///
  /// - Parameter productId: of a subscription that runs, or of a purchase for good.
  package mutating func setSharing(
    _ isOn: Bool, _ productId: String, by id: String
  ) throws(StoreRefusal) {
    let product = try product(productId)
    let customer = try customer(id)
    guard product.isFamilyShareable else { throw .notShareable(productId) }
    if product.subscription != nil {
      let index = try running(productId, of: id)
      subscriptions[index].isShared = isOn
    } else {
      let index = customers[customer].purchases.last {
        purchases[$0].payer == nil && purchases[$0].transaction.productId == productId
      }
      guard let index else { throw .notBought(productId) }
      purchases[index].isShared = isOn
    }
    updateShares(of: customer)
  }

  /// The name of the organizer of a customer's family, and those of all its members.
  package func family(of id: String) throws(StoreRefusal) -> (organizer: String, members: [String])?
  {
    guard let family = customers[try customer(id)].family else { return nil }
    let names = families[family].members.map { customers[$0].id }
    return names.first.map { ($0, names) }
  }

  /// The id of the customer who pays for a subscription that a family member has.
  package func payerId(of subscription: StoreSubscription) -> String? {
    subscription.payer.map { customers[subscriptions[$0].customer].id }
  }

  /// Everyone else in the family of a customer.
  func relatives(of customer: Int) -> [Int] {
    guard let family = customers[customer].family else { return [] }
    return families[family].members.filter { $0 != customer }
  }

  /// Gives and takes access after a change of the family or of what is shared.
  private mutating func updateShares(of payer: Int) {
    for index in ownSubscriptions(of: payer) { updateShares(ofSubscription: index) }
    for index in customers[payer].purchases where purchases[index].payer == nil {
      updateShares(ofPurchase: index)
    }
  }
}

extension StoreTransaction.Revocation {
  /// A family member loses access; Apple documents no reason of its own for it.
  static func lossOfSharing(at now: Timestamp) -> Self {
    Self(date: now, reason: .other, kind: .lossOfSharing)
  }
}
