/** The scripts inside Redis for a user's answers. */
import { script } from './run-script.ts';

/**
 * KEYS: answers, vectors, rests, order, closed. ARGV: the field, the answer, its vector ('' for none), the facts that it depends on ('*'
 * for all), now, how many a user has at most, for how long they are kept, then those facts. An answer that depends on a fact known to
 * hold no longer is not stored. Returns whether it was stored.
 */
const STORE = script(`
for i = 8, #ARGV do if redis.call('ZSCORE', KEYS[5], ARGV[i]) then return 0 end end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('HDEL', KEYS[2], ARGV[1])
if ARGV[3] ~= '' then redis.call('HSET', KEYS[2], ARGV[1], ARGV[3]) end
redis.call('HSET', KEYS[3], ARGV[1], ARGV[4])
redis.call('ZADD', KEYS[4], ARGV[5], ARGV[1])
local extra = redis.call('ZCARD', KEYS[4]) - tonumber(ARGV[6])
if extra > 0 then
  for _, field in ipairs(redis.call('ZRANGE', KEYS[4], 0, extra - 1)) do
    for key = 1, 3 do redis.call('HDEL', KEYS[key], field) end
    redis.call('ZREM', KEYS[4], field)
  end
end
for key = 1, 4 do redis.call('PEXPIRE', KEYS[key], ARGV[7]) end
return 1`);

/**
 * KEYS: as above. ARGV: now, for how long facts that no longer hold are remembered, how many facts hold again, those, then facts that no
 * longer hold. Deletes answers that depend on one of the latter, or on all facts.
 */
const DROP = script(`
local closedFrom = 4 + tonumber(ARGV[3])
for i = 4, closedFrom - 1 do redis.call('ZREM', KEYS[5], ARGV[i]) end
for i = closedFrom, #ARGV do redis.call('ZADD', KEYS[5], ARGV[1], ARGV[i]) end
if #ARGV >= closedFrom then
  redis.call('ZREMRANGEBYSCORE', KEYS[5], '-inf', tonumber(ARGV[1]) - tonumber(ARGV[2]))
  redis.call('PEXPIRE', KEYS[5], ARGV[2])
end
local rests = redis.call('HGETALL', KEYS[3])
for at = 1, #rests, 2 do
  local goes = rests[at + 1] == '*'
  for i = closedFrom, #ARGV do goes = goes or string.find(rests[at + 1], ARGV[i], 1, true) ~= nil end
  if goes then
    for key = 1, 3 do redis.call('HDEL', KEYS[key], rests[at]) end
    redis.call('ZREM', KEYS[4], rests[at])
  end
end
return 1`);

export const RESPONSE_SCRIPTS = { STORE, DROP } as const;
