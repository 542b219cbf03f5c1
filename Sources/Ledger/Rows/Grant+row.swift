import PaywallCatalog
package import PaywallSubscribers

extension Grant {
  package static let columns = """
    id, environment, kind, offer, offer_id, product, granted_at, release, experiment, variant,
    redeemed_by, redeemed_at
    """

  package init(row: some LedgerRow) throws {
    let redemption =
      if let transactionId = row.text(10), let date = row.moment(11) {
        Redemption(transactionId: transactionId, purchaseDate: date)
      } else {
        nil as Redemption?
      }
    self.init(
      id: row.int64(0), environment: try AppStoreEnvironment(code: row.int(1)),
      offer: try row.required(3), offerId: try row.required(4), product: try row.required(5),
      kind: try row.known(2, "a grant of an unknown kind"), grantedAt: row.moment(6) ?? .epoch,
      release: try row.required(7),
      experiment: row.text(8), variant: row.text(9), redemption: redemption)
  }
}
