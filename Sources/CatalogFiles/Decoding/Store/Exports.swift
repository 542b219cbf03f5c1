internal import PaywallCatalog
import PaywallTextCoding
internal import YAMLText

enum ExportsFileKey: String, FileKey { case exports }

enum ExportKey: String, FileKey { case folder, profile, format, ids, key, hour, every, keep }

extension ExportSchedule {
  private static let mostExports = 10
  private static let example = "/var/lib/paywall/exports/ledger"
  /// Seconds: each run reads the whole ledger.
  private static let shortest = 900

  /// Reads `store/exports.yaml`.
  static func all(_ file: MappingReader<ExportsFileKey>) -> [ExportSchedule] {
    file.context.refuseMore(than: mostExports, "exports", in: file.node(.exports))
    let declared = file.named(
      .exports, "exports", "Exports to a data warehouse, by a name of yours.",
      help: "write 'exports: {}' for none", of: schedule
    ).values
    for (later, first) in declared.repeated(by: { UTF8Key($0.schedule.plainFolder) }) {
      file.context.error(
        .duplicate, at: later.folder, "'\(first.schedule.name)' writes to this folder too",
        help: "name a folder of its own: a folder holds one export")
    }
    return declared.map(\.schedule)
  }

  /// The folder, however its slashes are written.
  private var plainFolder: String {
    folder.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
  }

  private static func schedule(
    _ name: EntityName
  ) -> NodeDecoder<(schedule: ExportSchedule, folder: SourceRange)> {
    .mapping("an export", named: name.range) { (keys: MappingReader<ExportKey>) in
      let folder = keys.required(
        .folder,
        .text("an absolute path", example: example, .text("^/").examples([example])) {
          $0.hasPrefix("/")
        },
        "An absolute path on the server; make it there. Of several servers, one that has it writes.",
        help: "write where the files go, like 'folder: \(example)'")
      let profile: ExportProfile = keys.optional(
        .profile, .choice, default: .ledger,
        "The tables of the ledger, or one with the columns of RevenueCat's exports.")
      let format: ExportFormat = keys.optional(
        .format, .choice, default: .csv, "The form of the rows.")
      let ids: ExportIdForm = keys.optional(
        .ids, .choice, default: .plain,
        "Ids of persons, devices and purchases: as they are, hashed with the key, or left out.")
      let key = keys.optional(
        .key, .secretPlace("file:/etc/paywall/keys/export.key"),
        "The place of the key of hashed ids; never the key.")
      if (ids == .hashed) != (keys.node(.key) != nil),
        let range = (keys.node(.key) ?? keys.node(.ids))?.range
      {
        keys.context.error(
          .contradiction, at: range,
          ids == .hashed ? "hashed ids need a key" : "only hashed ids have a key",
          help: ids == .hashed
            ? "write its place, like 'key: file:/etc/paywall/keys/export.key'"
            : "write 'ids: hashed', or remove the key")
      }
      let hour = keys.optional(.hour, .integer(0...23), default: 3, "Each day at this hour, UTC.")
      let every = keys.optional(
        .every, .period, "Instead of an hour: after each such time, PT15M at least.")
      if let every, every.approximateSeconds < shortest, let node = keys.node(.every) {
        keys.context.error(
          .invalidValue, at: node.range, "each run reads the whole ledger, so this is too often",
          help: "write PT15M or more")
      }
      if let node = keys.node(.every), keys.node(.hour) != nil {
        keys.context.error(
          .contradiction, at: node.range, "an export has an hour, or runs every so often",
          help: "remove 'hour' or 'every'")
      }
      let keep = keys.optional(
        .keep, .period, default: usualKeep, shown: .text(usualKeep.description),
        "Files of older days are removed; P90D without the key.")
      guard let folder, let place = keys.node(.folder)?.range else { return nil }
      let schedule = ExportSchedule(
        name: name.text, folder: folder, profile: profile, format: format, ids: ids, key: key,
        times: every.map { .every($0) } ?? .daily(hour: hour), keep: keep)
      return (schedule, place)
    }
  }
}
