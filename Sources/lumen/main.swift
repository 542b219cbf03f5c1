import Foundation
import PaywallKit
import PaywallKitTesting

// Plays Lumen, the invented photo editor of the shipped configuration, in a terminal: against the real
// server, with a fake App Store whose clock this program moves.
//   swift run lumen [FOLDER]     FOLDER holds Paywalls and Experiments; the working directory by default

let folder = CommandLine.arguments.dropFirst().first ?? "."
let store = try LumenStore.make()
try await LumenServer(folder: folder, store: store).run { url in
  var configuration = Paywalls.Configuration(server: url, clientKey: nil, store: store)
  configuration.storageDirectory = FileManager.default.temporaryDirectory
    .appending(path: "lumen-\(ProcessInfo.processInfo.processIdentifier)")
  configuration.transport = LumenServer.transport(at: { store.now })
  defer { try? FileManager.default.removeItem(at: configuration.storageDirectory) }
  let screen = Screen()
  let app = LumenApp(paywalls: Paywalls.configure(configuration), screen: screen)

  screen.say("-- 5 December 2026: a new visitor")
  let onboarding = await app.show(at: "onboarding")
  screen.say("may export: \(app.mayExport)")
  await app.buy("pro_monthly", on: onboarding)
  screen.say("may export: \(app.mayExport)")

  screen.say("-- the renewal is turned off: who is at risk is offered three cheaper months")
  store.setRenewal(false, of: "pro_monthly")
  let settings = await app.show(at: "settings")
  await app.buy("pro_yearly", on: settings)
  screen.say("may export: \(app.mayExport)")

  screen.say("-- 13 months later, without a renewal")
  store.setRenewal(false, of: "pro_yearly")
  store.advance(by: 400 * FakeProduct.day)
  await app.paywalls.refreshCustomer()
  screen.say("may export: \(app.mayExport)")

  screen.say("-- won back")
  await app.winBack()
  screen.say("may export: \(app.mayExport)")
  await app.restore()
}
