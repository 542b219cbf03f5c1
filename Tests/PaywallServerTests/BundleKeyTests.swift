import BundleWriting
import Configuration
import Foundation
import HTTPService
import Logging
import PaywallBundles
import PaywallCatalog
@testable import PaywallServer
import Testing

@Suite("The keys of bundles at the start")
struct BundleKeyTests {
  private let now = time("2026-12-05T12:00:00Z")

  private struct Files {
    let folder: TemporaryFolder
    let root = BundlePrivateKey.generated()
    let key = BundlePrivateKey.generated()

    func allow(_ mode: Int, _ file: String) throws {
      try FileManager.default.setAttributes(
        [.posixPermissions: mode], ofItemAtPath: "\(folder.path)/\(file)")
    }

    func settings(
      host: String = "0.0.0.0", from begin: String = "2026-12-01T00:00:00Z",
      until end: String = "2027-12-01T00:00:00Z", bundleId: String? = nil,
      key: BundlePrivateKey? = nil
    ) throws -> Settings {
      let publicKey = try #require(self.key.publicKey)
      let certificate = try #require(
        BundleCertificate.issue(
          for: publicKey, by: root, bundleId: bundleId, issued: time(begin),
          expires: time(end)))
      var settings = Settings()
      settings.host = host
      settings.bundleKey = folder.path + "/bundle.pem"
      settings.bundleCertificate = folder.path + "/bundle.cert"
      try Data((key ?? self.key).pem.utf8).write(to: URL(filePath: folder.path + "/bundle.pem"))
      try Data("\(certificate.text)\n".utf8).write(
        to: URL(filePath: folder.path + "/bundle.cert"))
      for file in ["bundle.pem", "bundle.cert"] { try allow(0o600, file) }
      return settings
    }
  }

  private func start(_ settings: Settings) throws -> (BundleService, log: String) {
    let lines = LogLines()
    let logger = lines.logger(.trace, at: { [now] in now })
    let testServer = try BundleService(
      settings, bundleId: "com.example.lumen", logger: logger, at: now)
    return (testServer, lines.all.joined(separator: "\n"))
  }

  private func refusal(_ settings: Settings) -> String? {
    do {
      _ = try start(settings)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test("a key and its certificate are read, and nothing of the key is logged")
  func configured() throws {
    let files = Files(folder: try TemporaryFolder())
    let (testServer, log) = try start(try files.settings(bundleId: "com.example.lumen"))
    #expect(testServer.signing != nil && testServer.signing?.throwAwayRoot == nil)
    #expect(log.isEmpty)
  }

  @Test("on loopback a throw-away key signs with a warning, elsewhere nothing does")
  func throwAway() throws {
    let (testServer, log) = try start(Settings())
    let root = try #require(testServer.signing?.throwAwayRoot)
    #expect(log.contains("throw-away key") && log.contains(root.pinned))
    var open = Settings()
    open.host = "0.0.0.0"
    #expect(try start(open).0.signing == nil)
  }

  @Test("a certificate with fewer than 30 days left is warned of")
  func endsSoon() throws {
    let files = Files(folder: try TemporaryFolder())
    #expect(try start(try files.settings(until: "2027-01-04T11:59:59Z")).log.contains("ends soon"))
    #expect(try start(try files.settings(until: "2027-01-04T12:00:00Z")).log.isEmpty)
  }

  @Test("what does not belong together ends the start with what to do")
  func refused() throws {
    let files = Files(folder: try TemporaryFolder())
    let other = try files.settings(key: .generated())
    #expect(refusal(other)?.contains("is for the key") == true)
    let ended = try files.settings(until: "2026-12-05T12:00:00Z")
    #expect(refusal(ended)?.contains("ended at 2026-12-05T12:00:00Z") == true)
    let early = try files.settings(from: "2026-12-05T12:05:01Z")
    #expect(refusal(early)?.contains("in the future") == true)
    let app = try files.settings(bundleId: "com.example.other")
    #expect(refusal(app)?.contains("is for com.example.other") == true)
    var missing = try files.settings()
    missing.bundleKey = files.folder.path + "/nowhere.pem"
    #expect(refusal(missing)?.contains("there is no file") == true)
    var swapped = try files.settings()
    swap(&swapped.bundleKey, &swapped.bundleCertificate)
    #expect(refusal(swapped)?.contains("holds no private key") == true)
    var twice = try files.settings()
    twice.bundleCertificate = twice.bundleKey
    #expect(refusal(twice)?.contains("malformed") == true)
  }

  @Test("a private key that others can reach is refused, a certificate is not")
  func openToOthers() throws {
    let files = Files(folder: try TemporaryFolder())
    let settings = try files.settings()
    try files.allow(0o644, "bundle.cert")
    #expect(refusal(settings) == nil)
    for mode in [0o644, 0o640, 0o604] {
      try files.allow(mode, "bundle.pem")
      try #require(refusal(settings)).expect(
        has: "is open to others than its owner", "chmod 600 \(files.folder.path)/bundle.pem")
    }
  }

  @Test("a pipe is refused at once instead of being waited for")
  func pipe() throws {
    let files = Files(folder: try TemporaryFolder())
    var settings = try files.settings()
    let pipe = files.folder.path + "/pipe"
    let made = unsafe mkfifo(pipe, 0o600)
    #expect(made == 0)
    settings.bundleKey = pipe
    #expect(refusal(settings)?.contains("it is not a regular file") == true)
    settings = try files.settings()
    settings.bundleCertificate = pipe
    #expect(refusal(settings)?.contains("it is not a regular file") == true)
  }

  @Test(
    "one of the two settings without the other is a mistake",
    arguments: ["bundleKey", "bundleCertificate"])
  func oneAlone(_ name: String) {
    #expect(
      throws: SettingsError(mistakes: [
        "--bundle-key and --bundle-certificate belong together; give both, or neither"
      ])
    ) {
      try Settings.read(flags: [AbsoluteConfigKey([name]): "file"], environment: [:])
    }
  }
}
