/** `urlsieve policy check`: the faults of policies, and their tests. */

import { loadCrawl, refuseSharedStdin, refusing } from "../../arguments/rules";
import { SharedLists } from "../../arguments/shared-lists";
import { counted } from "../../counted";
import type { FailedTest, PolicyTestResults, TestedReference } from "../../crawl/policy-tests";
import { asFailure, EXIT, Failure } from "../../failure";
import { printText } from "../../files/output/octet-writer";
import { listNotes } from "../../job/list-notes";
import { say } from "../../terminal/messages";
import { shownText } from "../../text/shown-text";

/** Checks policies one after another: a faulty one hides no other. Throws Failure for lists that cannot be used. */
export async function check(files: readonly string[], operands: readonly string[], isJson: boolean): Promise<void> {
	refuseSharedStdin("policy", [...files, ...operands]);
	const lists = await refusing("policy", () => SharedLists.read(operands));
	const statuses: number[] = [];
	for (const file of files) statuses.push(await checkFile(file, lists, isJson));
	const isRead = !statuses.some((status) => status > EXIT.NO);
	if (isRead) await refusing("policy", async () => lists.refuseUnused());
	process.exitCode = Math.max(...statuses);
}

/** Prints the faults of a policy, or the outcome of its tests. Returns the exit status. Throws Failure if it cannot print. */
async function checkFile(file: string, lists: SharedLists, isJson: boolean): Promise<number> {
	const results = await resultsOf(file, lists);
	if (!(results instanceof Failure)) {
		printText(isJson ? `${JSON.stringify({ file, ...results })}\n` : resultsText(file, results));
		return results.failed.length === 0 ? EXIT.DONE : EXIT.NO;
	}
	const faults = [results.message, ...results.others];
	if (isJson) printText(`${JSON.stringify({ file, faults })}\n`);
	else for (const fault of faults) say(fault);
	return results.status;
}

/** The outcome of tests, and the members, rules and lists that have no effect. */
interface Results extends PolicyTestResults {
	readonly inert?: readonly string[];
}

async function resultsOf(file: string, lists: SharedLists): Promise<Results | Failure> {
	const { describePolicy, inertMembers, placed, testsOf, unreachedRules } = await loadCrawl();
	try {
		const { rules, text } = await refusing("policy", () => lists.open(file));
		const { passed, failed } = testsOf(rules);
		const members = inertMembers(describePolicy(rules.settings.policy ?? {}, rules.lists));
		const inert = [...members, ...unreachedRules(rules), ...listNotes(rules.lists).map(({ sentence }) => sentence)];
		return { passed, failed: placed(failed, text), ...(inert.length > 0 && { inert }) };
	} catch (error) {
		return asFailure(error);
	}
}

function resultsText(file: string, { passed, failed, inert = [] }: Results): string {
	const total = passed + failed.length;
	const sum = total === 0 ? "no faults, and no tests" : `${counted(passed, "test")} passed, ${failed.length} failed`;
	const notes = inert.map((sentence) => `${file}: note: no effect: ${sentence}`);
	return [...failed.flatMap((failure) => failureLines(file, failure)), ...notes, `${file}: ${sum}`, ""].map(shownText).join("\n");
}

function failureLines(file: string, { path, line, column, message, references }: FailedTest): string[] {
	const place = [file, line, column].filter((part) => part !== undefined).join(":");
	return [`${place}: ${path}: ${message}`, ...references.flatMap(referenceLines)];
}

function referenceLines({ reference, form, rules, error }: TestedReference): string[] {
	const by = rules.length === 0 ? "" : `  (${rules.join(", ")})`;
	return [`  ${reference}`, `    ${form ?? error}${by}`];
}
