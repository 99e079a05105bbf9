/** Foreign vectors for resolution, from a folder beside the repository. Checks the package or the oracle. */
import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const VECTORS = new URL("../../../shared/vectors/", import.meta.url);
const isThere = existsSync(VECTORS);
if (!isThere) console.log(`No vectors at ${VECTORS.pathname}: their tests are left out.`);

/** Reads a file of JSON lines. */
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

/** Checks all rows of valid syntax by edition 2005. */
export function describeResolveVectors(resolve: (reference: string, base: string) => string): void {
	it.runIf(isThere)("resolves the 489 rows of resolve.jsonl that have valid syntax", () => {
		const valid = rows<ResolveRow>("resolve.jsonl").filter((row) => row.valid_syntax);
		expect(valid.length).toBe(489);
		const others = valid.filter(({ base, ref, expected }) => resolve(ref, base) !== expected);
		expect(others).toEqual([]);
	});
}

/**
 * Checks round trips; the relative reference itself may differ. Bases and targets that are absolute paths get an authority. Two
 * rows are left out: their base has no scheme, but their target has one.
 */
export function describeRelativizeVectors(
	resolve: (reference: string, base: string) => string,
	relativize: (target: string, base: string) => string,
): void {
	it.runIf(isThere)("returns to the target in the 67 rows of relativize.jsonl that make round trips", () => {
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
