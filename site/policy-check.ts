/** Checks the text of a policy, and runs its tests. */
import { type ParameterList, type Policy, PolicyError, type PolicyFault, readPolicy, UrlsieveError } from "urlsieve/crawl";
import { listsNamedBy } from "../src/crawl/policy/named-lists";
import { placed } from "../src/crawl/schema/json-members";
import { type PolicyTest, testsOf } from "./policy-tests";

/** A policy without faults. */
export interface SoundPolicy {
	readonly policy: Policy;
	/** The lists that it names and the user brings. */
	readonly names: readonly string[];
	/** Undefined while a list is missing. */
	readonly tests: readonly PolicyTest[] | undefined;
}

export type CheckedPolicy = SoundPolicy | { readonly faults: readonly PolicyFault[] };

export function checkText(text: string, lists: ReadonlyMap<string, ParameterList>): CheckedPolicy {
	try {
		const policy = readPolicy(text);
		const names = listsToBring(policy);
		const brought = names.map((name) => lists.get(name)).filter((list) => list !== undefined);
		return { policy, names, tests: brought.length < names.length ? undefined : placed(testsOf(policy, brought), text) };
	} catch (error) {
		if (!(error instanceof UrlsieveError)) throw error;
		return { faults: faultsOf(error, text) };
	}
}

/** The lists that a policy names, without those that are built in, whose names have "@". */
function listsToBring(policy: Policy): string[] {
	return [...listsNamedBy(policy)].filter((name) => !name.includes("@"));
}

/** A fault of a text that is no JSON has its place already, or is about the whole text. */
function faultsOf(error: UrlsieveError, text: string): readonly PolicyFault[] {
	if (!(error instanceof PolicyError)) return [{ path: "", message: error.message.replace(/\.$/, "") }];
	const isPlaced = error.faults.every(({ path, line }) => path === "" || line !== undefined);
	return isPlaced ? error.faults : placed(error.faults, text);
}
