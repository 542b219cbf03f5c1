import AppStore
import HTTPDocuments
import Ledger
import LedgerSQLite
import LedgerStorage
import PaywallCatalog

// Reads a line as text.
extension LedgerImporter {
  mutating func item(
    _ line: Line, into rows: inout [Row], at now: Timestamp
  ) -> Item? {
    guard line.text.utf8.contains(where: { $0 > 0x20 }) else { return nil }
    let members = Self.members(of: line.text)
    if let count = ExportedLine.end(in: members) {
      end(line, after: count)
      return nil
    }
    let salt = ExportedLine.salt(in: members)
    count(line, isFirst: salt != nil)
    if let salt {
      isRestoring = file?.isBeingRestored(fromSalt: salt) ?? false
      return nil
    }
    if let row = ExportedRow(members) {
      rows.append(Row(number: line.number, row: row))
      return nil
    }
    guard let (kind, text) = Self.text(in: members) else {
      refuse(line.number, "this is no line of an export, and no object with a signed text")
      return nil
    }
    do {
      return Item(
        number: line.number, content: try content(kind, text, at: now),
        receivedAt: isRestoring ? Self.receivedAt(in: members) ?? now : now)
    } catch let distrust as Distrust {
      refuse(line.number, "not trusted (\(distrust.reason.rawValue)): \(distrust.detail)")
    } catch {
      refuse(line.number, "the text names no customer")
    }
    return nil
  }

  private func content(
    _ kind: LedgerEntry.Kind, _ text: String, at now: Timestamp
  ) throws -> Item.Content {
    switch kind {
    case .notification: .notification(try verifier.notification(text, at: now).get())
    case .transaction:
      .evidence(try Evidence(transactions: [verifier.transaction(text, at: now).get()]))
    case .renewalInfo:
      .evidence(try Evidence(renewals: [verifier.renewalInfo(text, at: now).get()]))
    case .appTransaction:
      .evidence(try Evidence(appTransaction: verifier.appTransaction(text, at: now).get()))
    }
  }

  /// The names that a line may give to its text.
  private static let names = [
    "signedPayload": LedgerEntry.Kind.notification, "signedTransactionInfo": .transaction,
    "signedTransaction": .transaction, "signedRenewalInfo": .renewalInfo,
    "signedAppTransactionInfo": .appTransaction,
  ]

  /// Returns the salt in the first line of an export; `nil` for any other line.
  static func salt(of line: String) -> String? { ExportedLine.salt(in: members(of: line)) }

  private static func members(of line: String) -> [JSONValue.Member] {
    guard let value = try? JSONReader.read(Array(line.utf8)), case .object(let members) = value
    else { return [] }
    return members
  }

  private static func receivedAt(in members: [JSONValue.Member]) -> Timestamp? {
    for member in members where member.name == "receivedAt" {
      if case .text(let text) = member.value { return Timestamp(rfc3339: text) }
    }
    return nil
  }

  private static func text(in members: [JSONValue.Member]) -> (LedgerEntry.Kind, String)? {
    var texts: [String: String] = [:]
    for member in members {
      if case .text(let text) = member.value { texts[member.name] = text }
    }
    if let kind = texts["kind"].flatMap(LedgerEntry.Kind.init), let text = texts["text"] {
      return (kind, text)
    }
    for (name, kind) in names {
      if let text = texts[name] { return (kind, text) }
    }
    return nil
  }
}
