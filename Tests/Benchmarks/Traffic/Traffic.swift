import AppStore
import AppStoreFixtures
import Foundation
import Ledger
import LedgerPostgres
import LedgerSQLite
import LedgerStorage

/// Makes the requests that the scripts of `Peers` send, and the ledgers that they send them to.
///
///     Traffic root FILE                              the root certificate to be trusted
///     Traffic notifications COUNT [FIRST]            one body a line, each of another customer
///     Traffic ledger FILE CUSTOMERS FAITHFUL         the first FAITHFUL with fifty transactions
///     Traffic rates LEDGER CUSTOMERS FIRST SECONDS   calls a second of a file or a PostgreSQL
///     Traffic exposures FILE VISITORS                a first exposure each; prints bytes and seconds
///     Traffic offers COUNT evidence|name             a path and a body a line, for faithful ones
///     Traffic retention COUNT                        Apple's question before a cancellation a line, of
///                                                    another customer each; taken for five minutes
///     Traffic launches COUNT                         a batch of four placements a line, with the
///                                                    newest transaction of a customer each
@main
struct Traffic {
  static func main() async throws {
    let words = CommandLine.arguments.dropFirst()
    let numbers = words.dropFirst().compactMap { Int($0) }
    let signer = try StoreSigner()
    switch (words.first, numbers.count) {
    case ("root", _):
      try signer.root.write(to: URL(filePath: words.dropFirst().first ?? "root.der"))
    case ("notifications", 1...):
      let first = numbers.count > 1 ? numbers[1] : 10_000_000
      try lines(first..<first + numbers[0]) {
        "{\"signedPayload\":\"\(try MadeCustomer($0).notification(by: signer))\"}"
      }
    case ("ledger", 2):
      let path = words.dropFirst().first ?? ""
      let ledger = try SQLiteLedger.open(path: path)
      try await LedgerFilling(
        signer: signer, verifier: TestStore().verifier, ledger: ledger, customers: numbers[0],
        faithful: numbers[1]
      ).run()
      await ledger.close()
    case ("rates", 3):
      let place = words.dropFirst().first ?? ""
      let ledger: any Ledger =
        PostgresAddress.isAddress(place)
        ? try PostgresLedger.open(PostgresAddress(place)) : try SQLiteLedger.open(path: place)
      try await LedgerRates(
        ledger: ledger, signer: signer, verifier: TestStore().verifier,
        customers: numbers[1]..<numbers[1] + numbers[0], seconds: Double(numbers[2])
      ).run()
      await ledger.close()
    case ("exposures", 1):
      let path = words.dropFirst().first ?? ""
      let started = ContinuousClock.now
      let ledger = try SQLiteLedger.open(path: path)
      try await ExposureFilling(ledger: ledger, visitors: numbers[0]).run()
      await ledger.close()
      let seconds = (ContinuousClock.now - started).components.seconds
      let bytes = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
      print("first-exposures \(numbers[0]) \(bytes) bytes \(bytes / numbers[0]) each \(seconds) s")
    case ("offers", 1):
      let form = words.last ?? ""
      try lines(0..<numbers[0]) { try offers(of: $0, by: signer, naming: form == "name") }
    case ("retention", 1):
      try lines(0..<numbers[0]) {
        "{\"signedPayload\":\"\(try MadeCustomer($0).realtimeRequest(by: signer))\"}"
      }
    case ("launches", 1):
      try lines(0..<numbers[0]) { try launch(of: $0, by: signer) }
    default:
      FileHandle.standardError.write(Data("see Traffic.swift for what can be made\n".utf8))
      exit(2)
    }
  }

  /// Returns a request for eligibility and one for a signature, by a customer who shows the newest
  /// transaction or is named.
  private static func offers(
    of number: Int, by signer: StoreSigner, naming: Bool
  ) throws -> String {
    let customer = MadeCustomer(number, purchases: LedgerFilling.purchases)
    let newest = customer.transaction(LedgerFilling.purchases - 1)
    let who =
      naming
      ? "\"customer\":{\"appTransactionId\":\"\(customer.appTransactionId)\"}"
      : "\"transactions\":[\"\(try signer.sign(newest))\"]"
    let purchase =
      "\"placement\":\"settings\",\"product\":\"\(MadeCustomer.product)\",\"offer\":\"loyalty\",\"form\":\"jws\""
    return """
      /v1/offers/eligibility {\(who)}
      /v1/offers/sign {\(purchase),\(who)}
      """
  }

  /// Returns the request of an app at its start, with its evidence.
  private static func launch(of number: Int, by signer: StoreSigner) throws -> String {
    let newest = MadeCustomer(number).transaction(0)
    let attributes =
      "\"anonymousId\":\"phone-\(number)\",\"appVersion\":\"3.4.0\",\"country\":\"GB\",\"language\":\"de\",\"platform\":\"ios\""
    return
      "{\"attributes\":{\(attributes)},\"placements\":[\"onboarding\",\"export\",\"settings\",\"session-end\"],\"transactions\":[\"\(try signer.sign(newest))\"]}"
  }

  private static func lines(_ numbers: Range<Int>, _ line: (Int) throws -> String) throws {
    for number in numbers {
      FileHandle.standardOutput.write(Data((try line(number) + "\n").utf8))
    }
  }
}
