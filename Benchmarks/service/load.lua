-- SPDX-License-Identifier: Apache-2.0
-- For wrk: requests none of which is like another.
--
--   wrk … -s load.lua ADDRESS -- METHOD PATTERN [BODY]
--
-- PATTERN is a path. With a place for sigma in it, such as /v1/render?blur=%.4f, requests differ in the fourth
-- decimal of sigma, so that no cache knows the answer. Without one they differ in X-Request-Id, as they do behind
-- a proxy. The last line of output is JSON, times in microseconds.

local count = 0
local first = 0
local threads = 0

function setup(thread)
    thread:set("first", threads * 100000)
    thread:set("number", threads)
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
    if not varies then
        local whole = wrk.format(method, pattern, {["X-Request-Id"] = "@"}, body)
        local place = whole:find("@", 1, true)
        -- The seconds, the number of the thread and, in between the two parts, that of the request.
        before = whole:sub(1, place - 1) .. string.format("%08x%08x", os.time(), number)
        after = whole:sub(place + 1)
    end
end

function request()
    count = count + 1
    if not varies then return before .. string.format("%016x", count) .. after end
    return wrk.format(method, pattern:format(20 + (first + count) % 100000 * 0.0001), nil, body)
end

function done(summary, latency, requests)
    local errors = summary.errors
    io.write(string.format(
        '{"requests": %d, "duration": %d, "p50": %d, "p99": %d, "refused": %d, "broken": %d}\n',
        summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), errors.status,
        errors.connect + errors.read + errors.write + errors.timeout))
end
