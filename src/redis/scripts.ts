/**
 * The scripts that run on the server, in Lua, and the layout of the set there. Every client uses these scripts, in Python too
 * (build/host-tables.ts).
 *
 * ```
 *   NAME              hash: format, identity, secret, variant, buckets, count, generation; batch:ID for each batch under way: its URLs
 *   NAME:GEN:n        sets: the fingerprints, by their last three octets modulo `buckets`. GEN is the generation
 *   NAME:batches      sorted set: the batches under way, by the time of their claim in milliseconds. An index, made again when evicted
 *
 *   exact    member: the fingerprint, 16 octets
 *   compact  member: its first 52 bits, in decimal digits. Sets of up to 512 such members are arrays of 8 octets each (intset)
 * ```
 *
 * Redis runs one script at a time. A script that fails undoes its changes, so it stores either all of a batch or nothing.
 *
 * A server may forget any key: by eviction, expiry, a restart from an older snapshot. Fingerprints that it forgets make URLs new again.
 * The URLs under way must not be forgotten while their fingerprints remain: no crawler would fetch them. They are therefore in NAME
 * itself, and without NAME no fingerprint counts, because the next one has another generation.
 */

/** Version of this layout. */
export const FORMAT = "2";

/** Bits of a compact member. Lua computes with doubles, which are exact up to 53 bits. */
export const MEMBER_BITS = 52;
/**
 * The average number of members of a set, and the log2 of the fewest sets. At most 512 members keep a compact one an intset
 * (`set-max-intset-entries`), and 2^12 sets make its fingerprints 64 bits long. Exact sets are large: two commands then add the part of
 * a batch that belongs to one of them.
 */
export const BUCKETS = {
	exact: { meanMembers: 1_048_576, minBits: 4 },
	compact: { meanMembers: 256, minBits: 12 },
} as const;
/** log2 of the maximum number of sets: three octets. */
export const MAX_BUCKET_BITS = 24;

/** Max URLs in a batch. The server does nothing else meanwhile: some 20 ms. */
export const MAX_BATCH = 10_000;

/** Fewest URLs of a call that a local set must know for its epoch to be verified: that takes the server as long as some 60 URLs. */
export const MIN_KNOWN = 64;

/** Fields of NAME other than batches. */
const FIELDS = 7;

/** Max members in a command: Lua's `unpack` has a limit of some 8,000. */
const MAX_GROUP = 1000;

/** The error of a call to a set of another generation. */
const REPLACED = `redis.error_reply('URLSIEVE the set ' .. KEYS[1] .. ' was deleted or replaced: open it again')`;

/**
 * ARGV: format, identity, secret, variant, buckets and generation of a set that does not exist yet. Returns the stored ones, and the
 * count before the generation.
 */
const OPEN = `
local set = KEYS[1]
if redis.call('EXISTS', set) == 0 then
	redis.call('HSET', set, 'format', ARGV[1], 'identity', ARGV[2], 'secret', ARGV[3], 'variant', ARGV[4], 'buckets', ARGV[5], 'count', 0,
		'generation', ARGV[6])
	redis.call('DEL', set .. ':batches')
end
return redis.call('HMGET', set, 'format', 'identity', 'secret', 'variant', 'buckets', 'count', 'generation')
`;

/**
 * ARGV: generation, epoch, id of the batch or '', fingerprints of 16 octets, and with an id their URLs. Returns the epoch, the number of
 * all members, and the places of the new ones, from 0.
 *
 * The epoch changes when the server may have forgotten members: it has restarted, or keys were evicted or have expired. Given '', it is
 * not looked up, because that takes 70 µs; given '?', it is returned; given another one than that of the server, only the server's is returned
 * and nothing is added. It is '' where the client may not run INFO.
 */
const ADD = `
local set, given, batch, prints = KEYS[1], ARGV[2], ARGV[3], ARGV[4]
local meta = redis.call('HMGET', set, 'generation', 'variant', 'buckets')
if meta[1] ~= ARGV[1] then return ${REPLACED} end
local exact, buckets = meta[2] == 'exact', tonumber(meta[3])
local byte, sub, format, match, call = string.byte, string.sub, string.format, string.match, redis.call
local isNew, fresh = {}, {}
local function epoch()
	local server, stats = redis.pcall('INFO', 'server'), redis.pcall('INFO', 'stats')
	if type(server) ~= 'string' or type(stats) ~= 'string' then return '' end
	local run, evicted, expired = match(server, 'run_id:(%w+)'), match(stats, 'evicted_keys:(%d+)'), match(stats, 'expired_keys:(%d+)')
	return run and evicted and expired and run .. ':' .. evicted .. ':' .. expired or ''
end
local current = given == '' and '' or epoch()
if given ~= '?' and given ~= current then return {current} end
local function keyAt(at)
	local x, y, z = byte(prints, at + 13, at + 15)
	return set .. ':' .. meta[1] .. ':' .. (x + 256 * (y + 256 * z)) % buckets
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
		local urls = {}
		for index, place in ipairs(fresh) do urls[index] = ARGV[5 + place] end
		call('HSET', set, 'batch:' .. batch, cmsgpack.pack(urls))
		local time = call('TIME')
		call('ZADD', set .. ':batches', time[1] * 1000 + math.floor(time[2] / 1000), batch)
	end
	return call('HINCRBY', set, 'count', #fresh)
end
local done, count = pcall(add)
if done then
	local reply = {current, count}
	for index, place in ipairs(fresh) do reply[index + 2] = place end
	return reply
end
for at in pairs(isNew) do call('SREM', keyAt(at), memberAt(at)) end
if batch ~= '' then
	redis.pcall('ZREM', set .. ':batches', batch)
	call('HDEL', set, 'batch:' .. batch)
end
return redis.error_reply(type(count) == 'table' and count.err or count)
`;

/** ARGV: id. Returns 1, or 0 if no such batch is under way. */
const ACKNOWLEDGE = `
redis.call('ZREM', KEYS[1] .. ':batches', ARGV[1])
return redis.call('HDEL', KEYS[1], 'batch:' .. ARGV[1])
`;

/**
 * ARGV: generation, age in milliseconds, new id. Moves the oldest batch of at least that age to the new id. Returns its URLs, or none.
 * After an eviction of the index, the age of all batches begins anew.
 */
const RECLAIM = `
local set, index, call = KEYS[1], KEYS[1] .. ':batches', redis.call
if call('HGET', set, 'generation') ~= ARGV[1] then return ${REPLACED} end
local time = call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if call('ZCARD', index) ~= call('HLEN', set) - ${FIELDS} then
	call('DEL', index)
	for _, field in ipairs(call('HKEYS', set)) do
		local id = string.match(field, '^batch:(.*)')
		if id then call('ZADD', index, now, id) end
	end
end
local batch = call('ZRANGEBYSCORE', index, '-inf', now - ARGV[2], 'LIMIT', 0, 1)[1]
if not batch then return {} end
local urls = call('HGET', set, 'batch:' .. batch)
call('ZADD', index, now, ARGV[3])
call('HSET', set, 'batch:' .. ARGV[3], urls)
call('HDEL', set, 'batch:' .. batch)
call('ZREM', index, batch)
return cmsgpack.unpack(urls)
`;

/** The scripts by their names. */
export const SCRIPTS = { open: OPEN, add: ADD, acknowledge: ACKNOWLEDGE, reclaim: RECLAIM };
