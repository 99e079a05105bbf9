/**
 * Runs an automaton as a lazy DFA: a state is a set of nodes, created when the text first reaches it, and cached.
 *
 * ```
 *   state ── symbol ──▶ row[symbol]: known? that state
 *                            └─ else: the set of nodes that follow, in a loose state ─▶ cached? that one
 *                                                                                        └─ else: a copy in the cache
 * ```
 *
 * A full cache is emptied. Once a reference has filled it MAX_FLUSHES times, the rest of it runs on loose states: sets computed
 * anew for each octet (Thompson's simulation). Either way, time is linear in the text and memory is bounded. Nothing backtracks.
 */
import { clear, load8, load32, store32 } from "../octets/memory";
import { Automaton, BUCKET_COUNT, looseSize, Machine, machineSize, Node, Op, Pattern, Special, State } from "./automaton";

const MAX_FLUSHES: i32 = 8;
const MAX_STAMP: i32 = 0x7fffffff;

/** Initializes a machine at `machine` for the automaton at an address. Its cache ends at `end`. */
export function initializeMachine(machine: i32, program: i32, automaton: i32, end: i32): void {
	const nodes = load32(automaton + Automaton.NODE_COUNT);
	const classes = load32(automaton + Automaton.CLASS_COUNT);
	const patterns = load32(automaton + Automaton.PATTERN_COUNT) << 2;
	clear(machine, machine + machineSize(nodes, classes, load32(automaton + Automaton.PATTERN_COUNT)));
	store32(machine + Machine.AUTOMATON, automaton);
	store32(machine + Machine.SYMBOLS, classes + Special.COUNT);
	store32(machine + Machine.PROGRAM, program);
	store32(machine + Machine.NODES, program + load32(automaton + Automaton.NODES));
	store32(machine + Machine.PATTERNS, program + load32(automaton + Automaton.PATTERNS));
	store32(machine + Machine.CLASSES, program + load32(automaton + Automaton.CLASSES));
	let at = area(machine, Machine.MARKS, machine + Machine.SIZE, nodes << 2);
	at = area(machine, Machine.STACK, at, nodes << 2);
	at = area(machine, Machine.STAMPS, at, patterns);
	at = area(machine, Machine.MATCHES, at, patterns);
	at = area(machine, Machine.BUCKETS, at, BUCKET_COUNT << 2);
	const size = looseSize(nodes, classes);
	store32(machine + Machine.LOOSE_SIZE, size);
	at = area(machine, Machine.LOOSE, at, size << 1);
	store32(machine + Machine.CACHE, at);
	store32(machine + Machine.CACHE_TOP, at);
	store32(machine + Machine.CACHE_END, end);
}

function area(machine: i32, field: i32, at: i32, size: i32): i32 {
	store32(machine + field, at);
	return at + size;
}

/** Begins a run: no pattern has matched. Returns the state before the first octet. */
export function beginRun(machine: i32): i32 {
	const automaton = load32(machine + Machine.AUTOMATON);
	advance(machine, Machine.RUN, Machine.STAMPS, load32(automaton + Automaton.PATTERN_COUNT));
	store32(machine + Machine.MATCH_COUNT, 0);
	return startState(machine);
}

/** The state before the first octet. */
export function startState(machine: i32): i32 {
	const known = load32(machine + Machine.START_STATE);
	if (known != 0) return known;
	const set = emptySet(machine, 0);
	addClosure(machine, set, 0, 1 << Op.START);
	const state = cached(machine, set, true);
	if (isCached(machine, state)) store32(machine + Machine.START_STATE, state);
	return state;
}

/** The state that follows `state` by a symbol. It is valid until the call after the next one. */
export function nextState(machine: i32, state: i32, symbol: i32): i32 {
	const known = cachedState(state, symbol);
	return known != 0 ? known : makeState(machine, state, symbol);
}

/** The same in loops over octets: asc inlines the look-up, not what makes a state. */
export function followingState(machine: i32, state: i32, symbol: i32): i32 {
	const known = cachedState(state, symbol);
	return known != 0 ? known : nextState(machine, state, symbol);
}

/** The same if it is cached, else 0. */
export function cachedState(state: i32, symbol: i32): i32 {
	return load32(state + State.ROW + (symbol << 2));
}

/** The symbol that stands for one of `Special`. */
export function symbolOf(machine: i32, symbol: i32): i32 {
	return load32(machine + Machine.SYMBOLS) - Special.COUNT + symbol;
}

/** The class of an octet. */
export function classOf(machine: i32, octet: i32): i32 {
	return load8(load32(machine + Machine.CLASSES) + octet);
}

