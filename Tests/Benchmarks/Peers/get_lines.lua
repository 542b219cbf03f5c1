-- wrk: gets the paths of a file again and again, from its first line to its last. A line is a path,
-- a space and an entity tag, which is sent with `match`; `match=TAG` sends this one for all.
--   wrk -t1 -c16 -d5s --latency -s get_lines.lua http://127.0.0.1:8080 -- FILE [match[=TAG]]
local requests, at = {}, 0

function init(arguments)
  local match, one = (arguments[2] or ""):match("^(match)=?(.*)$")
  for line in assert(io.open(arguments[1], "r")):lines() do
    local path, tag = line:match("^(%S+) (%S+)$")
    local headers = { ["accept-encoding"] = "identity" }
    if match then headers["if-none-match"] = one ~= "" and one or tag end
    requests[#requests + 1] = wrk.format("GET", path, headers)
  end
end

function request()
  at = at % #requests + 1
  return requests[at]
end
