/** A literal model of `dedupe`: all records of an input at once, and what each option makes of them, without formats, batches or passes. */

/** A record of a list or table. `key` and `form` are absent where the reference is refused, or absent: an empty cell. */
export interface Read {
	readonly number: number;
	readonly isAbsent: boolean;
	readonly reference: string;
	/** With the default scheme, if it needs one. */
	readonly completed: string;
	readonly form: string | undefined;
	readonly key: string | undefined;
	/** The form by which a preference judges it. */
	readonly judged: string | undefined;
	/** Absent in some records. */
	readonly value: number | undefined;
	readonly group: string;
}

type Word = "https" | "shortest" | "www" | "no-www";

export interface Choice {
	/** Decides which record stays: words about references, then values, then the order of the input. */
	readonly prefer: readonly Word[];
	readonly orders: readonly { readonly which: "min" | "max"; readonly of: "value" | "group" }[];
	readonly keep: "first" | "last";
	readonly invalid: "keep" | "drop" | "blank";
	/** Compare by the key and this. */
	readonly by: "value" | "group" | undefined;
	/** Keys of an earlier run. */
	readonly known?: ReadonlySet<string | undefined>;
}

/** A record that is written, and the number of records that it stands for: absent for a refused one. */
export interface Written {
	readonly record: Read;
	readonly count: number | undefined;
	readonly isBlank: boolean;
}

/** A duplicate. `kept` is absent where an earlier run knows it. */
export interface Dropped {
	readonly kept: Read | undefined;
	readonly dropped: Read;
}

/** Words prefer the lesser of two numbers. */
const SCORES: Readonly<Record<Word, (reference: string) => number>> = {
	https: (reference) => (/^https:/i.test(reference) ? 0 : 1),
	shortest: (reference) => Buffer.byteLength(reference),
	www: (reference) => (hasWww(reference) ? 0 : 1),
	"no-www": (reference) => (hasWww(reference) ? 1 : 0),
};

function hasWww(reference: string): boolean {
	const [scheme = "", rest = ""] = reference.toLowerCase().split("//");
	const host = rest.split(/[/?#]/)[0]?.split("@").at(-1);
	return !/[/?#]/.test(scheme) && host?.startsWith("www.") === true;
}

/** A value that is absent is chosen over none. */
const ABSENT = 2;

function compare(a: string | number | undefined, b: string | number | undefined): number {
	if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? ABSENT : -ABSENT;
	return a < b ? -1 : Number(a > b);
}

/** Whether a record is chosen over an earlier one. */
function isBetter(record: Read, than: Read, { prefer, orders, keep }: Choice): boolean {
	const [judged, other] = [record.judged?.trim() ?? "", than.judged?.trim() ?? ""];
	const differences = prefer.map((word) => SCORES[word](judged) - SCORES[word](other));
	for (const { which, of } of orders) {
		const order = compare(record[of], than[of]);
		differences.push(which === "min" || order === ABSENT || order === -ABSENT ? order : -order);
	}
	const deciding = differences.find((difference) => difference !== 0);
	return deciding === undefined ? keep === "last" : deciding < 0;
}

/** The records that are written, in order of the input, and each duplicate with the record that stands for it. */
export function dedupeLiterally(records: readonly Read[], choice: Choice): { written: Written[]; duplicates: Dropped[] } {
	const isKnown = (key: string | undefined) => key !== undefined && choice.known?.has(key) === true;
	const classes = classesOf(records, choice).filter(([one]) => !isKnown(one?.key));
	const kept = new Map(classes.map((members) => [best(members, choice), members]));
	const written = records.flatMap((record): Written[] => {
		const members = kept.get(record);
		if (members !== undefined) return [{ record, count: members.length, isBlank: false }];
		if (record.key !== undefined || (choice.invalid === "drop" && !record.isAbsent)) return [];
		return [{ record, count: undefined, isBlank: choice.invalid === "blank" }];
	});
	const repeated = [...kept].flatMap(([one, members]) =>
		members.filter((member) => member !== one).map((dropped): Dropped => ({ kept: one, dropped })),
	);
	const known = records.filter(({ key }) => isKnown(key)).map((dropped): Dropped => ({ kept: undefined, dropped }));
	const duplicates = [...repeated, ...known];
	return { written, duplicates: duplicates.sort((a, b) => a.dropped.number - b.dropped.number) };
}

function classesOf(records: readonly Read[], { by }: Choice): Read[][] {
	const classes = new Map<string, Read[]>();
	for (const record of records) {
		if (record.key === undefined) continue;
		const name = JSON.stringify([record.key, by && record[by]]);
		classes.set(name, [...(classes.get(name) ?? []), record]);
	}
	return [...classes.values()];
}

function best(members: readonly Read[], choice: Choice): Read {
	return members.reduce((one, member) => (isBetter(member, one, choice) ? member : one));
}
