import AppStoreFixtures
import Foundation
import PaywallKit
import PaywallKitTesting

// An app that buys until it is killed, for tests.
//   buying-app URL FOLDER CUSTOMER FIRST PURCHASES
// Prints a line at each step, so that it can be killed at any; `done` when the server has everything.

/// Prints at once, before a kill.
func say(_ words: String) { FileHandle.standardOutput.write(Data("\(words)\n".utf8)) }

let arguments = CommandLine.arguments
guard arguments.count == 6, let url = URL(string: arguments[1]),
  let first = UInt64(arguments[4]), let count = Int(arguments[5])
else { exit(64) }
let folder = URL(fileURLWithPath: arguments[2], isDirectory: true)
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
let signer = try TestStore()
let store = FakeStore(
  [.consumable("coins_100"), .monthly("pro_monthly", group: "21504291")],
  bundleId: "com.example.lumen", customer: arguments[3], firstTransaction: first,
  file: folder.appending(path: "app-store.json")
) { (try? signer.jws(ofBytes: JSONEncoder().encode($0))) ?? "" }

var configuration = Paywalls.Configuration(server: url, clientKey: nil, store: store)
configuration.advanced.storageDirectory = folder.appending(path: "app")
let paywalls = Paywalls.configure(configuration)
let placement = await paywalls.placement("onboarding")
say("placement \(placement.paywall?.id ?? "none")")
for number in 0..<count {
  let outcome = await paywalls.buy(number % 2 == 0 ? "coins_100" : "pro_monthly", on: placement)
  guard case .bought(let purchase) = outcome else {
    say("not bought: \(outcome)")
    continue
  }
  say("bought \(purchase.transaction.id) reported \(purchase.isReported)")
}
while true {
  await paywalls.refreshCustomer()
  let waiting = await paywalls.waitingPurchases
  let sold = Set(store.transactions.map(\.id))
  if waiting == 0, store.finishedTransactions.isSuperset(of: sold) { break }
  say("waiting \(waiting)")
  // Waits for the next attempt: the client reports in the background and has no event for an empty
  // queue.
  try await Task.sleep(for: .milliseconds(50))
}
say("done \(store.transactions.map { String($0.id) }.joined(separator: " "))")
