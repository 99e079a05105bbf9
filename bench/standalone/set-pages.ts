/**
 * `npm run bench -- set-pages`: memory and work of ways to grow a set by pages, computed, not measured: a page is as full as its share of
 * the fingerprints, and each way splits at the same load. Prints the most and least octets a fingerprint from 100,000 to 3,000,000
 * fingerprints, and how often each is moved or looked at again while the set grows.
 */
import { Page } from "../../assembly/seen/seen-page";
import { aligned } from "../pages/table";

/** Fingerprints in a full page: 27/32 of its slots, less what the share of a page varies by. */
const FULL = 3456 * 0.985;
const FROM = 1e5;
const TO = 3e6;
const STEP = 1.003;

/** A way: the numbers of pages that a group has in turn before it becomes two groups, and whether groups are of unequal density. */
interface Way {
	readonly name: string;
	readonly pages: readonly number[];
	/** The place x of a fingerprint is such that its leading bits are 2^x - 1: splits are spread over time, as in spiral storage. */
	readonly isSpiral: boolean;
}

const WAYS: readonly Way[] = [
	{ name: "pages split in two (extendible hashing)", pages: [1], isSpiral: false },
	{ name: "the same, spiral", pages: [1], isSpiral: true },
	{ name: "groups of 2, 3 pages", pages: [2, 3], isSpiral: false },
	{ name: "groups of 2, 3 pages, spiral", pages: [2, 3], isSpiral: true },
	{ name: "groups of 3, 4, 5 pages", pages: [3, 4, 5], isSpiral: false },
	{ name: "groups of 4, 5, 6, 7 pages", pages: [4, 5, 6, 7], isSpiral: false },
];

/** All fingerprints whose place is in [start, end). `step` is an index of `Way.pages`. */
interface Group {
	readonly start: number;
	readonly end: number;
	readonly step: number;
}

function grow({ name, pages, isSpiral }: Way): string[] {
	const share = ({ start, end }: Group) => (isSpiral ? 2 ** end - 2 ** start : end - start);
	let groups: Group[] = [{ start: 0, end: 1, step: 0 }];
	let [most, least, moved, count] = [0, Number.POSITIVE_INFINITY, 0, 1000];
	for (; count < TO; count *= STEP) {
		const isFull = (group: Group) => count * share(group) > FULL * (pages[group.step] as number);
		while (groups.some(isFull)) {
			moved += groups.filter(isFull).reduce((sum, group) => sum + count * share(group), 0);
			groups = groups.flatMap((group) => (isFull(group) ? next(group, pages.length) : [group]));
		}
		const octets = (Page.SIZE * groups.reduce((sum, { step }) => sum + (pages[step] as number), 0)) / count;
		if (count < FROM) continue;
		most = Math.max(most, octets);
		least = Math.min(least, octets);
	}
	return [name, most.toFixed(1), least.toFixed(1), (moved / count).toFixed(1)];
}

/** What a full group becomes. */
function next({ start, end, step }: Group, steps: number): Group[] {
	if (step + 1 < steps) return [{ start, end, step: step + 1 }];
	const middle = (start + end) / 2;
	return [
		{ start, end: middle, step: 0 },
		{ start: middle, end, step: 0 },
	];
}

const head = ["way", "most octets", "least", "moved"];
console.log(aligned([head, ...WAYS.map(grow)], (column) => column > 0));
