import HTTPDocuments
import PaywallCatalog

// The bodies of requests. An optional member may also be null.
extension Schema {
  /// Every attribute of a visitor. An app's attributes never fail to decode: one that cannot be
  /// read as its type counts as not sent.
  static let attributes: Schema = [
    "type": "object",
    "description":
      "The visitor's attributes, by name: built-in ones, and those of `targeting/attributes.yaml`. An attribute that is not declared, or whose value does not fit its type, counts as not sent. A text, and each text of a list, has at most \(Limits.value) characters. Attributes that the server computes (`subscription.…`, \(computedNames)) are refused.",
    "maxProperties": .integer(Int64(Limits.attributes)),
    "propertyNames": [
      "maxLength": .integer(Int64(Limits.value)),
      "not": [
        "anyOf": [
          ["pattern": "^subscription\\."], ["enum": .list(reserved.map { .text($0) })],
        ]
      ],
    ],
    "properties": .object(
      AttributeSchema.builtIn.map { .init($0.name, Schema.sent(as: $0).content) }),
    "additionalProperties": ["maxLength": .integer(Int64(Limits.value))],
  ]

  static let placementQuestion = question(
    [attributesOfQuestion, locales, anonymousId, userProof] + evidence + [
      customerByName, sign, preview,
    ])

  static let placementsQuestion = question(
    [
      .maybe(
        "placements", list(of: text.with("minLength", .integer(1)), atMost: Limits.placements),
        "The placements to decide, in the order of the answers; all of them without it."),
      attributesOfQuestion, locales, anonymousId, userProof,
    ] + evidence + [customerByName, sign, preview])

  static let customerQuestion = question(
    [attributesOfQuestion, userProof] + evidence + [customerByName])

  static let customerShowQuestion = question(
    [attributesOfQuestion, userProof] + evidence + [
      customerByName,
      .maybe(
        "purchasesAfter", text,
        "For servers: the `purchasesCursor` of an earlier answer. Without it the purchases begin at the first."
      ),
    ])

  static let purchases = question(
    [attributesOfQuestion, anonymousId, userProof] + evidence + [
      .maybe(
        "userId", text(from: 1, to: Limits.value),
        "A user of yours to link to the customer. From an app only the `appAccountToken` of a transaction that it sends."
      )
    ]
  ).with(
    "anyOf",
    [
      ["required": ["transactions"], "properties": ["transactions": someTexts]],
      ["required": ["renewalInfo"], "properties": ["renewalInfo": someTexts]],
      ["required": ["appTransaction"], "properties": ["appTransaction": ["type": "string"]]],
    ])

  private static let someTexts: Content = ["type": "array", "minItems": 1]

  static let signQuestion = question(
    [
      .maybe(
        "placement", text,
        "The placement that showed the offer; this visitor must be shown the offer there. Only a server may omit it."
      ),
      .always("product", text, "The product's identifier in the App Store."),
      .always("offer", text, "The offer's key in the configuration, or its App Store identifier."),
      .always(
        "form", words(of: SignatureForm.self),
        "`jws` for StoreKit's compact JWS, `legacy` for the four values of the original API."),
      .maybe("appAccountToken", text, "A UUID; signed by the form `legacy` only."),
      .maybe(
        "applicationUsername", text, "In lower case; signed by the form `legacy` only."),
      .maybe(
        "transactionId", text,
        "The transaction that ties a JWS to a customer; signed by the form `jws` only."),
      .maybe(
        "assertSubscriber", boolean,
        "The server vouches that the customer has or had a subscription."),
      attributesOfQuestion, locales, anonymousId, userProof,
    ] + evidence + [customerByName])

  static let namedCustomer = question(
    NamedCustomer.Name.allCases.map { .maybe($0.rawValue, text) } + [
      .maybe(
        "environment", words(of: AppStoreEnvironment.self),
        "By default that of the attributes, else production.")
    ]
  ).with(
    "oneOf",
    .list(
      NamedCustomer.Name.allCases.map { name in
        [
          "required": [.text(name.rawValue)],
          "properties": .object([.init(name.rawValue, ["type": "string"])]),
        ]
      })
  ).described("A customer by exactly one name. A name proves nothing: for servers only.")

