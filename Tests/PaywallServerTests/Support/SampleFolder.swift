import AppStoreFixtures
import Foundation
import HTTPService
import Ledger
import Logging
import PaywallCatalog
import PaywallServer
import TestSupport
import Testing

/// The sample configuration as a folder of YAML, and servers of it, at 2026-12-05T12:00:00Z unless
/// the clock is set.
struct SampleFolder {
  static let experiment = "Experiments/annual-trial.yaml"
  let folder: TemporaryFolder
  let lines = LogLines()
  let clock = MovingClock("2026-12-05T12:00:00Z")

  init() throws {
    folder = try TemporaryFolder()
    for (file, text) in SampleConfiguration.texts { try folder.write(text, to: file) }
  }

  /// Replaces a text that must be there; without a new one deletes the file.
  func edit(_ file: String, _ old: String, _ new: String?) throws {
    guard let new else { return try folder.remove(file) }
    let text = try #require(folder.read(file))
    try #require(text.contains(old), "'\(old)' is not in \(file)")
    try folder.write(text.replacing(old, with: new), to: file)
  }

  /// A loader of the files, and of the keys that tests use.
  private static let withAllKeys: FolderLoader = { folder in
    var loaded = LoadedFolder.catalogFiles(folder)
    loaded.snapshot?.keys = TestServer.allKeys
    return LoadedFolder(
      snapshot: loaded.snapshot, errors: loaded.errors, warnings: loaded.warnings)
  }

  func server(
    ledger: String? = nil, load: @escaping FolderLoader = withAllKeys
  ) async throws -> PaywallService {
    var settings = Settings.patient
    settings.config = folder.path
    settings.stateDirectory = folder.path + "/.paywall"
    settings.ledger = ledger
    let clock = clock
    let logger = lines.logger(.info, .json, at: { clock.now })
    return try await PaywallService(
      settings, load: load, logger: logger, now: { clock.now }, requestId: { "made-1" })
  }
}

extension PaywallService {
  /// The outcome of an exposure of `annual-trial`, or the code of a refusal.
  func claim(
    _ variant: String = "trial", of user: String = "user-7", phase: Int = 1,
    at moment: String = "2026-12-03T11:00:00Z", id: String = "e"
  ) async throws -> String? {
    try await claim(
      #""variant":"\#(variant)","phase":\#(phase)"#, of: user, at: moment, id: id)
  }

  /// The same for a claim to be held out of phase 1.
  func claimHeldOut(
    _ id: String, of user: String, at moment: String = "2026-12-05T11:00:00Z"
  ) async throws -> String? {
    try await claim(
      #""heldOut":true,"phase":1,"placement":"onboarding""#, of: user, at: moment, id: id)
  }

  private func claim(
    _ members: String, of user: String, at moment: String, id: String
  ) async throws -> String? {
    let reply = try await TestServer.Reply(
      exchange(
        """
        POST /v1/exposures
        X-API-Key: client-key

        {"attributes":{"userId":"\(user)"},"exposures":[{"id":"\(id)",\
        "experiment":"annual-trial","at":"\(moment)",\(members)}]}
        """))
    return reply.outcomes.first ?? reply.code
  }

  /// The diagnostics with which a reload is refused; `nil` if it is accepted.
  func reload() async throws -> String? {
    let reply = try await TestServer.Reply(
      exchange("POST /v1/reload\nX-API-Key: admin-key"))
    return reply.status == 200 ? nil : reply.body["detail"]?.string ?? "\(reply)"
  }
}
