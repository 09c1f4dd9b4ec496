-- SPDX-License-Identifier: Apache-2.0
-- For wrk: requests that differ in the fourth decimal of sigma, so that no cache knows the answer.
--
--   wrk … -s load.lua ADDRESS -- METHOD PATTERN [BODY]
--
-- PATTERN is a path with a place for sigma, such as /v1/render?blur=%.4f; without one, all requests are
-- alike. The last line of output is JSON, times in microseconds.

local count = 0
local first = 0
local threads = 0

function setup(thread)
    thread:set("first", threads * 100000)
    threads = threads + 1
end

function init(arguments)
    method, pattern = arguments[1], arguments[2]
    varies = pattern:find("%%") ~= nil
    if arguments[3] then
        local file = assert(io.open(arguments[3], "rb"))
        body = file:read("*a")
        file:close()
    end
    -- Another start in each run, for servers that outlive it.
    first = first + (os.time() % 1000) * 100
    if not varies then fixed = wrk.format(method, pattern, nil, body) end
end

function request()
    if fixed then return fixed end
    count = count + 1
    return wrk.format(method, pattern:format(20 + (first + count) % 100000 * 0.0001), nil, body)
end

function done(summary, latency, requests)
    local errors = summary.errors
    io.write(string.format(
        '{"requests": %d, "duration": %d, "p50": %d, "p99": %d, "refused": %d, "broken": %d}\n',
        summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), errors.status,
        errors.connect + errors.read + errors.write + errors.timeout))
end
