import HTTPTransport
import Logging
import PaywallCatalog
import PaywallServer

// Private keys and what goes with them, tried as the server would try them at its start.
extension LocalChecks {
  var offerKeys: [Finding] {
    guard !settings.offerKeys.isEmpty else {
      return .only(
        "offer key", .warning, "none is given, so no offer is signed that the App Store takes",
        help: "give --offer-key, --offer-key-id and --issuer-id")
    }
    let ids = settings.offerKeys.flatMap { Finding.offerKeyIds($0) }
    let key = Finding.trying("offer key", "read, and its owner's alone") {
      _ = try OfferSigner(settings)
    }
    return [key] + ids
  }

  var tls: [Finding] {
    guard let files = settings.tls else { return [] }
    let seconds = now.milliseconds / 1000
    let pair = Finding.trying("tls key", "it belongs to the certificate") {
      _ = try Certificates(files, logger: silent, now: { seconds })
    }
    return certificates("tls certificate", in: files.certificate) + [pair]
  }

  /// Tries the bundle key, but not the throw-away keys of a server on loopback.
  func bundleKey(for bundleId: String) -> [Finding] {
    guard settings.bundleKey != nil || settings.bundleCertificate != nil else {
      return .only(
        "bundle key", .warning, "none is given, so no offline bundle is signed that apps trust",
        help: "'paywall bundle key create' makes one; give --bundle-key and --bundle-certificate")
    }
    return [
      Finding.trying("bundle key", "certified for this app") {
        _ = try BundleService(settings, bundleId: bundleId, logger: silent, at: now)
      }
    ]
  }

  private var silent: Logger { Logger(label: "doctor") { _ in SwiftLogNoOpLogHandler() } }
}

extension Finding {
  /// Tries a step of the server's start; if it fails, the server's own message says what to do.
  fileprivate static func trying(
    _ check: String, _ success: String, _ start: () throws -> Void
  ) -> Finding {
    do {
      try start()
      return Finding(check, .ok, success)
    } catch {
      return Finding(check, refusal: error)
    }
  }
}

extension Finding {
  /// Reports an error that keeps a server from starting, in the server's own words.
  init(_ check: String, refusal error: any Error) {
    let lines = "\(error)".split(separator: "\n")
    let words = lines.map { line in
      ["error: ", "help: "].reduce(String(line)) { text, word in
        text.hasPrefix(word) ? String(text.dropFirst(word.count)) : text
      }
    }
    self.init(
      check, .error, words.first ?? "",
      help: words.count > 1 ? words.dropFirst().joined(separator: " ") : "give other files")
  }
}
