import AppStore
import OfferSigning
import PaywallCatalog
import PaywallSubscribers

extension AppStoreClient {
  /// The answer to a call that Apple accepts. Waits for the budget, and repeats what may be repeated.
  func response(
    to call: AppStoreCall, in environment: AppStoreEnvironment, _ priority: CallPriority
  ) async throws(AppStoreAPIError) -> AppStoreResponse {
    var repetition = 0
    while true {
      let failed: AppStoreAPIError
      do throws(AppStoreAPIError) {
        return try await once(call, in: environment, priority)
      } catch {
        failed = error
      }
      guard repetition < RetryRule.repetitions(of: failed, call) else { throw failed }
      // The queue waits for the moment that Apple names; other repetitions wait longer each time.
      if failed.reason != .limited {
        do {
          try await state.sleep(.milliseconds(500 << repetition))
        } catch {
          throw AppStoreAPIError(.cancelled, call.endpoint, in: environment)
        }
      }
      repetition += 1
    }
  }

  private func once(
    _ call: AppStoreCall, in environment: AppStoreEnvironment, _ priority: CallPriority
  ) async throws(AppStoreAPIError) -> AppStoreResponse {
    func failure(
      _ reason: AppStoreAPIError.Reason, retryAt: Timestamp? = nil
    ) -> AppStoreAPIError {
      AppStoreAPIError(reason, call.endpoint, in: environment, retryAt: retryAt)
    }
    if let (until, why) = state.wait(in: environment) {
      throw failure(why == .unauthorized ? .unauthorized : .circuitOpen, retryAt: until)
    }
    do throws(QueueFailure) {
      try await state.queues.take(
        .init(environment, call.endpoint), priority, within: priority.patience)
    } catch {
      switch error {
      case .limited(let until): throw failure(.limited, retryAt: until)
      case .cancelled: throw failure(.cancelled)
      }
    }
    let request = try request(call, in: environment)
    let response: AppStoreResponse
    do throws(TransportFailure) {
      response = try await state.transport.send(request)
    } catch {
      switch error {
      case .cancelled: throw failure(.cancelled)
      case .timedOut:
        state.fail(.silent, in: environment)
        throw failure(.timedOut)
      case .unreachable(let why):
        state.fail(.silent, in: environment)
        throw failure(.unreachable(why))
      case .refusedAnswer(let why): throw failure(.unreadable(why))
      }
    }
    try judge(response, to: call, in: environment)
    return response
  }

  private func request(
    _ call: AppStoreCall, in environment: AppStoreEnvironment
  ) throws(AppStoreAPIError) -> AppStoreRequest {
    guard let address = state.settings.addresses[environment] else {
      throw AppStoreAPIError(
        .notConfigured("\(environment) has no address"), call.endpoint, in: environment)
    }
    let token: String
    do throws(OfferSigningError) {
      token = try state.tokens.token(
        for: state.verifier().identity.bundleId, at: state.now())
    } catch {
      throw AppStoreAPIError(
        .notConfigured("the token cannot be signed: \(error)"), call.endpoint, in: environment)
    }
    var headers = [
      AppStoreRequest.Header(name: "Authorization", value: "Bearer \(token)"),
      AppStoreRequest.Header(name: "Accept", value: "application/json"),
      AppStoreRequest.Header(name: "User-Agent", value: "paywall"),
    ]
    if call.body != nil { headers.append(.init(name: "Content-Type", value: "application/json")) }
    return AppStoreRequest(
      method: call.method, url: address.url + call.target, headers: headers, body: call.body)
  }

  /// Throws for every answer but a success, and tells circuit and queue.
  private func judge(
    _ response: AppStoreResponse, to call: AppStoreCall, in environment: AppStoreEnvironment
  ) throws(AppStoreAPIError) {
    func failure(
      _ reason: AppStoreAPIError.Reason, retryAt: Timestamp? = nil
    ) -> AppStoreAPIError {
      AppStoreAPIError(
        reason, call.endpoint, in: environment, status: response.status,
        requestId: response.requestId, retryAt: retryAt, date: response.date)
    }
    let refusal = response.refusal
    switch response.status {
    case 200..<300:
      state.succeed(in: environment)
      return
    case 401 where refusal == nil:
      state.tokens.forget()
      state.fail(.unauthorized, in: environment)
      throw failure(.unauthorized)
    case 429:
      state.succeed(in: environment)
      let until = response.retryAfter(at: state.now())
      state.queues.pause(.init(environment, call.endpoint), until: until)
      throw failure(.limited, retryAt: until)
    case 500...: state.fail(.silent, in: environment)
    default: state.succeed(in: environment)
    }
    if let refusal { throw failure(.refused(refusal.code, message: refusal.message)) }
    // Not Apple's: a page of a proxy decides nothing.
    let words = "HTTP status \(response.status) without a code"
    throw failure(
      response.status >= 500
        ? .refused(OpenEnum(raw: response.status * 10_000), message: words) : .unreadable(words))
  }
}

extension CallPriority {
  /// How long a call waits for the budget.
  fileprivate var patience: Duration {
    switch self {
    case .urgent: .seconds(30)
    case .usual: .seconds(120)
    case .background: .seconds(600)
    }
  }
}

extension AppStoreCall {
  /// Whether its path says what was meant.
  var hasValidIds: Bool {
    path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().allSatisfy {
      String($0).isPathComponent
    }
  }
}
