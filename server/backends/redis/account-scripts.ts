/**
 * The counters inside Redis. A user's node holds the counts of the user's sessions and agents, and their sums, changed with the memories
 * in one script. The tenant's node, which may be another, holds each user's last known sums and the tenant's own: a report that arrives
 * late or twice changes nothing.
 */
import { script } from './run-script.ts';

/**
 * `account(owners, sums, ends, field, json, endMs)` replaces the account of an owner ('' for none); `balance` returns the sums and when
 * the first owner ends.
 */
export const ACCOUNT = `
local function note(sums, json, sign)
  for field, number in pairs(cjson.decode(json).sums) do
    if redis.call('HINCRBY', sums, field, sign * number) == 0 then redis.call('HDEL', sums, field) end
  end
end
local function account(owners, sums, ends, field, json, endMs)
  local was = redis.call('HGET', owners, field)
  if was then note(sums, was, -1) end
  if json == '' then
    redis.call('HDEL', owners, field)
    redis.call('ZREM', ends, field)
  else
    note(sums, json, 1)
    redis.call('HSET', owners, field, json)
    redis.call('ZADD', ends, endMs, field)
  end
  redis.call('HINCRBY', sums, 'revision', 1)
end
local function balance(sums, ends, keptMs)
  local first = redis.call('ZRANGE', ends, 0, 0, 'WITHSCORES')
  if redis.call('HLEN', sums) > 1 then redis.call('PERSIST', sums) else redis.call('PEXPIRE', sums, keptMs) end
  return { redis.call('HGETALL', sums), first[2] or '' }
end
`;

/**
 * KEYS: a user's owners, sums, ends. ARGV: now; for how long the revision of a user without memories is kept; the names whose owners end
 * by themselves. Returns the balance, and the other owners that ended.
 */
const SETTLE = script(`${ACCOUNT}
local over = {}
for _, field in ipairs(redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])) do
  if string.sub(field, 1, #ARGV[4]) == ARGV[4] then account(KEYS[1], KEYS[2], KEYS[3], field, '', '')
  else over[#over + 1] = redis.call('HGET', KEYS[1], field) end
end
redis.call('HINCRBY', KEYS[2], 'revision', 1)
return { balance(KEYS[2], KEYS[3], ARGV[2]), over }`);

/** KEYS: a user's owners. ARGV: an owner's field, its known account, its new one. Returns whether the known one was current. */
const REPLACE = script(`
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1`);

/**
 * KEYS: a tenant's sums, the users' last known ones, users, ends, marks. ARGV: the user and the user's digest, the user's sums with their
 * revision, when the first owner ends, when to forget a user without memories, then the marks of writes that this reports. An older
 * revision than the known one changes nothing; of a user without memories only the digest is kept, for that comparison.
 */
const REPORT = script(`
local user, digest, json, endMs, forgetMs = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]
for i = 6, #ARGV do redis.call('ZREM', KEYS[5], ARGV[i]) end
local was = redis.call('HGET', KEYS[2], digest)
local old = was and cjson.decode(was) or { revision = 0, sums = {} }
local new = cjson.decode(json)
if old.revision >= new.revision then return 0 end
for field, number in pairs(old.sums) do redis.call('HINCRBY', KEYS[1], field, -number) end
for field, number in pairs(new.sums) do redis.call('HINCRBY', KEYS[1], field, number) end
for field, _ in pairs(old.sums) do
  if redis.call('HGET', KEYS[1], field) == '0' then redis.call('HDEL', KEYS[1], field) end
end
redis.call('HSET', KEYS[2], digest, json)
if next(new.sums) ~= nil then
  redis.call('ZADD', KEYS[3], 0, user)
  redis.call('ZADD', KEYS[4], endMs, 'u' .. user)
  redis.call('ZREM', KEYS[4], '#' .. digest)
else
  redis.call('ZREM', KEYS[3], user)
  redis.call('ZREM', KEYS[4], 'u' .. user)
  redis.call('ZADD', KEYS[4], forgetMs, '#' .. digest)
end
return 1`);

/** KEYS: a tenant's known users, ends. ARGV: the digest of a user, who is forgotten if there is still nothing. */
const FORGET = script(`
local was = redis.call('HGET', KEYS[1], ARGV[1])
redis.call('ZREM', KEYS[2], '#' .. ARGV[1])
if was and next(cjson.decode(was).sums) == nil then redis.call('HDEL', KEYS[1], ARGV[1]) end
return 1`);

export const ACCOUNT_SCRIPTS = { SETTLE, REPLACE, REPORT, FORGET } as const;
