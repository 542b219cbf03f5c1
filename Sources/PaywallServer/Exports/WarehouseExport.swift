import Foundation
package import Ledger
import LedgerStorage
import PaywallAtomicFile
package import PaywallCatalog
import PaywallTextCoding

/// An export of a ledger to a folder, for a warehouse: what is new, changed or gone since the run
/// before, as of one moment, in compressed files that never change.
package struct WarehouseExport: Sendable {
  package var folder: String
  package var terms: Terms
  /// The folder of another export, after which this one goes on in a new folder.
  package var since: String?
  /// Files of older days are removed.
  package var keep: Period?
  package var isCreating = true
  /// The number of rows that are sorted in memory, in 24 bytes each.
  package var rowsInMemory = 1 << 20
  /// Called between two steps, for tests of a process that ends there.
  package var step: @Sendable (String) -> Void = { _ in }

  /// The same for all runs in a folder.
  package struct Terms: Sendable {
    package var profile: ExportProfile
    package var format: ExportFormat
    package var ids: ExportIds

    package init(
      _ profile: ExportProfile, _ format: ExportFormat = .csv, _ ids: ExportIds = .plain
    ) {
      self.profile = profile
      self.format = format
      self.ids = ids
    }
  }

  /// The outcome of a run.
  package struct Summary: Hashable, Sendable {
    package var run: Int
    /// None if nothing has changed.
    package var files: [ExportCursor.File]
  }

  package init(to folder: String, _ terms: Terms) {
    self.folder = folder
    self.terms = terms
  }

  /// - Parameter snapshot: of the products and rates; the profile `ledger` needs none.
  package func run(
    _ ledger: any Ledger, _ snapshot: Snapshot?, at now: Timestamp
  ) async throws -> Summary {
    let place = try ExportFolder(folder, isCreating: isCreating)
    do {
      try place.recover(step)
      let result = try await ledger.readPlain { tables in
        // The ledger would take a problem of the disk for one of its own.
        do {
          return Result<_, ExportProblem>.success(try write(tables, snapshot, to: place, at: now))
        } catch {
          place.abandon()
          guard let problem = error as? ExportProblem else { throw error }
          return .failure(problem)
        }
      }
      return try publish(try result.get(), in: place)
    } catch let error as ExportProblem {
      throw error
    } catch let error as LedgerFailure {
      throw error
    } catch let error as AtomicFileError {
      throw ExportProblem.disk(error.path, error.reason)
    } catch {
      throw ExportProblem.disk(folder, error.systemWords)
    }
  }

  private func tables(_ snapshot: Snapshot?) -> [PlainTable] {
    switch terms.profile {
    case .ledger: PlainTable.all
    case .revenuecat: snapshot.map { [.revenueCat($0)] } ?? []
    }
  }

  /// Writes the files of a run beside the published ones.
  private func write(
    _ ledger: any SQLTables, _ snapshot: Snapshot?, to place: ExportFolder, at now: Timestamp
  ) throws -> Written {
    let name = SaltedHash.of("export", salt: ledger.salt).hexadecimal
    let own = try ExportFolder.cursor(in: folder)
    if let own { try place.check(own) }
    let former = try own ?? since.map { try Self.begun(in: $0) }
    let from = own == nil ? since ?? folder : folder
    if let former { try check(former, from, name) }
    let state = try former.map { try ExportState("\(from)/\($0.state.name)") }
    let run = ExportRun(number: (former?.run ?? 0) + 1, at: now)
    var cursor = ExportCursor(
      ledger: name, profile: terms.profile.rawValue, format: terms.format.rawValue,
      ids: terms.ids.name, run: run.number, at: now.rfc3339, files: [],
      state: ExportCursor.File(name: ".state/\(run.number)", bytes: 0, rows: 0))
    try place.begin()
    var written = try NewState(place.partial(cursor.state.name))
    let number = String("00000\(run.number)".suffix(max(6, "\(run.number)".count)))
    for source in tables(snapshot) {
      let table = ExportedTable(source, terms, salt: ledger.salt)
      let name = "\(source.name)/\(run.day)-\(number).\(terms.format.rawValue).gz"
      var file = CompressedFile(place.partial(name), header: table.header)
      var rows = RowComparison(
        with: try state?.rows(of: source.name),
        sorting: RowSorter(place.partial("\(source.name).rows"), limit: rowsInMemory))
      try written.add(source.name) { state in
        try table.writeChanges(in: ledger, comparing: &rows, to: &state, run: run) {
          try file.write($0)
        }
      }
      // A load by a pattern fails if a table has no file.
      if let bytes = try file.close(isNeeded: own == nil) {
        cursor.files.append(.init(name: name, bytes: bytes, rows: file.rows))
      }
      step("wrote \(source.name)")
    }
    cursor.state.bytes = try written.close()
    step("state")
    return Written(cursor: cursor, own: own, tables: tables(snapshot))
  }

  private struct Written: Sendable {
    let cursor: ExportCursor
    /// The cursor of the folder before the run.
    let own: ExportCursor?
    let tables: [PlainTable]
  }

  private func publish(_ written: Written, in place: ExportFolder) throws -> Summary {
    var cursor = written.cursor
    if cursor.files.isEmpty, var own = written.own {
      place.abandon()
      own.at = cursor.at
      cursor = own
      try place.note(cursor)
    } else {
      for dialect in ExportDialect.allCases {
        let schema = dialect.schema(
          written.tables.map { ExportedTable($0, terms, salt: []).written })
        try AtomicFile.replace("\(folder)/\(dialect.file)", with: Array(schema.utf8))
      }
      try place.commit(cursor, step)
    }
    let oldest =
      keep.map { keep in
        cursor.moment.map { $0.adding(milliseconds: -Int64(keep.approximateSeconds) * 1000) }
      } ?? nil
    place.prune(
      cursor, of: written.tables.map(\.name), before: oldest.map { String($0.rfc3339.prefix(10)) })
    return Summary(run: cursor.run, files: written.cursor.files)
  }

  private static func begun(in folder: String) throws(ExportProblem) -> ExportCursor {
    if let cursor = try ExportFolder.cursor(in: folder) { return cursor }
    throw ExportProblem(
      "the folder '\(folder)' has no cursor.json",
      help: "name the folder of an export, or leave --since out for every row")
  }

  private func check(
    _ cursor: ExportCursor, _ folder: String, _ ledger: String
  ) throws(ExportProblem) {
    guard cursor.ledger == ledger else {
      throw .otherLedger("\(folder)/\(ExportFolder.cursor)")
    }
    guard cursor.profile == terms.profile.rawValue else {
      throw .otherTerms(folder, "the profile \(cursor.profile)")
    }
    guard cursor.format == terms.format.rawValue else {
      throw .otherTerms(folder, "the format \(cursor.format)")
    }
    guard cursor.ids == terms.ids.name else {
      let form = cursor.ids.prefix { $0 != " " }
      throw .otherTerms(
        folder, form == terms.ids.form.rawValue ? "ids of another key" : "\(form) ids")
    }
  }
}
