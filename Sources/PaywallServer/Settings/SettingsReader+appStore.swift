import Foundation
import HTTPTransport

extension SettingsReader {
  /// A local App Store. Its purchases cost nothing, so it must not meet real ones.
  mutating func appStore(beside settings: Settings) -> LocalAppStoreSettings? {
    guard let text = text("appStore") else {
      // The token's variable may be set for 'local-app-store'.
      return nil
    }
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme),
      let host = url.host(), !host.isEmpty, ["", "/"].contains(url.path), url.query == nil
    else {
      wrong(
        "appStore", text, "give the address of a local App Store, such as http://127.0.0.1:8090")
      return nil
    }
    let token = self.text("appStoreToken").flatMap { $0.isEmpty ? nil : $0 }
    if token == nil, !HostName.isLoopback(host) {
      wrong("appStore", text, "a store on another machine needs its token, with --app-store-token")
    }
    if !settings.offerKeys.isEmpty {
      mistakes.append(
        "--app-store takes no --offer-key: purchases there are simulated, and their offers are signed with a throw-away key"
      )
    }
    if !settings.appleRoots.isEmpty {
      mistakes.append("--app-store takes no --apple-root: the store names its root itself")
    }
    if settings.isReadOnly {
      mistakes.append("--app-store takes no --read-only: its notifications have to be kept")
    }
    return LocalAppStoreSettings(url: text, token: token)
  }

  /// A server without keys, whatever its folder says: nothing real may be near it.
  mutating func isForTests(beside settings: Settings) -> Bool {
    guard flag("forTests") else { return false }
    let store = settings.appStore.flatMap { URL(string: $0.url)?.host() }
    if !(store.map(HostName.isLoopback) ?? false) {
      mistakes.append("--for-tests goes with --app-store, on this machine")
    }
    for reason in settings.reasonsForKeys {
      mistakes.append("--for-tests takes no \(reason.setting): it answers without API keys")
    }
    return true
  }
}
