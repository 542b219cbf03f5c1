import PaywallCatalog

typealias AnswerReading<Value> =
  @Sendable (AnswerObject, AnswerReader) throws(AnswerMistake) -> Value

extension AppStoreAPIError {
  /// A call that is not made.
  static func invalid(_ mistake: String, _ endpoint: AppStoreEndpoint) -> AppStoreAPIError {
    AppStoreAPIError(.invalidCall(mistake), endpoint, in: nil)
  }
}

extension AppStoreClient {
  /// - Parameter environment: `nil` asks production first.
  func answer<Value: Sendable>(
    to call: AppStoreCall, in environment: AppStoreEnvironment?, _ priority: CallPriority,
    _ read: @escaping AnswerReading<Value>
  ) async throws(AppStoreAPIError) -> AppStoreAnswer<Value> {
    try await find(call, in: environment) {
      environment async throws(AppStoreAPIError) -> AppStoreAnswer<Value> in
      let response = try await response(to: call, in: environment, priority)
      return try await Self.answer(response, to: call, in: environment, state, read)
    }
  }

  /// A call whose answer has no body.
  func done(
    _ call: AppStoreCall, in environment: AppStoreEnvironment?, _ priority: CallPriority
  ) async throws(AppStoreAPIError) -> AppStoreAnswer<Void> {
    try await find(call, in: environment) {
      environment async throws(AppStoreAPIError) -> AppStoreAnswer<Void> in
      let response = try await response(to: call, in: environment, priority)
      // A page of a proxy, with any status: the call did not reach Apple.
      guard response.hasNothingToSay else {
        throw AppStoreAPIError(
          .unreadable("a body where Apple sends none"), call.endpoint, in: environment,
          status: response.status, requestId: response.requestId)
      }
      return AppStoreAnswer(
        value: (), environment: environment, requestId: response.requestId, date: response.date,
        unknown: [])
    }
  }

  /// Asks production, and the sandbox if production does not know the transaction. Apps that are not
  /// yet released get a bare 401 of production.
  private func find<Value: Sendable>(
    _ call: AppStoreCall, in environment: AppStoreEnvironment?,
    _ ask: (AppStoreEnvironment) async throws(AppStoreAPIError) -> AppStoreAnswer<Value>
  ) async throws(AppStoreAPIError) -> AppStoreAnswer<Value> {
    guard call.hasValidIds else {
      throw .invalid("an id is empty, too long or made of points only", call.endpoint)
    }
    let served = environments
    if let environment {
      guard served.contains(environment) else {
        throw AppStoreAPIError(
          .notConfigured("\(environment) is not served or has no address"), call.endpoint,
          in: environment)
      }
      return try await ask(environment)
    }
    guard let first = served.first else {
      throw AppStoreAPIError(
        .notConfigured("neither production nor the sandbox is served"), call.endpoint, in: nil)
    }
    do throws(AppStoreAPIError) {
      return try await ask(first)
    } catch {
      guard served.count > 1, error.isNotFound || error.reason == .unauthorized else {
        throw error
      }
      do throws(AppStoreAPIError) {
        return try await ask(served[1])
      } catch let second {
        // Production was never asked: that the sandbox does not know it either says nothing.
        let isRefused = second.reason == .unauthorized || second.isNotFound
        if error.reason == .unauthorized, isRefused { throw error }
        throw second.reason == error.reason ? second.after(first) : second
      }
    }
  }

  @concurrent private static func answer<Value: Sendable>(
    _ response: AppStoreResponse, to call: AppStoreCall, in environment: AppStoreEnvironment,
    _ state: ClientState, _ read: AnswerReading<Value>
  ) async throws(AppStoreAPIError) -> AppStoreAnswer<Value> {
    let reason: AppStoreAPIError.Reason
    do throws(AnswerMistake) {
      let body = try AnswerObject(response.body)
      let reader = AnswerReader(state.verifier(), in: environment, at: state.storeTime())
      return AppStoreAnswer(
        value: try read(body, reader), environment: environment, requestId: response.requestId,
        date: response.date, unknown: body.unknown(besides: AnswerReader.known))
    } catch {
      reason =
        switch error {
        case .unreadable(let what): .unreadable(what)
        case .untrusted(let distrust): .untrusted(distrust)
        case .wrongApp(let bundleId): .wrongApp(bundleId)
        case .wrongEnvironment(let word): .wrongEnvironment(word)
        }
    }
    throw AppStoreAPIError(
      reason, call.endpoint, in: environment, status: response.status,
      requestId: response.requestId)
  }
}
