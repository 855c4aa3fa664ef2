-- Requests the lines of a file in turn, and writes the results as JSON to the end of the output. For one thread only.
-- Usage: wrk -t1 ... -s wrk.lua ADDRESS -- FILE [watch]
-- `watch` counts the responses from n4md's cache.
local requests, next, only = {}, 0, nil
hits = 0

function setup(thread) only = thread end

function init(arguments)
    for line in io.lines(arguments[1]) do requests[#requests + 1] = wrk.format("GET", line) end
    if arguments[2] == "watch" then
        response = function(_, headers)
            if (headers["Server-Timing"] or ""):find("desc=hit", 1, true) then hits = hits + 1 end
        end
    end
end

function request()
    next = next % #requests + 1
    return requests[next]
end

function done(summary, latency, _)
    local errors = summary.errors
    io.write(string.format(
        '\nJSON {"requests": %d, "seconds": %.3f, "bytes": %d, "errors": %d, "hits": %d, "mean": %.1f, "median": %d, "p99": %d}\n',
        summary.requests, summary.duration / 1e6, summary.bytes,
        errors.connect + errors.read + errors.write + errors.status + errors.timeout, only:get("hits"), latency.mean,
        latency:percentile(50), latency:percentile(99)))
end
