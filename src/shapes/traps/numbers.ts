/** Traps of numbers that go on without end: calendars and pages. */
import type { ShapedKeys } from "../keys/shaped-keys";
import { Trait } from "../keys/token-traits";
import { YEAR } from "../rules/tokens";
import type { KeyView } from "./key-view";
import { DATE, NUMBER } from "./patterns";
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

	add(number: number, row: number): void {
		this.numbers.add(number);
		this.rows.push(row);
	}
}

function placeIn(places: Map<string, Place>, name: string): Place {
	const place = places.get(name) ?? new Place();
	places.set(name, place);
	return place;
}

/** Dates at one place that leave out hardly a day or month, with content on less than half of their months. */
export class Calendars implements TrapFinder {
	readonly #year: number;
	readonly #month: number;
	readonly #day: number;
	readonly #days = new Map<string, Place>();
	readonly #months = new Map<string, Place>();
	/** Months, as year × 12 + month, with something below. */
	readonly #content = new Set<number>();

	constructor({ texts }: ShapedKeys) {
		const number = (token: string) => texts.add(Buffer.from(token), 0, token.length);
		[this.#year, this.#month, this.#day] = [number(YEAR), number("{month}"), number("{day}")];
	}

	take(key: KeyView): void {
		if (key.hasParameters) for (const { rest, name, value } of key.pairs) this.#takeValue(`${rest} ${name}`, value, key.row);
		const place = key.placeOf(this.#year);
		if (place >= 0 && place + 1 < key.depth && key.token(place + 1) === this.#month) this.#takePath(key, place);
	}

	found(): Finding[] {
		const days = findings(this.#days, MIN_DAYS, monthOfDay, this.#content);
		return [...days, ...findings(this.#months, MIN_MONTHS, (month) => month, this.#content)];
	}

	#takeValue(name: string, value: string, row: number): void {
		const [found, year, month, day] = DATE.exec(value) ?? [];
		if (found === undefined) return;
		if (day === undefined) placeIn(this.#months, name).add(12 * Number(year) + Number(month) - 1, row);
		else placeIn(this.#days, name).add(dayOf(Number(year), Number(month), Number(day)), row);
	}

	/** A path with year and month, the year at `place`. */
	#takePath(key: KeyView, place: number): void {
		const { segments, row } = key;
		const [year, month] = [Number(segments[place]), monthOf(segments[place + 1] as string)];
		const tail = segments.slice(place + 2).filter(Boolean);
		const hasDay = tail.length > 0 && key.token(place + 2) === this.#day;
		const name = `${segments
			.slice(0, place)
			.map((segment) => `/${segment}`)
			.join("")}/`;
		if (tail.length > (hasDay ? 1 : 0)) this.#content.add(12 * year + month - 1);
		else if (hasDay) placeIn(this.#days, name).add(dayOf(year, month, Number(tail[0])), row);
		else placeIn(this.#months, name).add(12 * year + month - 1, row);
	}
}

/** The findings of dates, as numbers of days or months. */
function findings(
	places: ReadonlyMap<string, Place>,
	least: number,
	month: (date: number) => number,
	content: ReadonlySet<number>,
): Finding[] {
	return sorted(places).flatMap(([at, { numbers, rows }]) => {
		if (numbers.size < least) return [];
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
	readonly #places = new Map<string, Place>();

	take(key: KeyView): void {
		if (key.hasQuery) {
			for (const { rest, name, value } of key.pairs)
				if (PAGE_NAMES.includes(name) && NUMBER.test(value)) placeIn(this.#places, `${rest} ${name}`).add(Number(value), key.row);
		}
		if (!key.hasTrait(Trait.PAGE)) return;
		const { segments } = key;
		const place = segments.findIndex((segment, at) => PAGE_SEGMENT.test(segment) && NUMBER.test(segments[at + 1] ?? ""));
		if (place < 0) return;
		const above = segments.slice(0, place + 1).map((segment) => `/${segment}`);
		placeIn(this.#places, above.join("")).add(Number(segments[place + 1]), key.row);
	}

	found(): Finding[] {
		return sorted(this.#places).flatMap(([at, { numbers, rows }]) => {
			if (numbers.size < MIN_PAGES) return [];
			const pages = [...numbers].sort((a, b) => a - b);
			const [first, last] = [pages[0] as number, pages.at(-1) as number];
			const step = medianStep(pages);
			if (pages.length * step < FILLED * (last - first)) return [];
			return [{ at, keys: rows.length, counts: { pages: pages.length, last, step }, rows, removable: [] }];
		});
	}
}

function medianStep(pages: readonly number[]): number {
	const steps = pages.slice(1).map((page, at) => page - (pages[at] as number));
	return steps.sort((a, b) => a - b)[(pages.length - 1) >> 1] as number;
}
