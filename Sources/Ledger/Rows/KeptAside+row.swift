extension KeptAside {
  package static let columns = "number, uuid, type, signed_at, received_at, content"

  package init(_ row: some LedgerRow) throws {
    self.init(
      number: row.int64(0), uuid: try row.plain(1), type: try row.plain(2),
      signedDate: row.moment(3), receivedAt: row.moment(4) ?? .epoch, content: try row.plain(5))
  }
}
