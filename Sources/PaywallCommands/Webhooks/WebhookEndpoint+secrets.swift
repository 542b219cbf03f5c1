import CommandSupport
import PaywallCatalog
import PaywallServer

extension WebhookEndpoint {
  /// Its secrets, read here; one that cannot be read ends the command.
  func signer() throws(Failure) -> WebhookSigner {
    do throws(WebhookSecret.Problem) {
      return try WebhookSigner(self)
    } catch {
      throw Failure(
        .failedOutside, error.words,
        help: format == .revenuecat
          ? "make one with: openssl rand -hex 32"
          : "make one with: echo whsec_$(openssl rand -base64 32)")
    }
  }
}
