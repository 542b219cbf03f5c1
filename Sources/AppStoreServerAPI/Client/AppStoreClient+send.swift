import AppStore
import OfferSigning
import PaywallCatalog

extension AppStoreClient {
  /// The answer to a call that Apple accepts. Waits for the budget, and repeats if it may.
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
      let wait = (failed.retryAt ?? state.now()).milliseconds - state.now().milliseconds
      // A call whose next moment is far away fails at once, without a wait.
      guard wait <= priority.patience.milliseconds else { throw failed }
      // The queue waits for the moment after a limit; other repetitions wait longer each time.
      if failed.reason != .limited {
        let pause = Int64(Double(500 << repetition) * state.spread())
        do {
          try await state.sleep(.milliseconds(max(pause, wait)))
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
    let key = CallQueues.Key(environment, call.endpoint)
    if let until = state.pause(key, longerThan: priority.patience.milliseconds) {
      throw failure(.limited, retryAt: until)
    }
    do throws(QueueFailure) {
      try await state.queues.take(key, priority, within: priority.patience)
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
    if call.body != nil { headers.append(.init(name: "Content-Type", value: call.content)) }
    return AppStoreRequest(
      method: call.method, url: address.url + call.target, headers: headers, body: call.body)
  }

  /// Throws for every answer but a success, and informs circuit and queue.
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
      let until =
        response.retryAfter(at: state.now()) ?? state.now().adding(milliseconds: Self.usualPause)
      state.pause(.init(environment, call.endpoint), until: until)
      throw failure(.limited, retryAt: until)
    case 500...: state.fail(.silent, in: environment)
    default: state.succeed(in: environment)
    }
    let isOutage = response.status >= 500
    let retryAt = isOutage ? response.retryAfter(at: state.now()) : nil
    if let refusal {
      throw failure(.refused(refusal.code, message: refusal.message), retryAt: retryAt)
    }
    // A page of a proxy decides nothing.
    throw isOutage
      ? failure(.outage, retryAt: retryAt)
      : failure(.unreadable("HTTP status \(response.status) without a code"))
  }

  /// Milliseconds after a limit whose end Apple does not name.
  private static let usualPause: Int64 = 60_000
}

extension Duration {
  fileprivate var milliseconds: Int64 { components.seconds * 1_000 }
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
  /// True if its path says what was meant.
  var hasValidIds: Bool {
    path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().allSatisfy {
      String($0).isPathComponent
    }
  }
}