  /// Compact JWS from StoreKit. The schema does not constrain their form: a malformed one is a
  /// `notTrusted`.
  static let signedTexts = list(of: text, atMost: Limits.signedTexts).described(
    "Compact JWS as StoreKit gives them, each at most 16 KiB. A request may have at most \(Limits.signedTexts) signed texts."
  )

  static let aliasQuestion = question(
    [
      .always("anonymousId", id, "The id from before the login."),
      .always("userId", id, "The id of the user who logged in."),
      .maybe(
        "environment", words(of: AppStoreEnvironment.self),
        "By default production; with evidence, the environment of the evidence."),
      userProof,
    ] + evidence)

  /// Open: what Apple may add beside the payload must not cause a refusal.
  static let notification: Schema = [
    "type": "object", "required": ["signedPayload"],
    "properties": [
      "signedPayload": text.described("The compact JWS of App Store Server Notifications V2.")
        .content
    ],
  ]

  /// Text, or a whole number that a double holds.
  private static let id = any([
    text(from: 1, to: Limits.value), integer(from: -((1 << 53) - 1), to: (1 << 53) - 1),
  ])
}

// Members shared by several requests.
extension Schema {
  static let attributesOfQuestion = Property.maybe("attributes", ref(.attributes))

  static let evidence: [Property] = [
    .maybe("transactions", ref(.signedTexts), "Transactions: `jwsRepresentation`."),
    .maybe("renewalInfo", ref(.signedTexts), "Renewal infos: `jwsRepresentation`."),
    .maybe("appTransaction", text, "The app transaction: `jwsRepresentation`."),
  ]

  /// The languages of the visitor; also an attribute of this name.
  static let locales = Property.maybe(
    "locales", any([text, list(of: text)]),
    "The languages that the visitor reads, the preferred one first, as a list or with commas between them, for content that the attribute `locale` does not settle; the first \(PreferredLanguages.most) count. Also taken among the attributes."
  )

  private static let anonymousId = Property.maybe(
    "anonymousId", ["maxLength": .integer(Int64(Limits.value))],
    "The attribute of this name, for requests that send it alone. With evidence, the server keeps that the visitor and the customer are one person, for results only: it opens, links and changes nothing."
  )

  static let userProof = Property.maybe(
    "userProof", text,
    "The proof of your server for the `userId`: HMAC-SHA-256 of its UTF-8 bytes under a secret of yours, in lower-case hexadecimal digits. Needed for a user to count where the app has `identity: signed`."
  )

  static let customerByName = Property.maybe("customer", ref(.namedCustomer))

  private static let sign = Property.maybe(
    "sign", list(of: words(of: SignatureForm.self), atMost: 1),
    "The form in which eligible promotional offers arrive signed, if the app wants that before the tap."
  )

  private static let preview = Property.maybe(
    "preview", text, "A token of `POST /v1/previews`, to be shown a variant.")

  /// The attributes that only the server sets, besides `subscription.…`.
  private static let reserved = AttributeSchema.computed.map(\.name)
    .filter { !$0.utf8.starts(with: "subscription.".utf8) }
  private static let computedNames = reserved.map { "`\($0)`" }.joined(separator: ", ")

  /// A value of a body may be of any type, but the environment: what is none is refused.
  private static func sent(as attribute: Attribute) -> Schema {
    let value: Schema =
      switch attribute.name {
      case "environment": environmentInAnyCase.orNull
      case "locale": [:]
      default: ["maxLength": .integer(Int64(Limits.value))]
      }
    return value.described(attribute.meaning)
  }

  /// Patterns have no flag for the case.
  static let environmentInAnyCase: Schema = {
    let words = Set(AppStoreEnvironment.allCases.flatMap(\.spellings).map { $0.lowercased() })
    let patterns = words.sorted().map { word in
      word.map { "[\($0.uppercased())\($0)]" }.joined()
    }
    return text(matching: "^(?:\(patterns.joined(separator: "|")))$")
  }()
}
