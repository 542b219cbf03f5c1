-- wrk: posts the lines of a file, each once, to the path of the URL.
--   wrk -t1 -c64 -d20s -s post_lines.lua http://127.0.0.1:8080/v1/appstore/notifications -- FILE [KEY]
local bodies
local headers = { ["content-type"] = "application/json" }

function init(arguments)
  bodies = assert(io.open(arguments[1], "r"))
  headers["x-api-key"] = arguments[2]
end

function request()
  local body = bodies:read("*l")
  if not body then
    io.stderr:write("the file is at its end: the rest is sent again\n")
    bodies:seek("set", 0)
    body = bodies:read("*l")
  end
  return wrk.format("POST", nil, headers, body)
end
