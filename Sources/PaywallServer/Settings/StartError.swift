/// Why a server does not start. Each says what to do next.
package enum StartError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The folder has mistakes, and no copy of an earlier release is there to be served.
  case configuration([String])
  /// Reachable from other machines, and nobody would need a key.
  case noKeys(host: String)
  case offerKey(String)
  case bundleKey(String)
  case decisionLog(String)
  /// The secret of previews is there and cannot be read.
  case previewSecret(String)
  /// A root certificate that cannot be read.
  case appleRoot(String)

  package var description: String {
    switch self {
    case .configuration(let diagnostics): diagnostics.joined(separator: "\n")
    case .noKeys(let host):
      "error: \(host) can be reached from other machines, and Paywalls/store/keys.yaml has no key\nhelp: make one with “paywall key create --role client”, or listen on 127.0.0.1"
    case .offerKey(let reason): "error: the offer key cannot be used: \(reason)"
    case .bundleKey(let reason): "error: bundles cannot be signed: \(reason)"
    case .decisionLog(let reason): "error: the decision log cannot be written: \(reason)"
    case .previewSecret(let reason): "error: \(reason)"
    case .appleRoot(let reason):
      "error: --apple-root cannot be used: \(reason)\nhelp: name a file with a certificate in PEM or DER, or leave the flag out to trust Apple Root CA G3"
    }
  }
}
