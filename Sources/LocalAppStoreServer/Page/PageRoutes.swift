import Foundation
import HTTPDocuments
import HTTPTransport
import HTTPTypes
import LocalAppStore
import LocalAppStoreClient
import Logging

/// The page for people at `/`. Each button is a form that maps to a verb of `POST /v1/VERB`.
struct PageRoutes {
  let store: StoreService
  let access: StoreAccess
  let logger: Logger
  private let notes = PageNotes()

  func add(to routes: inout Router<StoreRoute>) {
    routes.add(.get, PagePath.page.rawValue) { request, address in
      guard try access.isSignedIn(request.head, from: address) else {
        return Response(signIn: access, refusal: nil)
      }
      return Response(html: try await page(request))
    }
    routes.add(.post, PagePath.press.rawValue) { request, address in
      let form = try await request.form()
      try access.checkForm(request.head, token: form["token"])
      guard try access.isSignedIn(request.head, from: address) else {
        return Response(signIn: access, refusal: "You are not signed in; nothing was done.")
      }
      return try await press(form)
    }
    routes.add(.post, PagePath.signIn.rawValue) { request, address in
      let form = try await request.form()
      try access.checkForm(request.head, token: form["token"])
      guard try access.isToken(form["key"] ?? "", from: address) else {
        return Response(signIn: access, refusal: "That is not the token of this store.")
      }
      return Response(seeOther: "/", cookie: access.beginSession())
    }
    routes.add(.post, PagePath.signOut.rawValue) { request, _ in
      try access.checkForm(request.head, token: try await request.form()["token"])
      return Response(seeOther: "/", cookie: access.endSession(request.head))
    }
  }

  private func page(_ request: Request) async throws -> Markup {
    let query = try PageForm(request.query.utf8)
    let words = query["find"] ?? ""
    var note = query["note"].flatMap(Int.init).flatMap { notes[$0] }
    let overview: StoreOverview
    do {
      overview = try await store.overview(of: query["customer"], finding: words)
    } catch let refusal as StoreRefusal {
      // For example, a link to a customer of the world before.
      overview = try await store.overview(of: nil, finding: words)
      note = note ?? PageNote(at: "top", isRefusal: true, text: refusal.sentences)
    }
    var belief = ServerQuestions.Reply.noServer
    if let shown = overview.shown { belief = await store.belief(about: shown.card) }
    return StorePage(
      overview: overview, belief: belief, note: note, words: words,
      formToken: access.pageKey.text, hasSession: access.needsToken,
      address: request.head.authority ?? ""
    ).document
  }

  /// Does what the button says, and leads to the page that shows the outcome.
  private func press(_ form: PageForm) async throws -> Response {
    let at =
      form["at"].flatMap { $0.wholeMatch(of: /[a-z0-9-]{1,40}/).map { String($0.0) } } ?? "top"
    var view = form["view"].flatMap { $0.isEmpty ? nil : $0 }
    var note: PageNote
    do {
      var press = try PagePress(form)
      if let wanted = press.unsigned {
        press.sign(
          try await signature(of: wanted.offer, on: wanted.product, for: wanted.customer))
      }
      let answer = try await press.work()(store)
      note = PageNote(at: at, isRefusal: false, text: press.button.outcome(answer))
      view = press.added ?? view
    } catch {
      note = PageNote(at: at, isRefusal: true, text: try sentence(of: error))
    }
    var items = view.map { ["customer=\($0.inQuery)"] } ?? []
    if let find = form["find"], !find.isEmpty { items.append("find=\(find.inQuery)") }
    items.append("note=\(notes.keep(note))")
    return Response(seeOther: "/?\(items.joined(separator: "&"))#\(at)")
  }

  /// Why nothing was done; other errors are the server's own.
  private func sentence(of error: any Error) throws -> String {
    switch error {
    case let refusal as StoreRefusal: return refusal.sentences
    case let problem as StoreProblem: return problem.detail
    case let problem as Problem: return problem.detail
    default:
      if !(error is CancellationError) {
        logger.error("internal error", metadata: ["error": "\(error)"])
      }
      throw error
    }
  }

  private func signature(of offer: String, on product: String, for id: String) async throws
    -> String
  {
    let reason: String
    switch try await store.signature(of: offer, on: product, for: id) {
    case .answer(let answer):
      if let jws = answer.jws { return jws }
      reason = "Our server does not sign '\(offer)': \(answer.refusal ?? "it gives no reason.")"
    case .silence: reason = "Our server does not answer, so '\(offer)' is not signed."
    case .noServer: reason = "No server of ours is connected that could sign '\(offer)'."
    }
    throw StoreProblem(
      409, "notSigned", "Not signed",
      "\(reason) Or paste a signed text under 'More' before you buy.")
  }
}

extension String {
  /// The text as one value of a query.
  var inQuery: String { addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "" }
}

extension PageButton {
  /// Whether it asks before it does something.
  private var isQuestion: Bool { fixed["ask"] == .boolean(true) }

  /// Returns the outcome of the button as sentences.
  fileprivate func outcome(_ answer: StoreAnswer) -> String {
    let sent = answer.notifications
    let names = sent.prefix(4).map { card in
      let type = [card.type, card.subtype].compactMap(\.self).joined(separator: " ")
      return "\(type) (\(card.attempts.last?.result ?? "not sent"))"
    }
    let rest = sent.count > 4 ? " and \(sent.count - 4) more" : ""
    let notifications =
      sent.isEmpty
      ? "There was nothing to notify of."
      : "\(sent.count == 1 ? "Notification" : "Notifications"): \(names.joined(separator: ", "))\(rest)."
    switch place {
    case .rate: return "Done."
    case .clock, .nextEvent:
      return "It is \(MomentText.whole(answer.now)) UTC. \(notifications)"
    case .newCustomer: return "Added. They have the app, and have bought nothing yet."
    case .subscription where isQuestion:
      return "Nothing is cancelled yet: the customer decides below."
    case .review: return "Done."
    case .buy where answer.customer?.asksToBuy == true:
      return "Done; it waits until someone approves it. \(notifications)"
    case .buy where answer.transaction == nil:
      return "Done; it begins with the next renewal. \(notifications)"
    case .customer, .subscription, .cancellation, .buy, .pending, .purchase, .transaction,
      .original, .product:
      return "Done. \(notifications)"
    }
  }
}
