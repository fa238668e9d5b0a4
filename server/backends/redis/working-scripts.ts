/** The scripts inside Redis for working memory. */
import { ACCOUNT } from './account-scripts.ts';
import { script } from './run-script.ts';

/**
 * KEYS: the agent's revision, places, uses; the user's entries, accesses, owners; request. ARGV: the agent's field among the owners, the
 * place of a key or '', the id of an entry or '', and the bytes up to which the other entries are not needed ('-1': always needed).
 * Returns the state for a decision, as of one moment: the other entries by their last use, the oldest first.
 */
const READ_OWNER = script(`
local account = redis.call('HGET', KEYS[6], ARGV[1])
local id = ARGV[3]
if ARGV[2] ~= '' then id = redis.call('HGET', KEYS[2], ARGV[2]) or '' end
local entry, accesses = false, false
if id ~= '' then
  entry = redis.call('HGET', KEYS[4], id)
  accesses = redis.call('HGET', KEYS[5], id)
end
local others = {}
if account and cjson.decode(account).bytes > tonumber(ARGV[4]) then
  for i, other in ipairs(redis.call('ZRANGE', KEYS[3], 0, -1)) do others[i] = redis.call('HGET', KEYS[4], other) end
end
return { redis.call('HGET', KEYS[1], 'revision'), account, redis.call('GET', KEYS[7]), entry, accesses, others }`);

/**
 * KEYS: the agent's revision, uses; the user's entries, accesses. ARGV: the known revision, or 'none'. Returns the revision and, if it is
 * another, the entries and the counts of each, by their last use.
 */
const READ_ALL = script(`
local revision = redis.call('HGET', KEYS[1], 'revision') or ''
if revision == ARGV[1] then return { revision } end
local entries, accesses = {}, {}
for i, id in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do
  entries[i] = redis.call('HGET', KEYS[3], id)
  accesses[i] = redis.call('HGET', KEYS[4], id)
end
return { revision, entries, accesses }`);

/**
 * KEYS: the agent's revision, uses; the user's accesses. ARGV: now, then ids, which become the most recently used, in this order. Returns
 * the earlier counts of each; a deleted entry is not counted.
 */
const TOUCH = script(`
local counted = {}
for i = 2, #ARGV do
  local was = redis.call('HGET', KEYS[3], ARGV[i])
  counted[i - 1] = was
  if redis.call('ZSCORE', KEYS[2], ARGV[i]) then
    redis.call('ZADD', KEYS[2], redis.call('HINCRBY', KEYS[1], 'uses', 1), ARGV[i])
    local count = was and tonumber(string.match(was, '^%d+')) or 0
    redis.call('HSET', KEYS[3], ARGV[i], string.format('%d', count + 1) .. ' ' .. ARGV[1])
  end
end
return counted`);

/**
 * KEYS: the agent's revision, places, uses; the user's entries, accesses, owners, sums, ends; commit, request, then what an earlier
 * version kept for repeats of the deleted entries. ARGV: the revision that was decided on, the new one; milliseconds that commit, request
 * and the revision of empty sums are kept; what to remember of the request ('' for nothing); the agent's field among the owners, its new
 * account, when it ends; id, place and text of the entry that is written, and its counts from elsewhere ('' for none); then id and place
 * of the deleted ones. Returns the user's balance if it is applied, now or by an earlier attempt, else nothing.
 */
const COMMIT_ENTRIES = script(`${ACCOUNT}
if redis.call('EXISTS', KEYS[9]) == 1 then return balance(KEYS[7], KEYS[8], ARGV[5]) end
if (redis.call('HGET', KEYS[1], 'revision') or '') ~= ARGV[1] then return false end
for i = 14, #ARGV, 2 do
  redis.call('HDEL', KEYS[4], ARGV[i])
  redis.call('HDEL', KEYS[5], ARGV[i])
  redis.call('ZREM', KEYS[3], ARGV[i])
  redis.call('HDEL', KEYS[2], ARGV[i + 1])
end
for i = 11, #KEYS do redis.call('DEL', KEYS[i]) end
redis.call('HSET', KEYS[1], 'revision', ARGV[2])
if ARGV[10] ~= '' then
  redis.call('HSET', KEYS[4], ARGV[10], ARGV[12])
  redis.call('HSET', KEYS[2], ARGV[11], ARGV[10])
  redis.call('ZADD', KEYS[3], redis.call('HINCRBY', KEYS[1], 'uses', 1), ARGV[10])
end
if ARGV[13] ~= '' then redis.call('HSET', KEYS[5], ARGV[10], ARGV[13]) end
redis.call('SET', KEYS[9], '1', 'PX', ARGV[3])
if ARGV[6] ~= '' then redis.call('SET', KEYS[10], ARGV[6], 'PX', ARGV[4]) end
account(KEYS[6], KEYS[7], KEYS[8], ARGV[7], ARGV[8], ARGV[9])
if ARGV[8] == '' then redis.call('DEL', KEYS[1]) end
return balance(KEYS[7], KEYS[8], ARGV[5])`);

export const WORKING_SCRIPTS = { READ_OWNER, READ_ALL, TOUCH, COMMIT_ENTRIES } as const;
