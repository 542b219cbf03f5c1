import Foundation

/// The state that an earlier run of the app stored. A class, because every copy of so large a value
/// would be code.
final class StoredState: Sendable {
  /// The visitor; `nil` if there is none; the storage could be read nevertheless.
  let visitor: VisitorIds?
  let time: ServerTime.Stored?
  let assignments: Assignments?
  let queue: [OutboxEntry]
  let purchases: StoredPurchases

  static let visitorFile = "visitor"
  static let timeFile = "time"
  static let assignmentsFile = "assignments"

  /// `nil` if nothing can be read, such as on a device that was not unlocked since its start.
  init?(_ storage: any Storage) {
    do { _ = try storage.read(Self.visitorFile) } catch { return nil }
    visitor = storage.value(VisitorIds.self, at: Self.visitorFile)
    time = storage.value(ServerTime.Stored.self, at: Self.timeFile)
    assignments = storage.value(Assignments.self, at: Self.assignmentsFile)
    purchases = StoredPurchases(storage)
    queue = ((try? storage.names(from: OutboxEntry.prefix)) ?? []).compactMap { name in
      guard let message = storage.value(OutboxEntry.Message.self, at: name) else { return nil }
      return OutboxEntry(message: message, file: name)
    }
  }
}
