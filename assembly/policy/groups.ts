/**
 * The groups of entries that decide about a parameter: those of the path, those of the configuration, or those of the configuration and
 * its layers. A layer has the rules of sites that are about some paths of a host.
 */

import { Policy, RuleLimit } from "../layout/crawl-addresses";
import { Lists } from "../layout/crawl-state";
import { load32, store32 } from "../octets/memory";
import { matchesPath } from "./glob";
import { HOST_ROOMS } from "./host-alias";
import { KeyRule } from "./key-rules";
import { ruleLimit } from "./limits";
import { lists, setLists, setWindow } from "./list-state";
import { Layer, MoreConfig } from "./more";
import { Config, Group, isOn, policy, program, Role, setPolicy } from "./program";

/** Groups of one configuration, at most. */
export const MAX_GROUPS: i32 = 64;
/** Roles whose groups layers replace. Groups of lists keep their order, whatever their roles. */
const SOURCE_COUNT: i32 = Role.LIST + 1;
/** For each role, the address and the number of the groups that have it; then room for all of them. */
const SOURCES: i32 = SOURCE_COUNT << 3;
export const LAYERS_ROOM: i32 = SOURCES + SOURCE_COUNT * MAX_GROUPS * Group.SIZE;

/** Has the groups of the path decide. */
export function setPathGroups(config: i32): void {
	setGroups(program() + load32(config + MoreConfig.PATH_GROUPS), load32(config + MoreConfig.PATH_GROUP_COUNT));
	setFolds(isOn(KeyRule.PATH_CASE), isOn(KeyRule.PATH_CASE));
}

/** Has the groups of the configuration decide. */
export function setQueryGroups(): void {
	const config = policy(Policy.CONFIG);
	setGroups(program() + load32(config + Config.GROUPS), load32(config + Config.GROUP_COUNT));
	setQueryFolds();
}

function setQueryFolds(): void {
	const rules = policy(Policy.RULES) & (KeyRule.QUERY_CASE_NAMES | KeyRule.QUERY_CASE_ALL);
	setFolds(rules != 0, (rules & KeyRule.QUERY_CASE_ALL) != 0);
}

function setFolds(names: bool, values: bool): void {
	setPolicy(Policy.FOLDS_NAMES, names ? 1 : 0);
	setPolicy(Policy.FOLDS_VALUES, values ? 1 : 0);
}

/** Has the `count` groups at an address decide. */
export function setGroups(address: i32, count: i32): void {
	setPolicy(Policy.GROUPS, address);
	setPolicy(Policy.GROUP_COUNT, count);
	setWindow(0, count);
}

/** Puts the layers of `config`, a `MoreConfig`, that are about the path over its rules and groups. Requires: the path is written. */
export function applyLayers(config: i32): void {
	const count = load32(config + MoreConfig.LAYER_COUNT);
	if (count == 0) return;
	setSources(-1, policy(Policy.GROUPS), policy(Policy.GROUP_COUNT));
	let rules = lists(Lists.RULES);
	for (let index = 0; index < count; ++index) {
		const layer = program() + load32(config + MoreConfig.LAYERS) + index * Layer.SIZE;
		if (!isAbout(layer)) continue;
		rules = (rules & ~load32(layer + Layer.MASK)) | load32(layer + Layer.RULES);
		setSources(load32(layer + Layer.ROLES), program() + load32(layer + Layer.GROUPS), load32(layer + Layer.GROUP_COUNT));
	}
	setLists(Lists.RULES, rules);
	setPolicy(Policy.RULES, rules & ruleLimit(RuleLimit.KEY_RULES));
	joinSources();
	setQueryFolds();
}

function isAbout(layer: i32): bool {
	const paths = load32(layer + Layer.PATHS);
	const exceptPaths = load32(layer + Layer.EXCEPT_PATHS);
	return (paths == 0 || matchesPath(paths)) && (exceptPaths == 0 || !matchesPath(exceptPaths));
}

function sources(): i32 {
	return policy(Policy.ROOM) + HOST_ROOMS;
}

/** Has the groups at an address be those of some roles. */
function setSources(roles: i32, groups: i32, count: i32): void {
	for (let role: i32 = 0; role < SOURCE_COUNT; ++role) {
		if (((roles >>> role) & 1) == 0) continue;
		store32(sources() + (role << 3), groups);
		store32(sources() + (role << 3) + 4, count);
	}
}

/** Copies the groups of each role, in the order in which they decide. Requires: Group.SIZE is 16. */
function joinSources(): void {
	const start = sources() + SOURCES;
	let to = start;
	for (let role: i32 = 0; role < SOURCE_COUNT; ++role) {
		const groups = load32(sources() + (role << 3));
		const end = groups + load32(sources() + (role << 3) + 4) * Group.SIZE;
		for (let group = groups; group < end; group += Group.SIZE) {
			const own = load32(group + Group.ROLE);
			if ((own < Role.LIST ? own : Role.LIST) != role) continue;
			for (let at: i32 = 0; at < Group.SIZE; at += 4) store32(to + at, load32(group + at));
			to += Group.SIZE;
		}
	}
	setGroups(start, (to - start) >> 4);
}