export function hasMatch(state: i32): bool {
	return load32(state + State.HAS_MATCH) != 0;
}

export function isDead(state: i32): bool {
	return load32(state + State.COUNT) == 0;
}

/** Records the patterns that match in this state. */
export function takeMatches(machine: i32, state: i32): void {
	if (!hasMatch(state)) return;
	const list = nodesOf(machine, state);
	for (let index = 0; index < load32(state + State.COUNT); ++index) {
		const node = nodeAt(machine, load32(list + (index << 2)));
		if (load32(node + Node.OP) == Op.MATCH) takeMatch(machine, load32(node + Node.PATTERN));
	}
}

function takeMatch(machine: i32, pattern: i32): void {
	const stamp = load32(machine + Machine.STAMPS) + (pattern << 2);
	if (load32(stamp) == load32(machine + Machine.RUN)) return;
	store32(stamp, load32(machine + Machine.RUN));
	const count = load32(machine + Machine.MATCH_COUNT);
	store32(load32(machine + Machine.MATCHES) + (count << 2), pattern);
	store32(machine + Machine.MATCH_COUNT, count + 1);
}

/** Begins a reference: it may empty the cache MAX_FLUSHES times. */
export function resetFlushes(machine: i32): void {
	store32(machine + Machine.FLUSHES, 0);
}

/** Whether the current run has matched a pattern. */
export function hasMatched(machine: i32, pattern: i32): bool {
	return load32(load32(machine + Machine.STAMPS) + (pattern << 2)) == load32(machine + Machine.RUN);
}

/** Returns Pattern.VALUE of the match with this index in the current run. */
export function matchValue(machine: i32, index: i32): i32 {
	return load32(patternsOf(machine) + load32(load32(machine + Machine.MATCHES) + (index << 2)) * Pattern.SIZE);
}

function makeState(machine: i32, state: i32, symbol: i32): i32 {
	const flushes = load32(machine + Machine.ALL_FLUSHES);
	const set = emptySet(machine, state);
	const list = nodesOf(machine, state);
	for (let index = 0; index < load32(state + State.COUNT); ++index) {
		follow(machine, set, nodeAt(machine, load32(list + (index << 2))), symbol);
	}
	// The current state is still needed afterwards, so this must not empty the cache.
	const next = cached(machine, set, symbol < symbolOf(machine, 0));
	const isKept = flushes == load32(machine + Machine.ALL_FLUSHES) && isCached(machine, state) && isCached(machine, next);
	if (isKept) store32(state + State.ROW + (symbol << 2), next);
	return next;
}

/** Adds what follows a node by a symbol to the set. */
function follow(machine: i32, set: i32, node: i32, symbol: i32): void {
	const op = load32(node + Node.OP);
	const out = load32(node + Node.OUT);
	const special = symbol - symbolOf(machine, 0);
	if (special < 0) {
		const isNext = op == Op.OCTETS && hasClass(load32(machine + Machine.PROGRAM) + load32(node + Node.ARGUMENT), symbol);
		if (isNext) addClosure(machine, set, out, 0);
	} else if (op == (special == Special.END ? Op.END : Op.NAME_END)) {
		addClosure(machine, set, out, 1 << op);
	}
}

function hasClass(classes: i32, symbol: i32): bool {
	return ((load32(classes + ((symbol >> 5) << 2)) >>> (symbol & 31)) & 1) != 0;
}

/** Adds a node, or what it leads to without an octet, to the set. `holding`: bits of the `Op`s that hold here. */
function addClosure(machine: i32, set: i32, first: i32, holding: i32): void {
	const stack = load32(machine + Machine.STACK);
	let top = push(machine, stack, first);
	while (top > stack) {
		top -= 4;
		const number = load32(top);
		const node = nodeAt(machine, number);
		const op = load32(node + Node.OP);
		if (op == Op.SPLIT) {
			top = push(machine, top, load32(node + Node.ARGUMENT));
			top = push(machine, top, load32(node + Node.OUT));
		} else if (((holding >>> op) & 1) != 0) {
			top = push(machine, top, load32(node + Node.OUT));
		} else if (op != Op.START) {
			append(machine, set, number, op);
		}
	}
}

/** Pushes a node unless the set under construction has it. Returns the new top. Each node is pushed once, so the stack suffices. */
function push(machine: i32, top: i32, number: i32): i32 {
	const mark = load32(machine + Machine.MARKS) + (number << 2);
	if (load32(mark) == load32(machine + Machine.EPOCH)) return top;
	store32(mark, load32(machine + Machine.EPOCH));
	store32(top, number);
	return top + 4;
}

