/** Runs `urlsieve learn` in a temporary folder that is removed after the tests. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { run, useFolder } from "../cli/command";

/** The files that it writes. */
export const LEARNED = ["evidence.json", "learned.json", "policy.json"];

export const filesIn = (folder: string) => readdirSync(folder).sort();
export const textsIn = (folder: string) => LEARNED.map((name) => readFileSync(join(folder, name), "utf8"));

interface Parameter {
	readonly name: string;
	readonly hosts?: readonly string[];
	readonly exceptHosts?: readonly string[];
}

/**
 * A folder, new directories in it, and `learned`, which learns into one. Returns the directory, the texts of its files, what they say, and
 * the summary.
 */
export function useLearn() {
	const files = useFolder();
	let made = 0;
	const newFolder = () => files.path(`rules-${++made}`);
	const learned = (...args: string[]) => {
		const into = newFolder();
		const { status, stderr } = run(["learn", ...args, "-o", into]);
		const summary = args.includes("--quiet") ? "" : expect.stringMatching(/^urlsieve learn: [\d,]+ rows?, /);
		expect([status, stderr, filesIn(into)]).toEqual([0, summary, LEARNED]);
		const texts = textsIn(into);
		const [evidence, list, policy] = texts.map((text) => JSON.parse(text));
		return { into, texts, evidence, policy, params: list.params as Parameter[], stderr };
	};
	return { ...files, newFolder, learned };
}
