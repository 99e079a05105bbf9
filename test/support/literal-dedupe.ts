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
	readonly value: number;
	readonly group: string;
}

export interface Choice {
	readonly keep: "first" | "last" | "min" | "max";
	readonly invalid: "keep" | "drop" | "blank";
	/** Compare by the key and the group. */
	readonly byGroup: boolean;
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

type Better = (record: Read, than: Read) => boolean;

const BETTER: Readonly<Record<Choice["keep"], Better>> = {
	first: () => false,
	last: () => true,
	min: ({ value }, than) => value < than.value,
	max: ({ value }, than) => value > than.value,
};

/** What is written, in order of the input, and each duplicate with the record that stands for it. */
export function dedupeLiterally(records: readonly Read[], choice: Choice): { written: Written[]; duplicates: Dropped[] } {
	const isKnown = (key: string | undefined) => key !== undefined && choice.known?.has(key) === true;
	const classes = classesOf(records, choice).filter(([one]) => !isKnown(one?.key));
	const kept = new Map(classes.map((members) => [best(members, BETTER[choice.keep]), members]));
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

function classesOf(records: readonly Read[], { byGroup }: Choice): Read[][] {
	const classes = new Map<string, Read[]>();
	for (const record of records) {
		if (record.key === undefined) continue;
		const name = JSON.stringify([record.key, byGroup && record.group]);
		classes.set(name, [...(classes.get(name) ?? []), record]);
	}
	return [...classes.values()];
}

function best(members: readonly Read[], isBetter: Better): Read {
	return members.reduce((one, member) => (isBetter(member, one) ? member : one));
}