function append(machine: i32, set: i32, number: i32, op: i32): void {
	const count = load32(set + State.COUNT);
	store32(nodesOf(machine, set) + (count << 2), number);
	store32(set + State.COUNT, count + 1);
	if (op == Op.MATCH) store32(set + State.HAS_MATCH, 1);
}

/** An empty set, in the loose state that is not `state`. */
function emptySet(machine: i32, state: i32): i32 {
	const first = load32(machine + Machine.LOOSE);
	const set = state == first ? first + load32(machine + Machine.LOOSE_SIZE) : first;
	store32(set + State.COUNT, 0);
	store32(set + State.HAS_MATCH, 0);
	advance(machine, Machine.EPOCH, Machine.MARKS, load32(load32(machine + Machine.AUTOMATON) + Automaton.NODE_COUNT));
	return set;
}

/** The cached state with the nodes of a loose one, made if there is room; else the loose state itself. */
function cached(machine: i32, set: i32, mayFlush: bool): i32 {
	const bucket = load32(machine + Machine.BUCKETS) + (hashOf(machine, set) << 2);
	for (let state = load32(bucket); state != 0; state = load32(state + State.CHAIN)) {
		if (isMarked(machine, state, load32(set + State.COUNT))) return state;
	}
	const size = State.ROW + ((load32(machine + Machine.SYMBOLS) + load32(set + State.COUNT)) << 2);
	if (!hasRoom(machine, size) && !(mayFlush && makeRoom(machine, size))) return set;
	const state = load32(machine + Machine.CACHE_TOP);
	store32(machine + Machine.CACHE_TOP, state + size);
	for (let at = 0; at < size; at += 4) store32(state + at, load32(set + at));
	store32(state + State.CHAIN, load32(bucket));
	store32(bucket, state);
	return state;
}

function hasRoom(machine: i32, size: i32): bool {
	return size <= load32(machine + Machine.CACHE_END) - load32(machine + Machine.CACHE_TOP);
}

/** Empties the cache, unless the reference has done so too often. Returns whether `size` octets fit then. */
function makeRoom(machine: i32, size: i32): bool {
	const flushes = load32(machine + Machine.FLUSHES);
	// Fast path only: without room in the cache, states stay loose.
	if (flushes >= MAX_FLUSHES) return false;
	store32(machine + Machine.FLUSHES, flushes + 1);
	store32(machine + Machine.ALL_FLUSHES, (load32(machine + Machine.ALL_FLUSHES) + 1) & MAX_STAMP);
	store32(machine + Machine.CACHE_TOP, load32(machine + Machine.CACHE));
	store32(machine + Machine.START_STATE, 0);
	const buckets = load32(machine + Machine.BUCKETS);
	clear(buckets, buckets + (BUCKET_COUNT << 2));
	return hasRoom(machine, size);
}

/** The bucket of a set. The order of its nodes does not matter. */
function hashOf(machine: i32, set: i32): i32 {
	const list = nodesOf(machine, set);
	let hash = 0;
	for (let index = 0; index < load32(set + State.COUNT); ++index) {
		const number = load32(list + (index << 2));
		hash ^= number ^ (number << 5) ^ (number >>> 4);
	}
	return (hash ^ (hash >>> 8) ^ (hash >>> 16)) & (BUCKET_COUNT - 1);
}

/** Whether a state has just the `count` nodes of the set under construction, which are marked. */
function isMarked(machine: i32, state: i32, count: i32): bool {
	if (load32(state + State.COUNT) != count) return false;
	const list = nodesOf(machine, state);
	const marks = load32(machine + Machine.MARKS);
	for (let index = 0; index < count; ++index) {
		if (load32(marks + (load32(list + (index << 2)) << 2)) != load32(machine + Machine.EPOCH)) return false;
	}
	return true;
}

function isCached(machine: i32, state: i32): bool {
	return state >= load32(machine + Machine.CACHE);
}

function nodesOf(machine: i32, state: i32): i32 {
	return state + State.ROW + (load32(machine + Machine.SYMBOLS) << 2);
}

function nodeAt(machine: i32, number: i32): i32 {
	return load32(machine + Machine.NODES) + number * Node.SIZE;
}

function patternsOf(machine: i32): i32 {
	return load32(machine + Machine.PATTERNS);
}

/** Increments a stamp. Before it would wrap, clears the `count` words that hold old ones. */
function advance(machine: i32, stamp: i32, words: i32, count: i32): void {
	const value = load32(machine + stamp);
	if (value < MAX_STAMP) {
		store32(machine + stamp, value + 1);
		return;
	}
	clear(load32(machine + words), load32(machine + words) + (count << 2));
	store32(machine + stamp, 1);
}
