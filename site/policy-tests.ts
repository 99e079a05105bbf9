/** The tests of a policy, each with its outcome. */
import { type FailedTest, type ParameterList, type Policy, type PolicyTests, testPolicy } from "urlsieve/crawl";
import { pointerStep } from "../src/crawl/schema/pointer";

/** A test as the policy has it. */
interface WrittenTest {
	readonly path: string;
	/** The member of "tests" that has it. */
	readonly kind: keyof PolicyTests;
	readonly urls: readonly string[];
	/** The form that a URL should have. */
	readonly expected?: string;
}

/** A test and its outcome. One that passes has no message, and no references. */
export interface PolicyTest extends WrittenTest, FailedTest {}

/** Throws PolicyError, ListError, or UriError `invalid-option`. */
export function testsOf(policy: Policy, lists: readonly ParameterList[]): PolicyTest[] {
	const failed = new Map(testPolicy(policy, lists).failed.map((failure) => [failure.path, failure]));
	return [...writtenTests(policy.tests ?? {})].map((test) => {
		return { ...test, message: "", references: [], ...failed.get(test.path) };
	});
}

function* writtenTests(tests: PolicyTests): Generator<WrittenTest, void> {
	for (const kind of ["same", "different"] as const) {
		for (const [index, urls] of (tests[kind] ?? []).entries()) yield { path: `/tests/${kind}/${index}`, kind, urls };
	}
	for (const kind of ["key", "fetch"] as const) {
		for (const [url, expected] of Object.entries(tests[kind] ?? {})) {
			yield { path: `/tests/${kind}/${pointerStep(url)}`, kind, urls: [url], expected };
		}
	}
}
