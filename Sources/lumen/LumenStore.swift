import AppStoreFixtures
import Foundation
import PaywallKit
import PaywallKitTesting

/// The products of the shipped configuration, sold by a fake App Store that signs with the test's keys.
enum LumenStore {
  private static let winBack = ["winback_6m"]

  static func make() throws -> FakeStore {
    let signer = try TestStore()
    return FakeStore(
      [
        .monthly("pro_monthly", group: "21504291"),
        .yearly("pro_yearly", group: "21504291", winBackOffers: winBack),
        .yearly("pro_yearly_trial", group: "21504291", trial: 7 * FakeProduct.day),
        .lifetime("pro_lifetime"),
      ],
      now: Date(timeIntervalSince1970: 1_796_472_000), bundleId: "com.example.lumen",
      environment: "sandbox"
    ) { payload in
      (try? signer.jws(ofBytes: JSONEncoder().encode(payload))) ?? ""
    }
  }
}
