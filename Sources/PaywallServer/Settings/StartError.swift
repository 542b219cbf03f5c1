package import HTTPService
import HTTPTransport
package import Logging

/// The reason why a server does not start, with the next step.
package enum StartError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The folder has mistakes, and there is no copy of an earlier release to serve.
  case configuration([String])
  /// Not a development setup, and no request would need a key.
  case noKeys([ReasonForKeys])
  case offerKey(String)
  /// The key of Apple's server API cannot be used.
  case appStoreKey(String)
  case bundleKey(String)
  case decisionLog(String)
  /// A file of user proof secrets cannot be used.
  case userProofSecret(String)
  /// The preview secret exists and cannot be read.
  case previewSecret(String)
  /// A root certificate cannot be read.
  case appleRoot(String)
  /// Other roots than Apple's, and the release serves production.
  case appleRootInProduction
  /// The ledger was filled under roots that are not trusted now.
  case ledgerRoots(String)
  /// The ledger was written by a later version of the program.
  case newerLedger(String)
  /// The ledger was moved to another place, or has not all come.
  case movedLedger(String)
  /// The ledger is behind a pooler that cannot be used.
  case ledgerPooling(String)
  /// The local App Store cannot be used: the reason, and the next step.
  case localAppStore(String, help: String)
  /// A certificate or its key cannot be used.
  case tls(String)
  /// More connections than files the process may open.
  case connections(Int, files: Int)
  /// Another server uses the state folder or the ledger; `by` is its process and address.
  case inUse(String, by: String)
  /// The file that shows whether another server uses something is there and cannot be opened.
  case lock(String, of: String, reason: String)
  /// The server cannot listen on its address.
  case listen(ListenError)

  /// As one line of the log: the reason as its message, the next step as `help`.
  package func log(to logger: Logger) {
    let lines = description.split(separator: "\n").map(String.init)
    let help = lines.last.flatMap { $0.hasPrefix("help: ") ? String($0.dropFirst(6)) : nil }
    let reason = lines.dropLast(help == nil ? 0 : 1).joined(separator: "\n")
    logger.critical(
      "\(reason.hasPrefix("error: ") ? String(reason.dropFirst(7)) : reason)",
      metadata: help.map { ["help": "\($0)"] } ?? [:])
  }

  package var description: String {
    switch self {
    case .configuration(let diagnostics): diagnostics.joined(separator: "\n")
    case .noKeys(let reasons):
      "error: \(reasons.map(\.setting).joined(separator: " and ")) \(reasons.count == 1 ? "needs" : "need") API keys, and Paywalls/store/keys.yaml has none\nhelp: make one with 'paywall key create --role client --add', or leave \(reasons.count == 1 ? "this setting" : "these settings") out to develop on this machine"
    case .offerKey(let reason):
      "error: the offer key cannot be used: \(reason)\nhelp: give --offer-key the .p8 file that App Store Connect handed out once, and --offer-key-id and --issuer-id the ids beside it there"
    case .appStoreKey(let reason):
      "error: the key of Apple's server API cannot be used: \(reason)\nhelp: give --app-store-key an In-App Purchase key of App Store Connect (.p8), and --app-store-key-id and --app-store-issuer the ids beside it there"
    case .bundleKey(let reason): "error: bundles cannot be signed: \(reason)"
    case .decisionLog(let reason):
      "error: the decision log cannot be written: \(reason)\nhelp: give --decision-log a file in a folder that is there and that this user may write to, or leave the flag out"
    case .userProofSecret(let reason):
      "error: --user-proof-secret cannot be used: \(reason)\nhelp: give a file of mode 0600 with a secret of at least \(Settings.leastUserProofBytes) bytes on each line; 'paywall key user-proof --out FILE' makes one"
    case .previewSecret(let reason): "error: \(reason)"
    case .appleRoot(let reason):
      "error: --apple-root cannot be used: \(reason)\nhelp: name a file with a certificate in PEM or DER, or leave the flag out to trust Apple Root CA G3"
    case .appleRootInProduction: "error: \(AppleRootCheck.message)\nhelp: \(AppleRootCheck.help)"
    case .ledgerRoots(let reason):
      "error: \(reason)\nhelp: trust the former root (--apple-root, or Apple's without it), or name another file with --ledger; 'paywall ledger export' under the former root and 'paywall ledger import' into the other file take along what verifies"
    case .newerLedger(let reason):
      "error: \(reason)\nhelp: a later version has migrated it; start that one here too"
    case .movedLedger(let reason): "error: \(reason)"
    case .ledgerPooling(let reason): "error: \(reason)"
    case .localAppStore(let reason, let help):
      "error: the local App Store cannot be used: \(reason)\nhelp: \(help)"
    case .tls(let reason):
      "error: TLS cannot be used: \(reason)\nhelp: --tls-certificate is the chain in PEM with the server's own certificate first, --tls-key its private key in PEM without a passphrase"
    case .connections(let number, let files):
      "error: --max-connections is \(number), and the process may have \(files) files open\nhelp: raise the limit ('ulimit -n', LimitNOFILE= in a systemd unit) to at least \(number + FileLimit.reserve), or give fewer connections"
    case .inUse(let what, let holder):
      "error: another server uses \(what): \(holder)\nhelp: stop that one first, or give this one a --state-dir and a --ledger of its own"
    case .lock(let file, let what, let reason):
      "error: nothing tells whether another server uses \(what): \(file): \(reason)\nhelp: if it is of another user, stop the server of that user; then remove the file"
    case .listen(let error): error.description
    }
  }
}
