import Crypto
import Logging

// Secrets of the server: the key of previews, and those of user proofs.
extension PaywallService {
  /// Makes a missing secret, which 'paywall preview' beside this server then signs with. Must run
  /// before the files of keys are stamped: what this server wrote itself is no change to read again.
  static func makePreviewSecret(
    in state: StateDirectory, _ secret: @escaping @Sendable () -> SymmetricKey, _ logger: Logger
  ) throws(StartError) {
    guard !state.isReadOnly else { return }
    do throws(PreviewSecretError) {
      _ = try state.previewSecret(orMadeFrom: secret)
    } catch {
      guard case .unwritable(let reason) = error else {
        throw .previewSecret(error.description)
      }
      logger.warning("previews cannot be made", metadata: ["reason": "\(reason)"])
    }
  }

  /// Reports a corrupt or half-restored secret before the first request.
  static func previews(
    in state: StateDirectory, _ secret: @escaping @Sendable () -> SymmetricKey
  ) throws(StartError) -> PreviewService {
    do throws(PreviewSecretError) {
      return try PreviewService(state, random: secret)
    } catch {
      throw .previewSecret(error.description)
    }
  }

  package static func userProofs(_ settings: Settings) throws(StartError) -> UserProofs {
    do throws(UserProofProblem) {
      return try UserProofs(files: settings.userProofSecrets)
    } catch {
      throw .userProofSecret(error.description)
    }
  }
}
