/** Conditions: which references an entry or a group applies to. Each is evaluated at most once per reference, on demand. */
import { Policy } from "../layout/crawl-addresses";
import { load32, store32 } from "../octets/memory";
import { hasMatched, resetFlushes } from "./machine";
import { beginPieces } from "./piece-text";
import { Condition, Header, header, policy, program, setPolicy } from "./program";
import { scopeValue } from "./scope";
import { matchUrl } from "./url-text";

/** Begins a reference. */
export function beginConditions(): void {
	setPolicy(Policy.URL_EPOCH, 0);
	if (policy(Policy.NAME_MACHINE) != 0) beginPieces();
	if (policy(Policy.URL_MACHINE) != 0) resetFlushes(policy(Policy.URL_MACHINE));
}

/** Whether a condition holds for the reference. Its result is cached after those of the entries. */
export function holds(number: i32): bool {
	const cached = policy(Policy.CACHE) + ((header(Header.ENTRY_COUNT) + number) << 2);
	if (load32(cached) >> 1 == policy(Policy.EPOCH)) return (load32(cached) & 1) != 0;
	const condition = program() + header(Header.CONDITIONS) + number * Condition.SIZE;
	const members = load32(condition + Condition.MEMBERS);
	const result = isMet(condition) && (members == 0 || hasMember(program() + members));
	store32(cached, (policy(Policy.EPOCH) << 1) | (result ? 1 : 0));
	return result;
}

/** Whether one of the members holds. They have no members of their own, so the recursion ends here. */
function hasMember(members: i32): bool {
	for (let index = 1; index <= load32(members); ++index) if (holds(load32(members + (index << 2)))) return true;
	return false;
}

function isMet(condition: i32): bool {
	const hosts = load32(condition + Condition.HOSTS);
	const exceptHosts = load32(condition + Condition.EXCEPT_HOSTS);
	const pattern = load32(condition + Condition.PATTERN);
	if (hosts != 0 && scopeValue(hosts) == 0) return false;
	if (exceptHosts != 0 && scopeValue(exceptHosts) != 0) return false;
	return pattern == 0 || matchesUrl(pattern - 1);
}

function matchesUrl(pattern: i32): bool {
	const machine = policy(Policy.URL_MACHINE);
	if (policy(Policy.URL_EPOCH) == 0) {
		setPolicy(Policy.URL_EPOCH, 1);
		matchUrl(machine);
	}
	return hasMatched(machine, pattern);
}
