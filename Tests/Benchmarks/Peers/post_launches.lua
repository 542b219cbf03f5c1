-- wrk: posts what PaywallKit sends at a launch, no body twice: one app version in one country, each
-- phone with ids and a first start of its own.
--   wrk -t1 -c16 -d5s --latency -s post_launches.lua http://127.0.0.1:8080/v1/placements/onboarding
--     -- SEED KEY [PLACEMENTS]     PLACEMENTS is a JSON list, for the batch
local seed, placements, count = 0, "", 0
local headers = { ["accept"] = "application/json", ["content-type"] = "application/json" }

function init(arguments)
  seed = tonumber(arguments[1])
  headers["x-api-key"] = arguments[2]
  if arguments[3] then placements = ',"placements":' .. arguments[3] end
end

function request()
  count = count + 1
  local body = string.format(
    '{"attributes":{"anonymousId":"0d5c1f6e-%04x-4b7a-9c3d-%012x","appVersion":"3.4.0",' ..
    '"country":"GB","environment":"production","firstSeen":"2026-11-%02dT%02d:%02d:%02d.%03dZ",' ..
    '"language":"de","locale":"de-DE","osVersion":"18.1","platform":"ios","userId":"user-%d-%d"}%s}',
    seed % 65536, count, 1 + count % 20, count % 24, count % 60, count % 59, count % 1000, seed,
    count, placements)
  return wrk.format("POST", nil, headers, body)
end
