import Foundation
import PaywallKit
import PaywallKitLocalStore

// Plays Lumen, the invented photo editor of the shipped configuration, in a terminal: with a server and a
// local App Store that run already, and whose clock this program moves.
//   swift run lumen [SERVER] [STORE] [CUSTOMER]

let screen = Screen()
guard let addresses = Addresses(CommandLine.arguments.dropFirst()) else {
  screen.say("usage: lumen [SERVER] [STORE] [CUSTOMER]")
  exit(2)
}
do throws(StoreFailure) {
  try await play()
} catch {
  screen.say("The local App Store does not do it: \(error)")
  screen.say("'local-app-store serve' and 'paywall serve --app-store' have to run.")
  exit(1)
}

func play() async throws(StoreFailure) {
  let store = try await LocalStore(addresses.store, customer: addresses.customer)
  var configuration = Paywalls.Configuration(
    server: addresses.server, clientKey: nil, store: store)
  configuration.advanced.storageDirectory = FileManager.default.temporaryDirectory
    .appending(path: "lumen-\(ProcessInfo.processInfo.processIdentifier)")
  defer { try? FileManager.default.removeItem(at: configuration.advanced.storageDirectory) }
  let app = LumenApp(paywalls: Paywalls.configure(configuration), screen: screen)

  screen.say("-- a new visitor")
  let onboarding = await app.show(at: "onboarding")
  screen.say("may export: \(app.mayExport)")
  await app.buy("pro_monthly", on: onboarding)
  screen.say("may export: \(app.mayExport)")

  screen.say("-- the renewal is turned off: who is at risk is offered three cheaper months")
  try await store.setRenewal(false, of: "pro_monthly")
  let settings = await app.show(at: "settings")
  await app.buy("pro_yearly", on: settings)
  screen.say("may export: \(app.mayExport)")

  screen.say("-- half a year later it has renewed by itself")
  try await store.advance(by: "P6M")
  await app.paywalls.refreshCustomer()
  screen.say("may export: \(app.mayExport)")

  screen.say("-- 14 months later, without a renewal")
  try await store.setRenewal(false, of: "pro_yearly")
  try await store.advance(by: "P14M")
  await app.paywalls.refreshCustomer()
  screen.say("may export: \(app.mayExport)")

  screen.say("-- won back")
  await app.winBack()
  screen.say("may export: \(app.mayExport)")
  await app.restore()
}
