import AppStore
import PaywallCatalog
import PaywallSubscribers

// What a call is known to need before it begins, so that it gets its locks in its first statement.
extension LockName {
  static func names(of name: CustomerName, _ environment: AppStoreEnvironment) -> [LockName] {
    switch name {
    case .appTransactionId(let id): [.customerName(id, environment)]
    case .originalTransactionId(let id): [.chain(id, environment)]
    case .user(let user): [.id(user, environment)]
    case .identity(let identity):
      (identity.appTransactionId.map { [.customerName($0, environment)] } ?? [])
        + identity.originalTransactionIds.map { .chain($0, environment) }
    }
  }

  static func names(of notification: AppStore.Notification) -> [LockName] {
    var names = [LockName.notification(notification.uuid)]
    if let fact = notification.transaction?.payload.fact { names += Self.names(of: fact) }
    if let fact = notification.renewalInfo?.payload.fact {
      names.append(.chain(fact.originalTransactionId, fact.environment))
    }
    if let app = notification.appTransaction?.payload, let id = app.appTransactionId {
      names.append(.customerName(id, app.environment))
    }
    return names
  }

  static func names(of evidence: Evidence) -> [LockName] {
    let environment = evidence.environment
    return evidence.transactions.compactMap(\.payload.fact).flatMap { Self.names(of: $0) }
      + evidence.renewals.compactMap(\.payload.fact).map {
        .chain($0.originalTransactionId, environment)
      }
      + (evidence.appTransaction?.payload.appTransactionId.map {
        [.customerName($0, environment)]
      } ?? [])
  }

  static func names(of request: GrantRequest, at now: Timestamp) -> [LockName] {
    let environment = request.environment
    var names: [LockName] = []
    if let evidence = request.evidence {
      names += Self.names(of: evidence)
    } else if let identity = request.customer {
      names += Self.names(of: .identity(identity), environment)
    }
    if let unit = request.assignment?.unit { names.append(.id(unit, environment)) }
    if request.offer.limit?.perDay != nil {
      names.append(.day(request.offer.key, now.dayOfGrants, environment))
    }
    return names
  }

  private static func names(of fact: TransactionFact) -> [LockName] {
    var names = [LockName.chain(fact.originalTransactionId, fact.environment)]
    if let id = fact.appTransactionId, !id.isEmpty {
      names.append(.customerName(id, fact.environment))
    }
    if let token = fact.appAccountToken, !token.isEmpty {
      names.append(.id(token, fact.environment))
    }
    return names
  }
}
