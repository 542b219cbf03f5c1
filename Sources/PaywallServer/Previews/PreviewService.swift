package import Crypto
import HTTPDocuments
import PaywallCatalog
import Synchronization

/// Makes and checks previews in a running server. Looks for a missing secret on each use: 'paywall
/// preview' may have made it meanwhile.
package final class PreviewService: Sendable {
  private let state: StateDirectory
  private let random: @Sendable () -> SymmetricKey
  private let secret: Mutex<SymmetricKey?>

  /// `random` makes a secret of 32 random bytes.
  package init(
    _ state: StateDirectory, random: @escaping @Sendable () -> SymmetricKey
  ) throws(PreviewSecretError) {
    self.state = state
    self.random = random
    secret = Mutex(try state.previewSecret())
  }

  /// Reads the secret again: another one takes its place, and without one no token is good. Throws
  /// for a corrupt one, and the secret before stays. Returns whether it differs from the one in use:
  /// the server's own start makes the file.
  package func reload() throws(PreviewSecretError) -> Bool {
    let found = try state.previewSecret()
    return secret.withLock { secret in
      defer { secret = found }
      return secret != found
    }
  }

  /// A token for a preview; the first one makes the secret.
  func token(for preview: Preview) throws(Problem) -> String {
    let secret = try secret { state throws(PreviewSecretError) in
      try state.previewSecret(orMadeFrom: random)
    }
    guard let secret else { throw Problem(.previewUnavailable, "There is no secret to sign with.") }
    return PreviewTokens(secret: secret).token(for: preview)
  }

  /// The preview in a token, if it is valid and the snapshot has its variant.
  func preview(
    in token: String, of snapshot: Snapshot, at now: Timestamp
  ) throws(Problem) -> Preview {
    // Without a secret, no token was signed here.
    guard let secret = try secret({ state throws(PreviewSecretError) in try state.previewSecret() })
    else { throw Self.ofToken(.foreignPreview) }
    do throws(Problem) {
      let preview = try PreviewTokens(secret: secret).preview(in: token, at: now)
      try preview.check(in: snapshot)
      return preview
    } catch {
      throw Self.ofToken(error)
    }
  }

  private static func ofToken(_ problem: Problem) -> Problem {
    var problem = problem
    problem.field = "preview"
    return problem
  }

  /// The cached secret, else the one that `find` returns.
  private func secret(
    _ find: (StateDirectory) throws(PreviewSecretError) -> SymmetricKey?
  ) throws(Problem) -> SymmetricKey? {
    if let known = secret.withLock({ $0 }) { return known }
    do throws(PreviewSecretError) {
      let found = try find(state)
      secret.withLock { $0 = found }
      return found
    } catch {
      throw Problem(
        .previewUnavailable,
        "The secret of previews in the state directory cannot be used; the log of the next start says why."
      )
    }
  }
}
