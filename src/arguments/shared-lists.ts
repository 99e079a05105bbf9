/** Policies of one command, and the lists that they share: each takes those that it names. */

import { existsSync } from "node:fs";
import type { ReadList } from "../crawl/lists/read-list";
import type { PolicyRules } from "../crawl/policy-rules";
import { OptionError } from "../errors";
import { inPolicy, loadCrawl, readListFile, readPolicyText, requireLists } from "./rules";

/** Rules, and the text of their policy: empty for a profile. */
export interface OpenedOperand {
	readonly rules: PolicyRules;
	readonly text: string;
}

export class SharedLists {
	readonly #operands: readonly string[];
	readonly #lists: readonly ReadList[];
	readonly #named = new Set<string>();

	private constructor(operands: readonly string[], lists: readonly ReadList[]) {
		this.#operands = operands;
		this.#lists = lists;
	}

	/** Reads lists. Throws Failure or ListError. */
	static async read(operands: readonly string[]): Promise<SharedLists> {
		return new SharedLists(operands, await Promise.all(operands.map(readListFile)));
	}

	/** Opens a policy, or a profile by its name. Throws Failure, PolicyError, ListError or OptionError. */
	async open(operand: string): Promise<OpenedOperand> {
		const { ABOUT, createRules, listsNamedBy } = await loadCrawl();
		if (Object.hasOwn(ABOUT, operand) && !existsSync(operand))
			return { rules: createRules({ profile: operand as "crawl@1" }), text: "" };
		const { policy, text } = await readPolicyText(operand);
		await requireLists(policy, this.#lists, this.#operands, "--lists ");
		const named = listsNamedBy(policy);
		for (const name of named) this.#named.add(name);
		const lists = this.#lists.filter(({ name }) => named.has(name));
		return { rules: await inPolicy(operand, text, () => createRules({ policy, lists })), text };
	}

	/** Throws OptionError for a list that no policy has named. */
	refuseUnused(): void {
		const unused = this.#lists.find(({ name }) => !this.#named.has(name));
		if (unused !== undefined)
			throw new OptionError("invalid-option", `No policy names the list "${unused.name}" in query.lists.`);
	}
}
