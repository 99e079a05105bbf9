/** The tests that a policy carries: which references it makes one page, and which keys and URLs to fetch it makes. */
import { UriError } from "../errors";
import { createRules } from "./crawl-normalizer";
import type { PolicyRules } from "./policy-rules";
import { pointerStep } from "./schema/pointer";
import type { ParameterList, Policy, PolicyTests } from "./schema/policy";
import type { PolicyFault } from "./schema/policy-error";

/** A reference of a test that failed, with what the policy makes of it. */
export interface TestedReference {
	readonly reference: string;
	/** Its key, or its URL to fetch in a test of those. Absent if it has none. */
	readonly form?: string;
	/** The rules that led to the form, by the names that `explain` gives them; or the error's sentence. */
	readonly rules: readonly string[];
	readonly error?: string;
}

/** A test that failed. */
export interface FailedTest extends PolicyFault {
	/** The references that disagree: one, or two. */
	readonly references: readonly TestedReference[];
}

/** The outcome of all tests of a policy. */
export interface PolicyTestResults {
	readonly passed: number;
	readonly failed: readonly FailedTest[];
}

/**
 * Runs the tests in `policy.tests` under the policy and these lists. `lists` are those of `createNormalizer`. A group of `same` or
 * `different`, and each member of `key` and `fetch`, is one test. Throws PolicyError, ListError, or OptionError `invalid-option`.
 *
 * @example
 * ```ts
 * const policy = { key: { www: "drop" }, tests: { same: [["http://www.a.example/", "http://a.example/"]] } } as const;
 * testPolicy(policy); // { passed: 1, failed: [] }
 * ```
 */
export function testPolicy(policy: Policy, lists: readonly ParameterList[] = []): PolicyTestResults {
	return testsOf(createRules({ policy, lists }));
}

/** Runs the tests of the policy of these rules. */
export function testsOf(rules: PolicyRules): PolicyTestResults {
	const outcomes = [...outcomesOf(rules.settings.policy?.tests ?? {}, rules)];
	const failed = outcomes.filter((outcome) => outcome !== undefined);
	return { passed: outcomes.length - failed.length, failed };
}

/** A failure for each test that fails, undefined for each that passes. */
function* outcomesOf(tests: PolicyTests, rules: PolicyRules): Generator<FailedTest | undefined, void> {
	for (const [index, group] of (tests.same ?? []).entries()) yield sameFault(group, `/tests/same/${index}`, rules);
	for (const [index, group] of (tests.different ?? []).entries()) yield differentFault(group, `/tests/different/${index}`, rules);
	for (const form of ["key", "fetch"] as const) {
		for (const [reference, expected] of Object.entries(tests[form] ?? {})) yield formFault(form, reference, expected, rules);
	}
}

/** The first reference whose key is not that of the first of its group, beside that one. */
function sameFault(group: readonly string[], path: string, rules: PolicyRules): FailedTest | undefined {
	const [first, ...others] = group.map((reference) => tested("key", reference, rules)) as [TestedReference];
	if (first.form === undefined) return { path, message: "a reference has no key", references: [first] };
	const other = (others as TestedReference[]).find(({ form }) => form !== first.form);
	return other && { path, message: "the keys differ", references: [first, other] };
}

/** The first two references of a group that have one key. */
function differentFault(group: readonly string[], path: string, rules: PolicyRules): FailedTest | undefined {
	const byKey = new Map<string, TestedReference>();
	for (const reference of group) {
		const one = tested("key", reference, rules);
		if (one.form === undefined) return { path, message: "a reference has no key", references: [one] };
		const other = byKey.get(one.form);
		if (other !== undefined) return { path, message: mergedMessage(other, one, rules), references: [other, one] };
		byKey.set(one.form, one);
	}
	return undefined;
}

function mergedMessage(a: TestedReference, b: TestedReference, rules: PolicyRules): string {
	const why = [rules.compare(a.reference, b.reference) ?? []].flat();
	return why.length === 0 ? "the keys are equal" : `the keys are equal, by ${why.join("+")}`;
}

function formFault(form: "key" | "fetch", reference: string, expected: string, rules: PolicyRules): FailedTest | undefined {
	const one = tested(form, reference, rules);
	if (one.form === expected) return undefined;
	const path = `/tests/${form}/${pointerStep(reference)}`;
	const noun = form === "key" ? "key" : "URL to fetch";
	return {
		path,
		message: one.form === undefined ? `a reference has no ${noun}` : `the ${noun} is not ${expected}`,
		references: [one],
	};
}

function tested(form: "key" | "fetch", reference: string, rules: PolicyRules): TestedReference {
	const made = rules.tryForm(form, reference);
	if (made instanceof UriError) return { reference, rules: [], error: made.message };
	return { reference, form: made, rules: rules.explain(reference).steps.map(({ rule }) => rule) };
}
