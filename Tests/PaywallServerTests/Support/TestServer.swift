import AppStore
import AppStoreServerAPI
import Crypto
import Foundation
import HTTPService
@testable import HTTPTransport
import HTTPTypes
import Ledger
import LedgerSQLite
import Logging
import NIOCore
import NIOEmbedded
import OfferSigning
import PaywallAPI
import PaywallCatalog
@testable import PaywallServer
import Synchronization
import Testing

/// A server without a socket: requests go in as text, responses come out as text.
struct TestServer {
  var snapshot = Snapshot.lumen
  var keys: [APIKey] = []
  var now = time("2026-12-05T12:00:00Z")
  var isDevelopment = true
  var isSigning = true
  var isReadOnly = false
  var ledger: any Ledger = SQLiteLedger.inMemory()
  var rates = RateSettings()
  var proxies = TrustedProxies()
  var userProofs = UserProofs()
  /// Nanoseconds, for the rates.
  var clock: @Sendable () -> Int64 = { 0 }
  /// Roots that are trusted; those of a `TestStore` make its texts good.
  var roots = TrustedRoots.apple
  /// The folder that the next reload finds.
  var folder = LoadedFolder(snapshot: nil)
  var bundles = BundleService(nil)
  var readinessChecks: [ReadinessCheck] = []
  /// Computes results; the ledger's own, unless a test has another.
  var resultsSource: ResultsSource?
  var appStoreClient: AppStoreClient?
  var appStoreJobs: AppStoreJobs?
  /// Where decisions are logged, if they are.
  var decisions: LogLines?
  /// An offer key that is none of a throw-away kind.
  var hasOfferKey = false
  /// False for an offer key that signs only the legacy form.
  var hasIssuer = true
  var logLevel = Logger.Level.trace
  var lines = LogLines()
  /// Where certificates are checked that were not seen before.
  var chains = ChainChecker()
  /// Where bodies are read that take long.
  var longBodies = YieldingQueue<BucketOwner>(threads: 2)
  var nonces = Nonces()
  /// When Apple has to be answered; never, unless a test says when.
  var retentionDeadline: @Sendable () async -> Void = {
    // The answer ends it.
    try? await Task.sleep(for: .seconds(86_400))
  }
  /// Where the secret of previews is kept; nowhere, unless a test asks for one.
  var state: TemporaryFolder?
  var statePath: String?
  /// The seed of the secrets.
  var secret = SymmetricKey(data: [UInt8](repeating: 9, count: 32))

  /// Keys of this name, each with a role: `Authorization: Bearer client-key` and so on.
  static let allKeys = APIKey.Role.allCases.map { role in
    APIKey(name: "\(role.rawValue)-name", role: role, digest: digest("\(role.rawValue)-key"))
  }

