/** Suite `resolve`: resolves the references of one page against its base URI. */

import fastUri from "fast-uri";
import uriJs from "uri-js";
import { createNormalizer } from "../../src/index";
import { type Condition, type Corpus, corpusOf, stringInputs } from "../lists/corpus";
import { SEED } from "../lists/random.mjs";
import { BASE, relativeReferences } from "../lists/references";
import { alternate, rowsOf, type Task } from "../measure/measure";
import { ENGINES } from "./bulk";
import { SLOW_SHARE } from "./single";
import type { Suite } from "./suite";

export const resolve: Suite = {
	title: "References against one base",
	unit: "ns per reference",
	against: "new URL(reference, base).href",
	onEveryNode: true,
	async measure({ lists, rounds }) {
		const rows = [];
		for (const [input, references] of stringInputs(referencesOf(lists))) {
			rows.push(...rowsOf(input, await alternate(tasksFor(references), rounds)));
		}
		return rows;
	},
};

function referencesOf(lists: ReadonlyMap<Condition, Corpus>): Map<Condition, Corpus> {
	const references = ({ name, lines }: Corpus) => corpusOf(name, relativeReferences(lines, SEED));
	return new Map([...lists].map(([condition, corpus]) => [condition, references(corpus)]));
}

function tasksFor(references: Corpus): Task[] {
	const { lines } = references;
	const some = lines.filter((_, index) => index % SLOW_SHARE === 0);
	const href = (reference: string) => new URL(reference, BASE).href;
	const differs = "resolves and normalizes";
	return [
		stringsTask("new URL(reference, base).href", lines, href, `${differs} by the WHATWG URL Standard`),
		...ENGINES.map((engine) => linesTask(references, createNormalizer({ engine }), `urlsieve resolveLines, ${engine}`)),
		...ENGINES.map((engine) => {
			const normalizer = createNormalizer({ engine });
			const run = (reference: string) => normalizer.resolve(reference, BASE);
			return stringsTask(`urlsieve resolve, ${engine}`, lines, run, "resolves only (§5.2)");
		}),
		stringsTask("fast-uri resolve", some, (reference) => fastUri.resolve(BASE, reference), differs),
		stringsTask("uri-js resolve", some, (reference) => uriJs.resolve(BASE, reference), differs),
	];
}

/** Resolves the lines one by one. Rejected lines count, but add nothing. */
function stringsTask(name: string, lines: readonly string[], target: (reference: string) => string, note: string): Task {
	return {
		name,
		count: lines.length,
		note,
		run() {
			let units = 0;
			for (const line of lines) {
				try {
					units += target(line).length;
				} catch {
					++units;
				}
			}
			return units;
		},
	};
}

function linesTask(references: Corpus, normalizer: ReturnType<typeof createNormalizer>, name: string): Task {
	return {
		name,
		count: references.lines.length,
		note: "octets to octets; resolves only (§5.2)",
		run: () => normalizer.resolveLines(references.octets, BASE).lines.length,
	};
}
