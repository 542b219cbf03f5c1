import AppStore
import AppStoreFixtures
import Foundation
import Ledger
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import PaywallServer
import Testing

@Suite("A root in place of Apple's") struct AppleRootTests {
  /// A folder with the root of the test store.
  private func withRoot(
    _ environments: [AppStoreEnvironment] = [.sandbox],
    _ body: (AppFolder, String, @escaping FolderLoader) async throws -> Void
  ) async throws {
    let app = try AppFolder(showing: "lite")
    let root = app.folder.path + "/root.cer"
    try Data(Vectors.pki().root).write(to: URL(filePath: root))
    try await body(app, root) { folder in
      var loaded = AppFolder.load(folder)
      loaded.keys = TestServer.allKeys
      loaded.snapshot?.keys = TestServer.allKeys
      let isOther = loaded.snapshot?.placements["onboarding"]?.default == .paywall("standard")
      loaded.snapshot?.app.environments = isOther ? [.production] : environments
      return loaded
    }
  }

  @Test("is told at the start and by readiness")
  func told() async throws {
    try await withRoot { app, root, load in
      let server = try await app.server({ $0.appleRoots = [root] }, load: load)
      #expect(app.lines.all.count { $0.contains("--apple-root replaces Apple's root") } == 1)
      try await server.exchange("GET /health/ready").expect(has: #""code":"appleRootReplaced""#)
      await server.dependencies.ledger.close()
    }
    let plain = try AppFolder(showing: "lite")
    let server = try await plain.server()
    #expect(!plain.lines.all.contains { $0.contains("--apple-root") })
    #expect(!(try await server.exchange("GET /health/ready").contains("appleRootReplaced")))
  }

  @Test("serves no production unless it is said so")
  func production() async throws {
    try await withRoot([.production, .sandbox]) { app, root, load in
      let error = await #expect(throws: StartError.self) {
        try await app.server({ $0.appleRoots = [root] }, load: load)
      }
      #expect(error == .appleRootInProduction)
      #expect(error?.description.contains("--apple-root-in-production") == true)
      let server = try await app.server(
        {
          $0.appleRoots = [root]
          $0.appleRootsInProduction = true
        }, load: load)
      await server.dependencies.ledger.close()
    }
  }

  @Test("is not remembered by the ledger of a start that it made fail")
  func refusedStart() async throws {
    try await withRoot([.production, .sandbox]) { app, root, load in
      try FileManager.default.createDirectory(
        atPath: app.statePath, withIntermediateDirectories: true)
      // As an older version left it: with customers' purchases, and no root.
      let old = try SQLiteLedger.open(path: app.statePath + "/paywall.sqlite")
      let bought = try TestStore().notification("SUBSCRIBED", transaction: [:])
      _ = try await old.append(bought, at: Timestamp(milliseconds: 1))
      await old.close()
      await #expect(throws: StartError.self) {
        try await app.server({ $0.appleRoots = [root] }, load: load)
      }
      let again = try await app.server(load: load)
      await again.dependencies.ledger.close()
    }
  }

  @Test("keeps a folder out that serves production from now on")
  func reload() async throws {
    try await withRoot { app, root, load in
      let server = try await app.server(
        {
          $0.appleRoots = [root]
          $0.ledger = "memory"
        }, load: load)
      try app.show("standard")
      let reasons = try #require(await server.dependencies.reloader.reload().refusal)
      #expect(reasons.count == 1)
      #expect(reasons.first?.contains("--apple-root-in-production") == true)
    }
  }

  @Test("is what its ledger was filled under, and no other start takes that up")
  func ledger() async throws {
    try await withRoot { app, root, load in
      let first = try await app.server({ $0.appleRoots = [root] }, load: load)
      let bought = try TestStore().notification("SUBSCRIBED", transaction: [:])
      _ = try await first.dependencies.ledger.append(bought, at: Timestamp(milliseconds: 1))
      await first.end()
      let error = await #expect(throws: StartError.self) { try await app.server(load: load) }
      guard case .ledgerRoots(let reason)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      let roots = try TrustedRoots([Array(Vectors.pki().root)])
      for digest in roots.digests + TrustedRoots.apple.digests {
        #expect(digest.utf8.count == 64 && reason.contains(digest))
      }
      let again = try await app.server({ $0.appleRoots = [root] }, load: load)
      await again.dependencies.ledger.close()
    }
  }

  /// Apple's own page of roots: `openssl x509 -in AppleRootCA-G3.cer -inform der -fingerprint -sha256`.
  @Test("has the fingerprint that Apple publishes for its own")
  func fingerprint() {
    #expect(
      TrustedRoots.apple.digests == [
        "63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179"
      ])
  }
}
