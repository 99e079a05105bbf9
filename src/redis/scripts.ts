/**
 * What runs on the server, as Lua, and how the set is stored there. Every client uses these scripts, in Python too
 * (build/host-tables.ts).
 *
 * ```
 *   NAME              hash: format, identity, secret, variant, buckets, count
 *   NAME:0 … NAME:n   sets: the fingerprints, by their last three octets modulo `buckets`
 *   NAME:batches      sorted set: the batches under way, by the time of their claim in milliseconds
 *   NAME:batch:ID     list: the new URLs of a batch
 *
 *   exact    member: the fingerprint, 16 octets
 *   compact  member: its first 52 bits, in decimal digits. Sets of up to 512 such members are arrays of 8 octets each (intset)
 * ```
 *
 * Redis runs one script at a time. A script that fails undoes what it did, so it stores either all of a batch or nothing.
 */

/** Version of this layout. */
export const FORMAT = "1";

/** Bits of a compact member. Lua computes with doubles, which are exact up to 53 bits. */
export const MEMBER_BITS = 52;
/**
 * How many members a set has on average, and the fewest sets in bits. At most 512 members keep a compact one an intset
 * (`set-max-intset-entries`), and 2^12 sets make its fingerprints 64 bits long. Exact sets are large: two commands then add the part of
 * a batch that belongs to one of them.
 */
export const BUCKETS = {
	exact: { meanMembers: 1_048_576, minBits: 4 },
	compact: { meanMembers: 256, minBits: 12 },
} as const;
/** The most sets, in bits: three octets. */
export const MAX_BUCKET_BITS = 24;

/** Max URLs in a batch. The server does nothing else meanwhile: some 20 ms. */
export const MAX_BATCH = 10_000;

/** Max members in a command: Lua's `unpack` has a limit of some 8,000. */
const MAX_GROUP = 1000;

/** ARGV: format, identity, secret, variant, buckets of a set that does not exist yet. Returns the stored ones, and the count. */
const OPEN = `
local set = KEYS[1]
if redis.call('EXISTS', set) == 0 then
	redis.call('HSET', set, 'format', ARGV[1], 'identity', ARGV[2], 'secret', ARGV[3], 'variant', ARGV[4], 'buckets', ARGV[5], 'count', 0)
end
return redis.call('HMGET', set, 'format', 'identity', 'secret', 'variant', 'buckets', 'count')
`;

/**
 * ARGV: secret, identity, id of the batch or '', fingerprints of 16 octets, and with an id their URLs. Returns the places of the new
 * ones, from 0, and then the number of all members.
 */
const ADD = `
local set, batch, prints = KEYS[1], ARGV[3], ARGV[4]
local meta = redis.call('HMGET', set, 'secret', 'identity', 'variant', 'buckets')
if meta[1] ~= ARGV[1] or meta[2] ~= ARGV[2] then
	return redis.error_reply('URLSIEVE the set ' .. set .. ' was deleted or replaced: open it again')
end
local exact, buckets = meta[3] == 'exact', tonumber(meta[4])
local byte, sub, format, call = string.byte, string.sub, string.format, redis.call
local isNew, fresh = {}, {}
local function keyAt(at)
	local x, y, z = byte(prints, at + 13, at + 15)
	return set .. ':' .. (x + 256 * (y + 256 * z)) % buckets
end
local function memberAt(at)
	if exact then return sub(prints, at, at + 15) end
	local a, b, c, d, e, f, g = byte(prints, at, at + 6)
	return format('%.0f', a + 256 * (b + 256 * (c + 256 * (d + 256 * (e + 256 * (f + 256 * (g % 16)))))))
end
local function addGroup(key, group)
	local members = {}
	for index, at in ipairs(group) do members[index] = memberAt(at) end
	local known, new, taken = call('SMISMEMBER', key, unpack(members)), {}, {}
	for index, at in ipairs(group) do
		local member = members[index]
		if known[index] == 0 and not taken[member] then
			taken[member], isNew[at], new[#new + 1] = true, true, member
		end
	end
	if #new > 0 then call('SADD', key, unpack(new)) end
end
local function addGroups()
	local groups = {}
	for at = 1, #prints, 16 do
		local key = keyAt(at)
		local group = groups[key]
		if not group or #group == ${MAX_GROUP} then
			if group then addGroup(key, group) end
			group = {}
			groups[key] = group
		end
		group[#group + 1] = at
	end
	for key, group in pairs(groups) do addGroup(key, group) end
end
local function addEach()
	for at = 1, #prints, 16 do
		if call('SADD', keyAt(at), memberAt(at)) == 1 then isNew[at] = true end
	end
end
local function add()
	if exact then addGroups() else addEach() end
	for at = 1, #prints, 16 do
		if isNew[at] then fresh[#fresh + 1] = (at - 1) / 16 end
	end
	if batch ~= '' and #fresh > 0 then
		for _, place in ipairs(fresh) do call('RPUSH', set .. ':batch:' .. batch, ARGV[5 + place]) end
		local time = call('TIME')
		call('ZADD', set .. ':batches', time[1] * 1000 + math.floor(time[2] / 1000), batch)
	end
	fresh[#fresh + 1] = call('HINCRBY', set, 'count', #fresh)
end
local done, problem = pcall(add)
if done then return fresh end
for at in pairs(isNew) do call('SREM', keyAt(at), memberAt(at)) end
if batch ~= '' then
	redis.pcall('ZREM', set .. ':batches', batch)
	call('DEL', set .. ':batch:' .. batch)
end
return redis.error_reply(type(problem) == 'table' and problem.err or problem)
`;

/** ARGV: id. Returns 1, or 0 if no such batch is under way. */
const ACKNOWLEDGE = `
local set = KEYS[1]
if redis.call('ZREM', set .. ':batches', ARGV[1]) == 0 then return 0 end
redis.call('DEL', set .. ':batch:' .. ARGV[1])
return 1
`;

/** ARGV: age in milliseconds, new id. Moves the oldest batch of at least that age to the new id. Returns its URLs, or none. */
const RECLAIM = `
local set = KEYS[1]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local batch = redis.call('ZRANGEBYSCORE', set .. ':batches', '-inf', now - ARGV[1], 'LIMIT', 0, 1)[1]
if not batch then return {} end
redis.call('ZADD', set .. ':batches', now, ARGV[2])
redis.call('ZREM', set .. ':batches', batch)
redis.call('RENAME', set .. ':batch:' .. batch, set .. ':batch:' .. ARGV[2])
return redis.call('LRANGE', set .. ':batch:' .. ARGV[2], 0, -1)
`;

/** The scripts by their names. */
export const SCRIPTS = { open: OPEN, add: ADD, acknowledge: ACKNOWLEDGE, reclaim: RECLAIM };
