import Catalog
import Decisions
import Ledger
import Subscribers

extension Asked {
  /// The ids under which assignments of this visitor may be recorded.
  var units: [String] {
    let ids = [visitor.id(for: .userId).text, visitor.id(for: .anonymousId).text]
    return ids.compactMap { $0 }
  }

  /// Whether recorded assignments could turn this visitor's answer: asked of memory, at once.
  func needsRecords(
    at placement: String, in entry: RequestScope.Entry, _ ledger: any Ledger
  ) -> Bool {
    entry.release.compiled.needsRecords(at: placement)
      && units.contains { ledger.mayHaveAssignments(of: $0, in: environment) }
  }

  /// With the recorded assignments of the visitor, where there could be some, if that takes no
  /// waiting.
  func withRememberedRecords(
    at placement: String, in entry: RequestScope.Entry, _ ledger: any Ledger
  ) -> Asked? {
    guard needsRecords(at: placement, in: entry, ledger) else { return self }
    guard let records = ledger.rememberedAssignments(of: units, in: environment) else { return nil }
    var asked = self
    asked.records = records.afterLogin(as: visitor.id(for: .userId).text)
    return asked
  }

  /// With the recorded assignments of the visitor, where there could be some. If they cannot be
  /// read, nobody is enrolled on a guess.
  func withRecords(
    at placements: [String], in entry: RequestScope.Entry, _ parts: ServerParts, at now: Timestamp
  ) async -> Asked {
    guard placements.contains(where: { needsRecords(at: $0, in: entry, parts.ledger) }) else {
      return self
    }
    do throws(LedgerFailure) {
      var asked = self
      asked.records = try await parts.ledger.assignments(of: units, in: environment)
        .afterLogin(as: visitor.id(for: .userId).text)
      return asked
    } catch {
      parts.note(error)
      return withoutLedger(in: entry, at: now)
    }
  }
}
