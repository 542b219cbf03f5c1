import Ledger
import PaywallCatalog
import PaywallDecisions

extension Visitor {
  /// The kind of id with which an assignment was drawn; `nil` if this visitor sent another. An id
  /// that was sent as both kinds is a user's.
  func origin(of assignment: RecordedAssignment) -> IdOrigin? { origin(of: assignment.unit) }

  /// The kind of id with which a unit was sent; `nil` if this visitor sent another.
  func origin(of unit: String) -> IdOrigin? {
    func isSent(_ id: UnitValue) -> Bool {
      id.text.map { $0.utf8.elementsEqual(unit.utf8) } ?? false
    }
    if isSent(id(for: .userId)) { return .userId }
    return isSent(id(for: .anonymousId)) ? .anonymousId : nil
  }
}
