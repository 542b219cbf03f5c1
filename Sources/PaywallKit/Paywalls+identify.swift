import Foundation
import PaywallCatalog
import PaywallTextCoding

extension Paywalls {
  /// Logs in a user. What the anonymous visitor was shown stays theirs, unless the server has
  /// another assignment of the user's own. Another user who was logged in is logged out first, as
  /// by ``reset()``: set the new user's attributes after this.
  ///
  /// - Parameters:
  ///   - userId: your server's id of the user.
  ///   - proof: your server's proof of the id, if the configuration has `identity: signed`. It
  ///     is kept with the visitor; call this again with a new one if the old one is refused
  ///     (``PlacementDecision/needsUserProof``).
  public func identify(_ userId: String, proof: String? = nil) async {
    guard !userId.isEmpty, var visitor = await ready(within: StorageQueue.timeout) else {
      return
    }
    if let known = visitor.userId {
      if known.utf8.elementsEqual(userId.utf8) { return updateProof(proof) }
      await reset()
      guard let fresh = self.visitor else { return }
      visitor = fresh
    }
    let before = visitor
    visitor.userId = userId
    visitor.userProof = proof
    self.visitor = visitor
    session.inherit()
    forgetAnswers(of: before)
    // In this order: an app that ends between the two sends the log-in twice instead of never.
    enqueueAlias(of: visitor)
    keepVisitor()
    await ownerChanged()
    flush(in: .zero)
  }

  /// Replaces the proof of the same user: the log-in is sent again, because the server may have
  /// refused the proof before. Without a new proof the old one stays.
  private func updateProof(_ proof: String?) {
    guard let proof, var visitor else { return }
    let held = visitor.userProof ?? ""
    guard !held.utf8.elementsEqual(proof.utf8) else { return }
    visitor.userProof = proof
    self.visitor = visitor
    session.inherit()
    forgetAnswers(of: visitor)
    enqueueAlias(of: visitor)
    keepVisitor()
    flush(in: .zero)
  }

  func enqueueAlias(of visitor: VisitorIds) {
    guard let userId = visitor.userId else { return }
    enqueue(
      .alias(
        OutboxEntry.Alias(
          anonymousId: visitor.anonymousId, userId: userId, environment: environment,
          userProof: visitor.userProof)))
  }

  /// Logs the user out, and makes a new visitor with a new anonymous id, who was shown nothing yet.
  /// Waiting messages still count for the visitor before.
  ///
  /// The attributes of ``setAttributes(_:)`` belonged to that visitor: those of the configuration
  /// replace them. Only `environment` stays, which belongs to the app.
  public func reset() async {
    guard let before = await ready(within: StorageQueue.timeout) else { return }
    visitor = VisitorIds(anonymousId: configuration.makeId(), firstSeen: now.milliseconds)
    session = Session()
    earlierIds = []
    if isTemporary { isDecided = true }
    let environment = attributes["environment"]
    attributes = configuration.attributes
    if let environment { attributes["environment"] = environment }
    forgetAnswers(of: before)
    assignments.forget(before)
    keepAssignments()
    keepVisitor()
    await ownerChanged()
  }

  /// The ids that the server has for this visitor.
  public var visitorIds: (anonymousId: String, userId: String?)? {
    get async {
      await ready(within: configuration.advanced.budget).map { ($0.anonymousId, $0.userId) }
    }
  }

  /// Gives the visitor a new anonymous id: the old one belongs to another user at the server.
  func replaceAnonymousId(_ refused: OutboxEntry.Alias) {
    guard var visitor, visitor.anonymousId == refused.anonymousId else { return }
    forgetAnswers(of: visitor)
    visitor.anonymousId = configuration.makeId()
    earlierIds.insert(UTF8Key(refused.anonymousId))
    self.visitor = visitor
    keepVisitor()
  }

  func forgetAnswers(of visitor: VisitorIds) {
    answers = [:]
    guard isVisitorKept else { return }
    let prefix = StoredAnswer.prefix(visitor)
    storage.write(configuration.advanced.log) { storage in
      for name in try storage.names(from: prefix) { try storage.remove(name) }
    }
  }

  /// The environment, which keeps test traffic apart; `nil` is production.
  var environment: String? {
    let value = attributes["environment"] ?? purchases.facts.attributes["environment"]
    guard case .string(let word)? = value else { return nil }
    return word
  }
}
