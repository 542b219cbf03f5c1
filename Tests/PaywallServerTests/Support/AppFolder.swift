import Crypto
import Foundation
import HTTPService
import HTTPTransport
import Logging
import PaywallCatalog
import PaywallServer

/// A folder with a configuration of one line: the paywall that `onboarding` shows, or a mistake.
/// Servers of it log as in production: one that logs every request looks at no shapes.
struct AppFolder {
  let folder: TemporaryFolder
  let lines = LogLines()

  init(showing paywall: String) throws {
    folder = try TemporaryFolder()
    try show(paywall)
  }

  var statePath: String { folder.path + "/.paywall" }

  func show(_ paywall: String) throws {
    try folder.write(paywall, to: "Paywalls/targeting/placements.yaml")
  }

  /// `broken` is a mistake; anything else the id of a paywall.
  static let load: FolderLoader = { folder in
    let file = "Paywalls/targeting/placements.yaml"
    guard let bytes = FileManager.default.contents(atPath: "\(folder)/\(file)") else {
      return LoadedFolder(snapshot: nil, errors: ["\(file): error: there is no such file"])
    }
    let show = String(decoding: bytes, as: UTF8.self)
    guard !show.contains("broken") else {
      return LoadedFolder(snapshot: nil, errors: ["\(file):1:1: error: broken"])
    }
    var snapshot = Snapshot.lumen
    snapshot.experiments = [:]
    snapshot.placements["onboarding"] = Placement(id: "onboarding", default: .paywall(show))
    snapshot.release = TestServer.digest(show)
    if show == "lite" { snapshot.keys = TestServer.allKeys }
    return LoadedFolder(snapshot: snapshot, warnings: ["a warning"])
  }

  /// A certificate of its own, for a server without keys that is put together past the rules of a
  /// start: those let TLS be spoken with keys only.
  func certificates(_ parts: Dependencies) throws -> Certificates {
    try Certificates(
      TestCertificate(in: folder).files, logger: parts.logger,
      now: { time("2026-12-05T12:00:00Z").milliseconds / 1000 })
  }

  /// The same app with its experiment.
  func serverWithExperiment(
    _ change: (inout Settings) -> Void = { _ in }, keys: [APIKey] = []
  ) async throws -> PaywallService {
    try await server(
      change,
      load: { folder in
        var loaded = Self.load(folder)
        loaded.snapshot?.experiments = Snapshot.lumen.experiments
        if !keys.isEmpty { loaded.snapshot?.keys = keys }
        return loaded
      })
  }

  func server(
    _ change: (inout Settings) -> Void = { _ in }, now: String = "2026-12-05T12:00:00Z",
    load: @escaping FolderLoader = load
  ) async throws -> PaywallService {
    var settings = Settings.patient
    settings.config = folder.path
    settings.stateDirectory = statePath
    settings.port = 0
    change(&settings)
    let logger = lines.logger(.info, .json, at: { time(now) })
    return try await PaywallService(
      settings, load: load, logger: logger, now: { time(now) }, requestId: { "made-1" })
  }
}

extension PaywallService {
  func exchange(_ request: String) async throws -> String {
    try await TestServer.send(request, to: application())
  }

  /// The id of the paywall that `onboarding` shows.
  func shown() async throws -> String? {
    let response = try await exchange("GET /v1/placements/onboarding\nX-API-Key: client-key")
    return response.firstMatch(of: /"paywall":\{"id":"([^"]+)"/).map { String($0.1) }
  }
}