  static func digest(_ key: String) -> String {
    SHA256.hash(data: Data(key.utf8)).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count < 2 ? "0" + digits : digits
    }.joined()
  }

  func application() throws -> Application {
    Application.build(try dependencies(), settings: Settings())
  }

  /// An application, and the parts that it works with.
  func running() throws -> (Dependencies, Application) {
    let parts = try dependencies()
    return (parts, Application.build(parts, settings: Settings()))
  }

  /// The request of an app that showed a user a variant of 'annual-trial'.
  static func exposure(
    of user: String, variant: String = "trial", id: String = "e", more: String = #","country":"GB""#
  ) -> String {
    """
    POST /v1/exposures
    X-API-Key: client-key

    {"attributes":{"userId":"\(user)"\(more)},"exposures":[{"id":"\(id)",\
    "experiment":"annual-trial","variant":"\(variant)","phase":1,"placement":"onboarding",\
    "at":"2026-12-05T11:59:00Z"}]}
    """
  }

  func dependencies() throws -> Dependencies {
    var snapshot = snapshot
    snapshot.keys = keys
    let now = now
    let logger = lines.logger(logLevel, at: { now })
    let metrics = ServerMetrics(logger: logger)
    let roots = roots
    let current = CurrentRelease(PreparedRelease(snapshot, roots: roots))
    let nowhere = FileManager.default.temporaryDirectory.path + "/paywall-nowhere"
    let folder = folder
    let state = stateDirectory
    let secret = secret
    let ledger = ledger
    let reloader = Reloader(
      folder: nowhere, stamp: FolderStamp(of: nowhere), load: { _ in folder },
      prepare: { PreparedRelease($0, roots: roots) }, current: current,
      state: state,
      phases: { () async throws(LedgerFailure) in try await KeptPhases(of: ledger) },
      isCompared: true, now: { now }, metrics: metrics, logger: logger)
    let mark = VisitorPseudonym(key: SymmetricKey(data: [UInt8](repeating: 7, count: 32)))
    return Dependencies(
      GivenParts(
        current: current, reloader: reloader,
        authenticator: Authenticator(isDevelopment: isDevelopment),
        ledger: ledger, signer: isSigning && !isReadOnly ? try signer() : nil,
        appStoreClient: appStoreClient, appStoreJobs: appStoreJobs,
        previews: try PreviewService(state, random: { secret }),
        metrics: metrics, pseudonym: mark,
        limiter: RateLimiter(rates, seed: 1, metrics: metrics, nanoseconds: clock),
        proxies: proxies, userProofs: userProofs,
        decisionLog: decisions.map { DecisionLog(sink: $0.sink, pseudonym: mark) },
        bundles: bundles, logger: logger, now: { now }, requestId: { "made-1" },
        readinessChecks: readinessChecks, chains: chains,
        retentionDeadline: retentionDeadline, longBodies: longBodies,
        resultsSource: resultsSource, isReadOnly: isReadOnly))
  }

  var stateDirectory: StateDirectory {
    StateDirectory(
      statePath ?? state?.path
        ?? FileManager.default.temporaryDirectory.path + "/paywall-nowhere/state")
  }

  /// A token that shows the variant `trial` at the placement `onboarding` for an hour.
  func token() throws -> String {
    let secret = secret
    return PreviewTokens(secret: try stateDirectory.previewSecret(orMadeFrom: { secret })).token(
      for: Preview(
        placement: "onboarding", experiment: "annual-trial", variant: "trial",
        expires: now.adding(milliseconds: 3_600_000)))
  }

  private func signer() throws -> OfferSigner {
    OfferSigner(
      keys: try KeyRing([
        hasOfferKey ? TestOfferKey.made(hasIssuer: hasIssuer) : .throwAway(id: "TESTKEY001")
      ]),
      nonce: nonces.next)
  }

  /// Sends a request and compares the whole response, headers by name, without those that say
  /// nothing here (`content-length`, `vary`).
  func exchange(
    _ request: String, is expected: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let response = try await exchange(request)
    #expect(response == Self.complete(expected), sourceLocation: sourceLocation)
  }

  /// Puts the release in for `RELEASE`, and for `REVISION` the digest of the text around it: the
  /// body without the member itself and without its last brace, SHA-256, 32 digits.
  static func complete(_ expected: String) -> String {
    let text = expected.replacing("RELEASE", with: Snapshot.lumen.release)
    guard let start = text.range(of: "\n\n")?.upperBound, text.contains("REVISION") else {
      return text
    }
    let hashed = text[start...].replacing(#","revision":"REVISION""#, with: "").dropLast()
    return text.replacing("REVISION", with: digest(String(hashed)).prefix(32))
  }

  func exchange(_ request: String) async throws -> String {
    try await Self.send(request, to: try application())
  }

  /// `METHOD path`, then headers (`Host` is `localhost` unless given), an empty line and the body.
  ///
  /// - Parameter peer: the other end of the connection.
  static func send(
    _ request: String, to application: Application, from peer: String = "127.0.0.1"
  ) async throws -> String {
    let sent = SentRequest(request)
    let (response, content) = try await Self.respond(
      to: sent.head, sent.body, application, from: peer)
    return text(of: response, content)
  }

  /// The response and its body, held to the description.
  static func respond(
    to head: HTTPRequest, _ body: String, _ application: Application,
    from peer: String
  ) async throws -> (Response, String) {
    var head = head
    if !body.isEmpty { head.headerFields[.contentLength] = String(body.utf8.count) }
    let channel = NIOAsyncTestingChannel()
    channel.remoteAddress = try SocketAddress(ipAddress: peer, port: 50_000)
    let answer = application.responder.answer(
      Request(head: head, body: .whole(ByteBuffer(string: body))), RequestSource(channel))
    let response = await answer.response
    let content = String(buffer: response.body)
    if response.headers[.contentEncoding] == nil {
      try Contract.ofServer.get().check(response.head, content, to: head)
    }
    return (response, content)
  }

  private static func text(of response: Response, _ content: String) -> String {
    let headers = response.headers.filter { ![.contentLength, .vary].contains($0.name) }
      .map { "\($0.name.canonicalName): \($0.value)" }.sorted()
    let head = ([String(response.status.code)] + headers).joined(separator: "\n")
    return content.isEmpty ? head : "\(head)\n\n\(content)"
  }
}

extension Answer {
  /// The response, now or later.
  var response: Response {
    get async {
      switch self {
      case .now(let response): response
      case .later(let route): await route()
      }
    }
  }
}

/// `00010203-…`, then others: a nonce is never used twice.
final class Nonces: Sendable {
  private let used = Mutex<UInt32>(0)

  @Sendable func next() -> UUID {
    let number = used.withLock { used in
      defer { used += 1 }
      return used
    }
    let bytes = stride(from: 24, through: 0, by: -8).map { UInt8(number >> $0 & 255) }
    return UUID(
      uuid: (
        bytes[0], 1 &+ bytes[1], 2 &+ bytes[2], 3 &+ bytes[3], 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
        15
      ))
  }
}

/// Log lines, kept.
final class LogLines: Sendable {
  private let lines = Mutex<[String]>([])
  var all: [String] { lines.withLock { $0 } }
  var sink: LogSink { LogSink { line in self.lines.withLock { $0.append(line) } } }

  /// A logger that writes here.
  func logger(
    _ level: Logger.Level, _ format: LogFormat = .text, label: String = "test",
    at now: @escaping @Sendable () -> Timestamp = { time("2026-12-05T12:00:00Z") }
  ) -> Logger {
    Logger(label: label) { label in
      ServerLogHandler(label: label, level: level, format: format, sink: self.sink, now: now)
    }
  }
}
