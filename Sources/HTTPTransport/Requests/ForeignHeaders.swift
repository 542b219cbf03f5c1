/// Headers that a proxy, a tunnel, a content delivery network or a browser on another site's page
/// adds to a request. A server without keys refuses requests with any of them; a server with keys
/// reads only `X-Forwarded-For` (`TrustedProxies`).
///
/// The list is collected from what projects and vendors write and parse. `*` matches anything, at the
/// beginning or at the end. `_` in a name counts as `-`, as in Traefik's `isManagedXHeader`. A proxy
/// that adds no header is not detected.
package enum ForeignHeaders {
  /// The name's pattern in lowercase, and who writes or parses it.
  package static let list: [(pattern: String, source: String)] = [
    // The standards of proxies.
    ("forwarded", "RFC 7239; request-ip, python-ipware"),
    ("via", "RFC 9110 7.6.3; Apache ProxyVia, Squid, Varnish, Google, Azure Front Door, Heroku"),
    ("max-forwards", "RFC 9110 7.6.2"),
    ("early-data", "RFC 8470; Caddy reverseproxy.go"),
    ("cdn-loop", "RFC 8586; Cloudflare, Fastly, Google Cloud"),
    ("surrogate-capability", "W3C Edge Architecture; Squid"),
    ("proxy-*", "RFC 9110 11.7; Apache proxy_util.c; Proxy-Client-IP of Apache's WebLogic plug-in"),
    // The headers that most reverse proxies and tunnels add.
    ("x-forwarded*", "Apache, Caddy, Traefik, Envoy, Tailscale, ngrok, Fly, Vercel, AWS, Squid"),
    ("*forwarded-for", "request-ip, python-ipware; ingress-nginx, Vercel"),
    ("*real-ip", "nginx realip, Traefik forwarded_header.go, request-ip, python-ipware"),
    ("*client-ip", "request-ip, python-ipware; Akamai, Cloudflare, Fastly, Fly, Azure, WebLogic"),
    ("*connecting-ip", "python-ipware; Cloudflare, DigitalOcean"),
    ("*user-ip", "request-ip, python-ipware; Google App Engine, Google Cloud load balancers"),
    ("x-original-*", "Azure Application Gateway, ingress-nginx"),
    ("x-rewrite-url", "IIS URL Rewrite; Symfony, Zend"),
    ("x-scheme", "Traefik forwarded_header.go, ingress-nginx"),
    ("x-url-scheme", "gunicorn, Apache and lighttpd set-ups"),
    ("x-request-start", "Heroku router"),
    ("front-end-https", "Squid cache_peer"),
    // The headers that one vendor adds.
    ("x-envoy-*", "Envoy http_conn_man; python-ipware"),
    ("x-varnish", "Varnish, Fastly"),
    ("x-bluecoat-via", "Blue Coat ProxySG"),
    ("x-proxymesh-*", "ProxyMesh"),
    ("x-sucuri-*", "Sucuri firewall"),
    ("wl-proxy-*", "Oracle WebLogic plug-in for Apache and IIS"),
    ("cdn-requestid", "bunny.net"),
    ("x-timer", "Fastly"),
    ("fastly-*", "Fastly special headers"),
    ("cf-*", "Cloudflare request headers, cloudflared"),
    ("akamai-*", "Akamai edge servers"),
    ("x-akamai-*", "Akamai edge servers"),
    ("cloudfront-*", "Amazon CloudFront request headers"),
    ("x-amz-cf-*", "Amazon CloudFront origin requests"),
    ("x-amzn-*", "AWS Application Load Balancer, API Gateway"),
    ("x-azure-*", "Azure Front Door; python-ipware"),
    ("x-fd-*", "Azure Front Door"),
    ("x-arr-*", "IIS Application Request Routing, Azure App Service"),
    ("x-appengine-*", "Google App Engine"),
    ("x-google-*", "Google Cloud load balancers, reserved names"),
    ("x-goog-*", "Google Cloud load balancers, reserved names"),
    ("x-gfe*", "Google Cloud load balancers, reserved names"),
    ("x-cloud-trace-context", "Google Cloud load balancers"),
    ("fly-*", "Fly.io request headers"),
    ("x-vercel-*", "Vercel request headers"),
    ("x-nf-*", "Netlify"),
    ("tailscale-*", "Tailscale serve and funnel, ipnlocal/serve.go"),
    ("ngrok-*", "ngrok"),
    // The headers that a browser adds for a page of another site.
    ("origin", "Fetch 3.2"),
    ("access-control-request-*", "Fetch 3.3.2, CORS preflight"),
    ("sec-fetch-site", "Fetch Metadata 2.3"),
    ("referer", "RFC 9110 10.1.3"),
  ]

  /// Allocates nothing. Only the patterns that begin as the name does are compared, and the few that fix
  /// its end.
  ///
  /// - Parameter name: a header's name, in any case.
  package static func contains(_ name: String) -> Bool {
    let name = name.utf8
    guard let first = name.first else { return false }
    let count = name.count
    return beginnings[Int(folded(first))].contains { pattern in
      (pattern.kind == .exact ? count == pattern.word.count : count >= pattern.word.count)
        && pattern.word.elementsEqual(name.prefix(pattern.word.count), by: isSame)
    }
      || endings.contains { pattern in
        count >= pattern.word.count
          && pattern.word.elementsEqual(name.suffix(pattern.word.count), by: isSame)
      }
  }

  /// Compares a letter in lowercase or a dash with a byte of a name.
  private static func isSame(_ byte: UInt8, _ other: UInt8) -> Bool { byte == folded(other) }

  private static func folded(_ byte: UInt8) -> UInt8 {
    byte == UInt8(ascii: "_") ? UInt8(ascii: "-") : byte | 0x20
  }

  private struct Pattern {
    enum Kind { case exact, prefix, suffix }

    let kind: Kind
    let word: [UInt8]

    init(_ text: String) {
      kind = text.hasSuffix("*") ? .prefix : text.hasPrefix("*") ? .suffix : .exact
      word = text.utf8.filter { $0 != UInt8(ascii: "*") }
    }
  }

  private static let patterns = list.map { Pattern($0.pattern) }

  /// The patterns that fix the beginning of a name, by its first byte.
  private static let beginnings: [[Pattern]] = (0...UInt8.max).map { byte in
    patterns.filter { $0.kind != .suffix && $0.word.first == byte }
  }

  private static let endings = patterns.filter { $0.kind == .suffix }
}
