/// The state of a server among those that share its ledger.
package struct NodeStanding: Hashable, Sendable {
  /// The id of its state folder.
  package var id: String
  package var version: String
  /// Milliseconds by which its clock is at least ahead of the database's; `nil` if they were not
  /// compared yet.
  package var clock: Int64?
  /// Milliseconds since the changes of other servers were read; `nil` before that.
  package var lag: Int64?

  package init(id: String, version: String, clock: Int64?, lag: Int64?) {
    self.id = id
    self.version = version
    self.clock = clock
    self.lag = lag
  }
}
