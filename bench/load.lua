-- The script of wrk: makes the requests and prints the result as one line of JSON.
--   create PATH BODY_FILE TOKEN TYPE: posts the file as that media type. Each request replaces the placeholder in
--     it by the token and a number, so that no two contents are the same.
--   read PATHS_FILE TRACEPARENT: gets the paths in the file, one per line, one after the other; with that header unless it is ''.

local PLACEHOLDER = '@placeholder-of-24-bytes'

local function read_file(name)
  local file = assert(io.open(name, 'rb'))
  local text = file:read('*a')
  file:close()
  return text
end

function init(args)
  if args[1] == 'create' then
    local whole = wrk.format('POST', args[2], { ['Content-Type'] = args[5] }, read_file(args[3]))
    local first, last = whole:find(PLACEHOLDER, 1, true)
    local before, after = whole:sub(1, first - 1) .. args[4], whole:sub(last + 1)
    local digits = '%0' .. (#PLACEHOLDER - #args[4]) .. 'd'
    local count = 0
    request = function()
      count = count + 1
      return before .. digits:format(count) .. after
    end
  else
    local requests = {}
    for path in read_file(args[2]):gmatch('[^\n]+') do
      requests[#requests + 1] = wrk.format('GET', path)
    end
    local index = 0
    request = function()
      index = index % #requests + 1
      return requests[index]
    end
  end
end

function done(summary, latency)
  local errors = summary.errors
  io.write(('{"requests":%d,"seconds":%f,"bytes":%d,"p50Ms":%f,"p99Ms":%f,"maxMs":%f,"errors":%d}\n'):format(
    summary.requests, summary.duration / 1e6, summary.bytes,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, latency.max / 1e3,
    errors.connect + errors.read + errors.write + errors.timeout + errors.status))
end
