import Catalog
package import Subscribers

extension HistoryMark {
  /// Marks in an order that does not depend on how they were found.
  package static func inOrder(_ marks: some Sequence<HistoryMark>) -> [HistoryMark] {
    marks.sorted { $0.place < $1.place }
  }

  private var place: (Int, String, Int64) {
    switch self {
    case .everSubscribed: (0, "", 0)
    case .introductory(let groupId): (1, groupId, 0)
    case .redemption(let offerId, let moment): (2, offerId, moment.milliseconds)
    }
  }
}
