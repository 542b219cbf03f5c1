import Catalog
package import Crypto
import PaywallAPI
import Synchronization

/// Makes and checks previews in a running server. The secret is read when it is first needed: it may
/// have been made meanwhile by “paywall preview”, beside the server.
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

  /// A token for a preview; the first one makes the secret.
  func token(for preview: Preview) throws(Problem) -> String {
    let secret = try secret { state throws(PreviewSecretError) in
      try state.previewSecret(orMadeFrom: random)
    }
    guard let secret else { throw Problem(.previewUnavailable, "There is no secret to sign with.") }
    return PreviewTokens(secret: secret).token(for: preview)
  }

  /// What a token says, if it is good and the snapshot has what it is to show.
  func preview(
    in token: String, of snapshot: Snapshot, at now: Timestamp
  ) throws(Problem) -> Preview {
    // Without a secret nothing was ever signed here.
    guard let secret = try secret({ state throws(PreviewSecretError) in try state.previewSecret() })
    else { throw Problem(PreviewProblem.wrongSignature, field: "preview") }
    do throws(PreviewProblem) {
      let preview = try PreviewTokens(secret: secret).preview(in: token, at: now)
      try preview.check(in: snapshot)
      return preview
    } catch {
      throw Problem(error, field: "preview")
    }
  }

  /// The secret that is known, else the one that is found.
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
