/** Traps of numbers that go on without end: calendars and pages. */

import type { Pair } from "../../learned/pairs";
import { DATE, NUMBER } from "../../learned/patterns";
import { YEAR } from "../../learned/tokens";
import type { ShapedKeys } from "../keys/shaped-keys";
import { Trait } from "../keys/token-traits";
import { KeyView } from "./key-view";
import { textHash } from "./text-hash";
import { type Finding, sorted, type TrapFinder } from "./trap";

const MIN_DAYS = 366;
const MIN_MONTHS = 120;
const MIN_PAGES = 256;
/** The share of a span that dates or pages fill. */
const FILLED = 0.9;

const PAGE_SEGMENT = /^(?:page|p)$/i;
const PAGE_NAMES = ["page", "p", "pg", "paged", "pn", "start", "offset", "from", "skip"];
const DAY = 86_400_000;
const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

/** Numbers at a place, with their rows. */
class Place {
	readonly numbers = new Set<number>();
	readonly rows: number[] = [];
	/** The name of the place, of one of its keys. */
	readonly nameOf: (key: KeyView) => string;

	constructor(nameOf: (key: KeyView) => string) {
		this.nameOf = nameOf;
	}
}

/** Places by the hashes of their names, which only findings need. */
class Places {
	readonly #places = new Map<number, Place>();

	/** Adds the number of a pair, which is at a place of the pairs of its key. */
	addPair(key: KeyView, pair: number, number: number): void {
		this.#add(key, (other) => pairName(other.pairs[pair] as Pair), number);
	}

	/** Adds a number in the path of a key. */
	addPath(key: KeyView, nameOf: (key: KeyView) => string, number: number): void {
		this.#add(key, nameOf, number);
	}

	/** The places with many numbers, by their names, in order. */
	named(key: KeyView, least: number): [at: string, place: Place][] {
		const many = Array.from(this.#places.values()).filter(({ numbers }) => numbers.size >= least);
		return sorted(new Map(many.map((place) => [place.nameOf(key.show(place.rows[0] as number)), place])));
	}

	#add(key: KeyView, nameOf: (key: KeyView) => string, number: number): void {
		const hash = textHash(nameOf(key));
		const place = this.#places.get(hash) ?? new Place(nameOf);
		this.#places.set(hash, place);
		place.numbers.add(number);
		place.rows.push(key.row);
	}
}

function pairName({ rest, name }: Pair): string {
	return `${rest} ${name}`;
}

/** The path above a segment, which is followed by `end`. */
function pathAbove(key: KeyView, place: number, end = ""): string {
	return (
		key.segments
			.slice(0, place)
			.map((segment) => `/${segment}`)
			.join("") + end
	);
}

/** Dates at one place that leave out hardly a day or month, with content on less than half of their months. */
export class Calendars implements TrapFinder {
	readonly #year: number;
	readonly #month: number;
	readonly #day: number;
	readonly #days = new Places();
	readonly #months = new Places();
	readonly #keys: ShapedKeys;
	/** Months, as year × 12 + month, with something below. */
	readonly #content = new Set<number>();

