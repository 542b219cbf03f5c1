import AppStore
import CatalogFiles
import Foundation
import LedgerPostgres
import LedgerStorage
import PaywallCatalog
import PaywallServer
import YAMLText

/// Checks on this machine. They read files and write nothing.
struct LocalChecks {
  let settings: Settings
  let now: Timestamp

  var findings: [Finding] {
    configuration + offerKeys + tls + roots + appleRoots + [stateDirectory] + stateExposures
      + ledger
      + disk
  }

  private var configuration: [Finding] {
    let (snapshot, report) = Loader.load(settings.config)
    let errors = report.errorCount
    guard let snapshot else {
      let broken = Finding(
        "configuration", .error, "\(errors) errors in '\(settings.config)'",
        help: "'paywall check' shows them; --config names another folder")
      return [broken] + keysOfCopy
    }
    let warnings = report.warningCount
    let loaded =
      warnings == 0
      ? Finding("configuration", .ok, "without errors and warnings")
      : Finding(
        "configuration", .warning, "\(warnings) warnings", help: "'paywall check' shows them")
    return [loaded] + Finding.keys(snapshot.keys, settings)
      + Finding.origins(snapshot.keys, settings)
      + bundleKey(for: snapshot.app.bundleId) + userProofs(for: snapshot.app.identity)
      + Finding.retention(snapshot)
  }

  /// The findings on the keys of the kept copy, which a server serves if its folder has mistakes;
  /// none without a copy, as the server then does not start.
  private var keysOfCopy: [Finding] {
    guard let copy = StateDirectory(settings.stateDirectory).currentCopy,
      let kept = LoadedFolder.catalogFiles(copy).snapshot
    else { return [] }
    let served = LoadedFolder.catalogFiles(settings.config).keys(takenUpBy: kept) ?? kept
    return Finding.keys(served.keys, settings) + Finding.origins(served.keys, settings)
  }

  private var roots: [Finding] {
    guard !settings.appleRoots.isEmpty else {
      return CertificateSummary.read(AppleRoot.g3)?.map {
        Finding.certificate("apple root", $0, at: now)
      } ?? []
    }
    return settings.appleRoots.flatMap { certificates("apple root", in: $0) }
  }

  /// Returns a finding for every certificate in a file.
  func certificates(_ check: String, in path: String) -> [Finding] {
    guard let file = FileManager.default.contents(atPath: path),
      let found = CertificateSummary.read(Array(file))
    else {
      return .only(
        check, .error, "'\(path)' holds no certificate", help: "name a file in PEM or DER")
    }
    return found.map { Finding.certificate(check, $0, at: now) }
  }

  private var stateDirectory: Finding {
    let path = settings.stateDirectory
    let files = FileManager.default
    guard files.fileExists(atPath: path) else {
      let parent = URL(filePath: path).deletingLastPathComponent().path()
      return files.isWritableFile(atPath: parent)
        ? Finding("state", .ok, "the folder will be made at the first start")
        : Finding(
          "state", .error, "there is no folder '\(path)', and it cannot be made",
          help: "give --state-dir a folder that the server may write to")
    }
    return files.isWritableFile(atPath: path)
      ? Finding("state", .ok, "the folder can be written to")
      : Finding(
        "state", .error, "'\(path)' cannot be written to",
        help: "give it to the user whom the server runs as")
  }

  /// Reads the first bytes of the file only: opening a ledger may migrate it, and this changes
  /// nothing.
  private var ledger: [Finding] {
    let path = settings.ledgerPath
    guard path != "memory" else {
      return .only(
        "ledger", .warning, "it is in memory, and ends with the process",
        help: "give --ledger a file")
    }
    if let address = settings.ledgerAddress { return [database(address)] }
    guard FileManager.default.fileExists(atPath: path) else {
      return [Finding("ledger", .ok, "will be made at the first start")]
    }
    let head = (try? FileHandle(forReadingFrom: URL(filePath: path)).read(upToCount: 16)) ?? Data()
    guard Array(head) == Array("SQLite format 3\0".utf8) else {
      return .only(
        "ledger", .error, "'\(path)' is no ledger or cannot be read", help: "give another")
    }
    guard FileManager.default.isWritableFile(atPath: path) else {
      return .only(
        "ledger", .error, "'\(path)' may only be read",
        help: "give it to the user whom the server runs as")
    }
    return [Finding("ledger", .ok, "a file that can be read and written")]
  }

  /// Connects to the database, and changes nothing.
  private func database(_ address: PostgresAddress) -> Finding {
    do throws(LedgerOpenError) {
      return Finding("ledger", .ok, try PostgresLedger.state(of: address))
    } catch {
      return Finding("ledger", .error, error.description, help: "give another, or fix that")
    }
  }

  private var disk: [Finding] {
    let path = settings.ledgerFile ?? "\(settings.stateDirectory)/ledger"
    let folder = URL(filePath: path).deletingLastPathComponent().path()
    let place = FileManager.default.fileExists(atPath: folder) ? folder : settings.config
    let free = try? FileManager.default.attributesOfFileSystem(forPath: place)[.systemFreeSize]
    guard let bytes = (free as? NSNumber)?.int64Value else { return [] }
    return [Finding.freeSpace(megabytes: Int(bytes / 1_000_000))]
  }
}
