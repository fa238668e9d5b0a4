/** The scripts inside Redis for sessions. */
import { ACCOUNT } from './account-scripts.ts';
import { script } from './run-script.ts';

/**
 * KEYS: session, messages, request, owners. ARGV: the session's field among the owners. Returns the state for a decision, as of one
 * moment.
 */
const READ_SESSION = script(`
return {
  redis.call('HMGET', KEYS[1], 'revision', 'count', 'bytes', 'expireMs', 'keptMs'),
  redis.call('LRANGE', KEYS[2], 0, -1),
  redis.call('GET', KEYS[3]),
  redis.call('HGET', KEYS[4], ARGV[1])
}`);

/**
 * KEYS: session, messages, commit, request, owners, sums, ends, then the messages that are deleted, the one that is written, if any, and
 * those that stay, if they are to be kept for longer. ARGV: the revision that was decided on, the new one, count, bytes, expiry;
 * milliseconds that the session and its list, commit and request are kept; what to remember of the request ('' for nothing); how many
 * messages are deleted, and how many fields of one are written; the session's field among the owners, its new account, for how long the
 * revision of empty sums is kept, until which expiry all messages are kept, and how many milliseconds that is; the fields' names and
 * values; then the changes of the list, three arguments each. Returns the user's balance if it is applied, now or by an earlier attempt,
 * else nothing.
 */
const COMMIT = script(`${ACCOUNT}
if redis.call('EXISTS', KEYS[3]) == 1 then return balance(KEYS[6], KEYS[7], ARGV[14]) end
if (redis.call('HGET', KEYS[1], 'revision') or '') ~= ARGV[1] then return false end
local deleted = tonumber(ARGV[10])
for i = 1, deleted do redis.call('DEL', KEYS[7 + i]) end
local at = 17
for _ = 1, tonumber(ARGV[11]) do
  redis.call('HSET', KEYS[8 + deleted], ARGV[at], ARGV[at + 1])
  at = at + 2
end
while at <= #ARGV do
  local what, one, two = ARGV[at], ARGV[at + 1], ARGV[at + 2]
  if what == 'LPOP' then redis.call('LPOP', KEYS[2], one)
  elseif what == 'RPUSH' then redis.call('RPUSH', KEYS[2], one)
  elseif what == 'LSET' then redis.call('LSET', KEYS[2], one, two)
  elseif what == 'LREM' then redis.call('LREM', KEYS[2], 1, one) end
  at = at + 3
end
redis.call('HSET', KEYS[1], 'revision', ARGV[2], 'count', ARGV[3], 'bytes', ARGV[4], 'expireMs', ARGV[5], 'keptMs', ARGV[15])
redis.call('PEXPIRE', KEYS[1], ARGV[6])
redis.call('PEXPIRE', KEYS[2], ARGV[6])
for i = 8 + deleted, #KEYS do redis.call('PEXPIRE', KEYS[i], ARGV[16]) end
redis.call('SET', KEYS[3], '1', 'PX', ARGV[7])
if ARGV[9] ~= '' then redis.call('SET', KEYS[4], ARGV[9], 'PX', ARGV[8]) end
account(KEYS[5], KEYS[6], KEYS[7], ARGV[12], ARGV[13], ARGV[5])
return balance(KEYS[6], KEYS[7], ARGV[14])`);

/** KEYS: a message. ARGV: how often, and when it last was. A message that is deleted is not counted. */
const COUNT_ACCESS = script(`
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('HINCRBY', KEYS[1], 'accesses', ARGV[1])
redis.call('HSET', KEYS[1], 'lastMs', ARGV[2])
return 1`);

export const SESSION_SCRIPTS = { READ_SESSION, COMMIT, COUNT_ACCESS } as const;
