import AppStore
import Foundation
import Ledger
import LedgerStorage
import PaywallCatalog
import Testing

@testable import LedgerSQLite

@Suite struct ErasureTests {
  @Test("After forgetting, the ids of a person stand nowhere in the files", .inFolder)
  func bytes() async throws {
    let ledger = try openFile()
    let person = [
      "person@example.com", "700000000000000777", "450000000000000777", "450000000000000778",
      "22b1d8c9-0be4-4df1-a8cc-777777777777", "device-of-person", "exposure-of-person",
      "33b1d8c9-0be4-4df1-a8cc-777777777777", "seen-device-of-person",
    ]
    for number in 0..<300 {
      let fact = Sample.fact(
        "4600000000000\(10000 + number)", customer: "7100000000000\(10000 + number)",
        token: Sample.uuid(number))
      try await ledger.append(Sample.notification(Sample.uuid(number), fact), at: 1)
      if number == 150 {
        let nameless = Sample.fact(person[2], customer: nil, token: person[4])
        try await ledger.append(Sample.notification("p1", nameless), at: 1)
        let named = Sample.fact(
          person[3], chain: person[2], customer: person[1], signed: 1.2, offer: "half3m")
        let evidence = try Evidence(
          transactions: [Sample.transaction(named)], appTransaction: Sample.app(person[1]))
        let request = Sample.request(
          Sample.offer(), customer: evidence.identity, evidence: evidence, nonce: 1,
          assignment: Sample.assignment(person[0]))
        try await ledger.grant([request], at: 1.1)
        try await ledger.append(evidence, user: person[0], at: 1.2)
        for device in [person[5], person[7]] {
          try await ledger.record(Sample.exposure(person[6], device))
          try await ledger.alias(device, to: person[0], at: 1.2)
        }
        try await ledger.see(Sample.claim(person[1], user: person[0], anonymous: person[8]))
      }
    }
    // An exposure's id never reaches the file.
    #expect(try found(person, in: folder).count == person.count - 1)
    #expect(try await ledger.forget(.user(person[0]), at: 2) == 1)
    #expect(try found(person, in: folder) == [])
    #expect(try found(["460000000000010150"], in: folder).count == 1)
    await ledger.close()
    #expect(try found(person, in: folder) == [])
  }

  /// Returns the ids that are in any file of the folder, as text, as SQLite's integer or as a
  /// UUID's bytes.
  private func found(_ ids: [String], in folder: TestFolder) throws -> [String] {
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
      .map { try Data(contentsOf: folder.url.appending(path: $0)) }
    return ids.filter { id in
      var forms = [Data(id.utf8)]
      if let number = Int64(id) {
        unsafe forms.append(withUnsafeBytes(of: number.bigEndian) { unsafe Data($0) })
      }
      if let uuid = UUID(uuidString: id) {
        unsafe forms.append(withUnsafeBytes(of: uuid.uuid) { unsafe Data($0) })
      }
      return files.contains { file in forms.contains { file.range(of: $0) != nil } }
    }
  }
}
