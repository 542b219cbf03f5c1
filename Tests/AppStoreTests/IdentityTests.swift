import AppStore
import AppStoreFixtures
import PaywallCatalog
import Testing

/// Whose app and which environment (AppleFacts.md § 4, step 8).
@Suite struct IdentityTests {
  private let store: TestStore

  init() throws { store = try TestStore() }

  private func verifier(
    appAppleId: Int64? = TestStore.appAppleId, _ environments: Set<AppStoreEnvironment>
  ) throws -> Verifier {
    try Verifier(
      AppIdentity(
        bundleId: TestStore.bundleId, appAppleId: appAppleId, environments: environments),
      roots: [Array(Vectors.pki().root)])
  }

  @Test func `Production without an Apple id in the configuration says so`() throws {
    let nameless = try verifier(appAppleId: nil, [.production, .sandbox])
    let notification = try store.notificationText("TEST")
    let app = try store.jws(of: store.appTransactionMembers([:]))
    let realtime = try Vectors.object("realtime-production").jws
    let now = TestStore.clock
    let reason = Distrust.Reason.appAppleIdNotConfigured
    #expect(nameless.notification(notification, at: now).distrust?.reason == reason)
    #expect(nameless.appTransaction(app, at: now).distrust?.reason == reason)
    #expect(nameless.realtimeRequest(realtime, at: now).distrust?.reason == reason)
    let bought = try store.jws(of: store.transactionMembers(["transactionId": "1"]))
    #expect(nameless.transaction(bought, at: now).verified != nil)
  }

  @Test func `A sandbox needs no Apple id`() throws {
    let sandbox = try TestStore(environment: .sandbox)
    let nameless = try verifier(appAppleId: nil, [.sandbox])
    let text = try sandbox.notificationText("TEST")
    #expect(nameless.notification(text, at: TestStore.clock).verified != nil)
  }

  @Test func `A verifier takes each environment that is served, and no other`() throws {
    let words: [(AppStoreEnvironment, JSON)] = [(.production, "Production"), (.sandbox, "Sandbox")]
    for served: Set<AppStoreEnvironment> in [
      [], [.production], [.sandbox], [.production, .sandbox],
    ] {
      let verifier = try verifier(served)
      for (environment, word) in words {
        let text = try store.jws(of: store.transactionMembers(["environment": word]))
        let verdict = verifier.transaction(text, at: TestStore.clock)
        #expect((verdict.verified != nil) == served.contains(environment))
      }
    }
  }

  @Test(arguments: ["Xcode", "LocalTesting"] as [JSON])
  func `The chain of the App Store does not speak for Xcode`(_ word: JSON) throws {
    let text = try store.jws(of: store.transactionMembers(["environment": word]))
    let verdict = try verifier(Set(AppStoreEnvironment.allCases))
      .transaction(text, at: TestStore.clock)
    #expect(verdict.distrust?.reason == .wrongEnvironment)
  }

  @Test func `Several sections have to agree`() throws {
    let here: JSON = [
      "environment": "Production", "bundleId": .text(TestStore.bundleId),
      "appAppleId": .integer(TestStore.appAppleId),
    ]
    let other: JSON = ["environment": "Production", "bundleId": "com.example.other"]
    let sandbox: JSON = ["environment": "Sandbox", "bundleId": .text(TestStore.bundleId)]
    for (summary, reason) in [(here, nil), (other, .wrongApp), (sandbox, .wrongEnvironment)]
      as [(JSON, Distrust.Reason?)]
    {
      let text = try store.notificationText("TEST", members: ["summary": summary])
      let verdict = store.verifier.notification(text, at: TestStore.clock)
      #expect(verdict.distrust?.reason == reason)
    }
  }

  @Test(arguments: [nil, "", 5] as [JSON])
  func `A notification without its UUID is refused`(_ uuid: JSON) throws {
    let text = try store.notificationText("TEST", members: ["notificationUUID": uuid])
    let distrust = store.verifier.notification(text, at: TestStore.clock).distrust
    #expect(distrust?.reason == .missingMember)
  }

  @Test func `A text inside is of the environment of the outer one`() throws {
    let text = try store.notificationText(
      "SUBSCRIBED", transaction: ["transactionId": "1", "environment": "Sandbox"])
    let distrust = store.verifier.notification(text, at: TestStore.clock).distrust
    #expect(distrust?.reason == .wrongEnvironment)
    #expect(distrust?.field == .signedTransactionInfo)
  }

  @Test func `The app transaction inside a notification is verified too`() throws {
    let genuine = try store.jws(of: store.appTransactionMembers(["appTransactionId": "7"]))
    for (inner, customer) in [(genuine, "7"), (String(genuine.dropLast()) + "!", nil)] {
      let section: JSON = [
        "environment": "Production", "bundleId": .text(TestStore.bundleId),
        "appAppleId": .integer(TestStore.appAppleId), "signedAppTransactionInfo": .text(inner),
      ]
      let text = try store.notificationText("RESCIND_CONSENT", members: ["appData": section])
      let verdict = store.verifier.notification(text, at: TestStore.clock)
      #expect(verdict.verified?.payload.appTransaction?.payload.appTransactionId == customer)
      #expect((verdict.distrust?.field == .signedAppTransactionInfo) == (customer == nil))
    }
  }
}
