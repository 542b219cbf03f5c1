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
    // What most reverse proxies and tunnels add.
    ("x-forwarded*", "Apache, Caddy, Traefik, Envoy, Tailscale, ngrok, Fly, Vercel, AWS, Squid"),
    ("*forwarded-for", "request-ip, python-ipware; ingress-nginx, Vercel"),
    ("*real-ip", "nginx realip, Traefik forwarded_header.go, request-ip, python-ipware"),
    ("*client-ip", "request-ip, python-ipware; Akamai, Cloudflare, Fastly, Fly, Azure, WebLogic"),
    ("*connecting-ip", "python-ipware; Cloudflare, DigitalOcean"),
    ("*user-ip", "request-ip, python-ipware; Google App Engine, Google Cloud load balancers"),
    ("x-original-*", "Azure Application Gateway, ingress-nginx"),
    ("x-scheme", "Traefik forwarded_header.go, ingress-nginx"),
    ("x-request-start", "Heroku router"),
    ("front-end-https", "Squid cache_peer"),
    // What one vendor adds.
    ("x-envoy-*", "Envoy http_conn_man; python-ipware"),
    ("x-varnish", "Varnish, Fastly"),
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
    // What a browser adds for a page of another site.
    ("origin", "Fetch 3.2"),
    ("access-control-request-*", "Fetch 3.3.2, CORS preflight"),
    ("sec-fetch-site", "Fetch Metadata 2.3"),
    ("referer", "RFC 9110 10.1.3"),
  ]

  /// - Parameter name: in any case.
  package static func contains(_ name: some Collection<UInt8>) -> Bool {
    let name = name.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 | 0x20 }
    return exact.contains(name) || prefixes.contains { name.starts(with: $0) }
      || suffixes.contains { name.count >= $0.count && name.suffix($0.count).elementsEqual($0) }
  }

  private static let exact = Set(
    list.map(\.pattern).filter { !$0.contains("*") }.map { Array($0.utf8) })
  private static let prefixes = list.map(\.pattern).filter { $0.hasSuffix("*") }.map {
    Array($0.utf8.dropLast())
  }
  private static let suffixes = list.map(\.pattern).filter { $0.hasPrefix("*") }.map {
    Array($0.utf8.dropFirst())
  }
}
