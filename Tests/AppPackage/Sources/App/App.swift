import AppStore
import AtomicFile
import Bundles
import Catalog
import Decisions
import Foundation
import Ledger
import PaywallKit
import Planning
import Subscribers
import TestSupport
import TextCoding

/// Decides without a server, from a signed bundle: `App BUNDLE ROOT-KEY FOLDER`.
@main struct App {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let server = URL(string: "http://127.0.0.1:1") else {
      return print("usage: App BUNDLE ROOT-KEY FOLDER")
    }
    var configuration = Paywalls.Configuration(server: server, clientKey: nil)
    configuration.bundledFile = URL(fileURLWithPath: arguments[1])
    configuration.rootKeys = [
      try String(contentsOf: URL(fileURLWithPath: arguments[2]), encoding: .utf8)
    ]
    configuration.advanced.bundleId = "com.example.lumen"
    configuration.advanced.storageDirectory = URL(fileURLWithPath: arguments[3])
    configuration.attributes = ["country": "GB", "appVersion": "3.4.0", "locale": "de-DE"]
    let paywalls = Paywalls.configure(configuration)
    await paywalls.identify("user-7")
    let placement = await paywalls.placement("onboarding")
    guard case .paywall(let paywall) = placement.shows, case .bundledFile = placement.source else {
      return print("No bundle answered: \(placement)")
    }
    print(paywall.id, placement.experiment?.variant ?? "-", names.count)
  }

  /// The names that the app's own modules declare.
  static let names = [
    AppStore.name, AtomicFile.name, Bundles.name, Catalog.name, Decisions.name, Ledger.name,
    Planning.name, Subscribers.name, TestSupport.name, TextCoding.name,
  ]
}
