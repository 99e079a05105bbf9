/** Rows of resolution written by others, in a folder beside the repository, for whatever resolves: the package or the oracle. */
import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const VECTORS = new URL("../../shared/vectors/", import.meta.url);
const isThere = existsSync(VECTORS);
if (!isThere) console.log(`No vectors at ${VECTORS.pathname}: these tests are left out.`);

/** The lines of a file of JSON lines. */
function rows<Row>(name: string): Row[] {
	const lines = readFileSync(new URL(name, VECTORS), "utf8").trim().split("\n");
	return lines.map((line) => JSON.parse(line) as Row);
}

interface ResolveRow {
	readonly base: string;
	readonly ref: string;
	readonly expected: string | null;
	readonly valid_syntax: boolean;
}

interface RelativizeRow {
	readonly base: string;
	readonly target: string;
	readonly round_trips: boolean | null;
}

/** All rows of valid syntax, by edition 2005. */
export function describeResolveVectors(resolve: (reference: string, base: string) => string): void {
	it.runIf(isThere)("resolves all 489 rows of resolve.jsonl that are of valid syntax", () => {
		const valid = rows<ResolveRow>("resolve.jsonl").filter((row) => row.valid_syntax);
		expect(valid.length).toBe(489);
		const others = valid.filter(({ base, ref, expected }) => resolve(ref, base) !== expected);
		expect(others).toEqual([]);
	});
}

/**
 * The round trips; the text of the reference may differ. Two absolute paths get an authority before them. Two rows are left out:
 * their base has no scheme, and their target has one.
 */
export function describeRelativizeVectors(
	resolve: (reference: string, base: string) => string,
	relativize: (target: string, base: string) => string,
): void {
	it.runIf(isThere)("comes back to the target of all 67 rows of relativize.jsonl that make round trips", () => {
		const trips = rows<RelativizeRow>("relativize.jsonl")
			.filter((row) => row.round_trips === true)
			.map(
				({ base, target }) => (target.startsWith("/") ? [`x://h${base}`, `x://h${target}`] : [base, target]) as [string, string],
			)
			.filter(([base]) => /^[a-z]+:/.test(base));
		expect(trips.length).toBe(67);
		const others = trips.filter(([base, target]) => resolve(relativize(target, base), base) !== target);
		expect(others).toEqual([]);
	});
}