	constructor(keys: ShapedKeys) {
		this.#keys = keys;
		const number = (token: string) => keys.texts.add(Buffer.from(token), 0, token.length);
		[this.#year, this.#month, this.#day] = [number(YEAR), number("{month}"), number("{day}")];
	}

	take(key: KeyView): void {
		if (key.hasParameters) for (const [place, { value }] of key.pairs.entries()) this.#takeValue(key, place, value);
		const place = key.placeOf(this.#year);
		if (place >= 0 && place + 1 < key.depth && key.token(place + 1) === this.#month) this.#takePath(key, place);
	}

	found(): Finding[] {
		const key = new KeyView(this.#keys);
		const days = findings(this.#days.named(key, MIN_DAYS), monthOfDay, this.#content);
		return [...days, ...findings(this.#months.named(key, MIN_MONTHS), (month) => month, this.#content)];
	}

	#takeValue(key: KeyView, place: number, value: string): void {
		const [found, year, month, day] = DATE.exec(value) ?? [];
		if (found === undefined) return;
		if (day === undefined) this.#months.addPair(key, place, 12 * Number(year) + Number(month) - 1);
		else this.#days.addPair(key, place, dayOf(Number(year), Number(month), Number(day)));
	}

	/** A path with year and month, the year at `place`. */
	#takePath(key: KeyView, place: number): void {
		const { segments } = key;
		const [year, month] = [Number(segments[place]), monthOf(segments[place + 1] as string)];
		const tail = segments.slice(place + 2).filter(Boolean);
		const hasDay = tail.length > 0 && key.token(place + 2) === this.#day;
		const nameOf = (other: KeyView) => pathAbove(other, place, "/");
		if (tail.length > (hasDay ? 1 : 0)) this.#content.add(12 * year + month - 1);
		else if (hasDay) this.#days.addPath(key, nameOf, dayOf(year, month, Number(tail[0])));
		else this.#months.addPath(key, nameOf, 12 * year + month - 1);
	}
}

/** The findings of places with many dates, as numbers of days or months. */
function findings(
	places: readonly [at: string, place: Place][],
	month: (date: number) => number,
	content: ReadonlySet<number>,
): Finding[] {
	return places.flatMap(([at, { numbers, rows }]) => {
		const dates = [...numbers].sort((a, b) => a - b);
		const span = (dates.at(-1) as number) - (dates[0] as number) + 1;
		const withContent = dates.filter((date) => content.has(month(date))).length;
		if (dates.length < FILLED * span || 2 * withContent >= dates.length) return [];
		return [{ at, keys: rows.length, counts: { dates: dates.length, span, withContent }, rows, removable: [] }];
	});
}

/** The number of a month by its digits or its English name. */
function monthOf(segment: string): number {
	return Number(segment) || 1 + MONTHS.indexOf(segment.slice(0, 3).toLowerCase());
}

function dayOf(year: number, month: number, day: number): number {
	return Date.UTC(year, month - 1, day) / DAY;
}

function monthOfDay(day: number): number {
	const date = new Date(day * DAY);
	return 12 * date.getUTCFullYear() + date.getUTCMonth();
}

/** Numbers of pages without end. */
export class Pages implements TrapFinder {
	readonly #places = new Places();
	readonly #keys: ShapedKeys;

	constructor(keys: ShapedKeys) {
		this.#keys = keys;
	}

	take(key: KeyView): void {
		if (key.hasQuery) this.#takeQuery(key);
		if (key.hasTrait(Trait.PAGE)) this.#takePath(key);
	}

	found(): Finding[] {
		return this.#places.named(new KeyView(this.#keys), MIN_PAGES).flatMap(([at, { numbers, rows }]) => {
			const pages = [...numbers].sort((a, b) => a - b);
			const [first, last] = [pages[0] as number, pages.at(-1) as number];
			const step = medianStep(pages);
			if (pages.length * step < FILLED * (last - first)) return [];
			return [{ at, keys: rows.length, counts: { pages: pages.length, last, step }, rows, removable: [] }];
		});
	}

	#takeQuery(key: KeyView): void {
		for (const [place, { name, value }] of key.pairs.entries())
			if (PAGE_NAMES.includes(name) && NUMBER.test(value)) this.#places.addPair(key, place, Number(value));
	}

	#takePath(key: KeyView): void {
		const { segments } = key;
		const place = segments.findIndex((segment, at) => PAGE_SEGMENT.test(segment) && NUMBER.test(segments[at + 1] ?? ""));
		if (place >= 0) this.#places.addPath(key, (other) => pathAbove(other, place + 1), Number(segments[place + 1]));
	}
}

function medianStep(pages: readonly number[]): number {
	const steps = pages.slice(1).map((page, at) => page - (pages[at] as number));
	return steps.sort((a, b) => a - b)[(pages.length - 1) >> 1] as number;
}
