import PaywallCatalog
import PaywallServer
import Testing

@Suite("Placements")
struct PlacementTests {
  static let kept = """
    200
    cache-control: private, max-age=30, stale-while-revalidate=3600, stale-if-error=86400
    content-type: application/json
    etag: "REVISION"
    x-paywall-release: RELEASE
    x-request-id: made-1


    """

  static let trial = """
    {"placement":"onboarding","productIds":["pro_yearly_trial","pro_monthly","pro_lifetime"],\
    "paywall":{"id":"standard-trial","locale":"de","selected":"pro_yearly_trial","products":[\
    {"id":"pro_yearly_trial","type":"autoRenewable","group":"21504291",\
    "extra":{"badge":"bestValue"},"offers":[{"kind":"introductory","id":"trial",\
    "eligibility":"unknown","reason":"noVerifiedHistory"}]},\
    {"id":"pro_monthly","type":"autoRenewable","group":"21504291","offers":[]},\
    {"id":"pro_lifetime","type":"nonConsumable","offers":[]}],\
    "content":{"headline":"Alles freischalten","style":"twoColumn"}},\
    "reason":"experiment",\
    "experiment":{"id":"annual-trial","variant":"trial","phase":1,"recorded":false},\
    "revision":"REVISION","validUntil":"2026-12-22T09:00:00Z"}
    """

  static let standard = """
    "productIds":["pro_yearly","pro_monthly"],\
    "paywall":{"id":"standard","locale":"en","selected":"pro_yearly","products":[\
    {"id":"pro_yearly","type":"autoRenewable","group":"21504291","offers":[]},\
    {"id":"pro_monthly","type":"autoRenewable","group":"21504291","offers":[]}],\
    "content":{"headline":"Unlock everything","style":"twoColumn"}}
    """

  @Test("the answer of the example app, byte for byte")
  func example() async throws {
    try await TestServer().exchange(
      "GET /v1/placements/onboarding?userId=user-7&country=GB&appVersion=3.4.0&locale=de-DE",
      is: Self.kept + Self.trial)
  }

  @Test("a body asks the same as a query")
  func body() async throws {
    try await TestServer().exchange(
      """
      POST /v1/placements/onboarding
      Content-Type: application/json; charset=utf-8

      {"attributes":{"userId":"user-7","country":"GB","appVersion":"3.4.0","locale":"de-DE"}}
      """, is: Self.kept + Self.trial)
  }

  @Test("HEAD has the headers of GET and no body")
  func head() async throws {
    let path = "/v1/placements/onboarding?userId=user-7&country=GB&locale=de"
    let get = try await TestServer().exchange("GET \(path)")
    let head = try await TestServer().exchange("HEAD \(path)")
    #expect(head == get.split(separator: "\n\n")[0])
  }

  @Test("a rule answers with its number, and nothing is an answer")
  func nothing() async throws {
    try await TestServer().exchange(
      "GET /v1/placements/onboarding?attr.sessions=100",
      is: Self.kept + """
        {"placement":"onboarding","productIds":[],"paywall":null,"reason":"rule","rule":1,\
        "revision":"REVISION","validUntil":"2026-12-22T09:00:00Z"}
        """)
  }

  @Test("an unknown placement gets the fallback and says so")
  func unknownPlacement() async throws {
    try await TestServer().exchange(
      "GET /v1/placements/caf%C3%A9?userId=user-7",
      is: Self.kept + """
        {"placement":"café",\(Self.standard),"reason":"unknownPlacement","revision":"REVISION",\
        "validUntil":"2026-12-20T00:00:00Z"}
        """)
  }

  @Test(
    "without a usable user id the rules and the default still answer, and no experiment does",
    arguments: ["", "userId=&", "anonymousId=&"])
  func noUser(_ query: String) async throws {
    try await TestServer().exchange(
      "GET /v1/placements/onboarding?\(query)country=GB",
      is: Self.kept + """
        {"placement":"onboarding",\(Self.standard),"reason":"default","notEnrolled":"noUnit",\
        "revision":"REVISION","validUntil":"2026-12-20T00:00:00Z"}
        """)
  }

  @Test("a user id that is no text is said to be invalid")
  func invalidUser() async throws {
    let response = try await TestServer().exchange(
      """
      POST /v1/placements/onboarding

      {"attributes":{"userId":true,"country":"GB"}}
      """)
    #expect(response.contains(#""reason":"default","notEnrolled":"invalidUnit""#))
  }

  @Test("several placements come in the order asked, all of them by name")
  func several() async throws {
    let nothing = """
      {"placement":"settings","productIds":[],"paywall":null,"reason":"default",\
      "revision":"\(TestServer.digest("""
      {"placement":"settings","productIds":[],"paywall":null,"reason":"default"
      """).prefix(32))"}
      """
    try await TestServer().exchange(
      """
      POST /v1/placements

      {"placements":["settings","settings"]}
      """, is: Self.kept + #"{"placements":[\#(nothing),\#(nothing)],"revision":"REVISION"}"#)
    try await TestServer().exchange("POST /v1/placements\n\n{}").expect(
      has: #"{"placements":[{"placement":"onboarding","#, #"},{"placement":"settings","#)
  }

  @Test("attributes that nobody declared change nothing for an app")
  func undeclared() async throws {
    try await TestServer(keys: TestServer.allKeys).exchange(
      """
      GET /v1/placements/onboarding?userId=user-7&country=GB&locale=de&utm=x&attr.unheard=1
      X-API-Key: client-key
      """,
      is: Self.kept + Self.trial)
  }

  @Test("the products that an app loads, by type, group and placement")
  func products() async throws {
    try await TestServer().exchange(
      "GET /v1/products",
      is: Self.kept + """
        {"productIds":["pro_lifetime","pro_monthly","pro_yearly","pro_yearly_trial"],\
        "types":{"autoRenewable":["pro_monthly","pro_yearly","pro_yearly_trial"],\
        "nonRenewable":[],"consumable":[],"nonConsumable":["pro_lifetime"]},\
        "groups":{"21504291":["pro_yearly","pro_yearly_trial","pro_monthly"]},\
        "placements":{"onboarding":["pro_yearly","pro_monthly","pro_yearly_trial","pro_lifetime"],\
        "settings":[]},"entitlements":{},"revision":"REVISION"}
        """)
  }
}
