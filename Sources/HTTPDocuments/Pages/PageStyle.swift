import Crypto
import Foundation

/// The style that the pages of this package share: colours in light and dark, text, links, forms.
package enum PageStyle {
  /// Comes first in the style of a page.
  package static let base: Markup = """

    :root { color-scheme: light dark; --text: #1c1e21; --soft: #565d66; --line: #e1e4e8;
      --ground: #ffffff; --raised: #f6f7f9; --link: #0b57c2; --good: #0b6b3a;
      --bad: #b3261e; }
    @media (prefers-color-scheme: dark) { :root { --text: #e7e9ec; --soft: #9aa3ae;
      --line: #30363d; --ground: #14171a; --raised: #1c2126; --link: #7db4ff; --good: #6fd39b;
      --bad: #ff8f86; } }
    * { box-sizing: border-box; }
    html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
    body { margin: 0; color: var(--text); background: var(--ground);
      font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
    code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "Noto Sans Mono", monospace; }
    code { font-size: .875em; overflow-wrap: anywhere; }
    a { color: var(--link); text-decoration: none; }
    a:hover { text-decoration: underline; }
    a:focus-visible, input:focus-visible, button:focus-visible, select:focus-visible,
    textarea:focus-visible, summary:focus-visible {
      outline: 2px solid var(--link); outline-offset: 2px; border-radius: 4px; }
    .skip { position: absolute; left: -100vw; }
    .skip:focus { left: 1rem; top: .75rem; z-index: 2; background: var(--ground); }
    input, button, select, textarea { font: inherit; font-size: .9375rem; color: inherit; border-radius: 8px;
      border: 1px solid var(--line); padding: .35rem .75rem; min-height: 2.5rem; }
    button { background: var(--ground); cursor: pointer; }

    """

  /// Allows a page its own style and forms of its own server, and nothing else.
  ///
  /// - Parameter style: everything between `<style>` and `</style>`.
  package static func contentSecurityPolicy(for style: Markup) -> String {
    contentSecurityPolicy(for: [style], showing: "")
  }

  /// The same for a page with several styles, which shows images that it holds itself.
  package static func contentSecurityPolicy(for styles: [Markup]) -> String {
    contentSecurityPolicy(for: styles, showing: " img-src data:;")
  }

  private static func contentSecurityPolicy(
    for styles: [Markup], showing images: String
  ) -> String {
    "default-src 'none'; style-src \(styles.map(source).joined(separator: " "));\(images) base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
  }

  /// The same for a file, which has no server: it shows images that it holds itself, and sends no form.
  ///
  /// - Parameter loadsImages: true if it may load images from https addresses too.
  package static func fileSecurityPolicy(for style: Markup, loadsImages: Bool = false) -> String {
    let images = loadsImages ? "data: https:" : "data:"
    return
      "default-src 'none'; style-src \(source(of: style)); img-src \(images); base-uri 'none'; form-action 'none'"
  }

  private static func source(of style: Markup) -> String {
    "'sha256-\(Data(SHA256.hash(data: Data(style.text.utf8))).base64EncodedString())'"
  }
}
