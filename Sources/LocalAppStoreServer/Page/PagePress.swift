import HTTPDocuments

/// A button that was pressed, and the body that it sends.
struct PagePress: Sendable {
  let button: PageButton
  private var members: [String: JSONValue]

  /// The members of a form that are about the page.
  enum Own: String, CaseIterable {
    case token, button
    /// The customer that the page shows.
    case view
    /// The words that are searched for.
    case find
    /// Where the form is on the page.
    case at
    /// The offer of a purchase as `KIND:ID`; empty for none in particular.
    case offer
  }

  init(_ form: PageForm) throws(Problem) {
    guard let button = form[Own.button.rawValue].flatMap(PageButton.button) else {
      throw Problem(
        .wrongType, "The page has no such button; open it again.", field: Own.button.rawValue)
    }
    self.button = button
    members = button.fixed
    for (name, value) in form.members where Own(rawValue: name) == nil && !value.isEmpty {
      let field = button.fields.first { $0.name == name }
      let number = field?.sends == .number ? Int64(value) : nil
      // Another value of a number is refused as it is in a body of JSON.
      members[name] = number.map { .integer($0) } ?? .text(value)
    }
    if let offer = form[Own.offer.rawValue], let colon = offer.firstIndex(of: ":") {
      members[String(offer[..<colon])] = .text(String(offer[offer.index(after: colon)...]))
    }
    if members["promotional"] == nil { members["jws"] = nil }
  }

  /// The offer that our server must sign before it can be bought.
  var unsigned: (offer: String, product: String, customer: String)? {
    guard case .text(let offer)? = members["promotional"], members["jws"] == nil,
      case .text(let product)? = members["product"],
      case .text(let customer)? = members["customer"]
    else { return nil }
    return (offer, product, customer)
  }

  mutating func sign(_ jws: String) { members["jws"] = .text(jws) }

  /// The id of the customer that this adds.
  var added: String? {
    guard button.place == .newCustomer, case .text(let id)? = members["id"] else { return nil }
    return id
  }

  /// Returns the work of the button, read as the body of `POST /v1/VERB` is.
  func work() throws -> StoreVerbs.Work {
    guard let read = StoreVerbs.all[button.verb] else {
      throw Problem(.wrongType, "The store knows no '\(button.verb)'.", field: "button")
    }
    let place = Problem.Place(line: 1, column: 1)
    var body = try MemberReader(
      .object(members.sorted { $0.key < $1.key }.map { .init($0.key, $0.value, at: place) }))
    let work = try read(&body)
    try body.finish()
    return work
  }
}
