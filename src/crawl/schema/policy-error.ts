/** The error of policies. */
import { UriError } from "../../errors";
import type { Fault } from "./check-schema";

/** A fault of a policy, and where it is. */
export interface PolicyFault extends Fault {
	/** A JSON Pointer (RFC 6901). */
	readonly path: string;
	/** One sentence that names the place, without its period. */
	readonly message: string;
	/** Line and column of the place, from 1; absent unless the policy was read from a text. */
	readonly line?: number;
	readonly column?: number;
}

/** An error of a policy: `invalid-policy` or `policy-too-large`. It has all faults that were found. */
export class PolicyError extends UriError {
	override readonly name = "PolicyError";
	declare readonly code: "invalid-policy" | "policy-too-large";
	/** The place of the first fault, a JSON Pointer. */
	readonly path: string;
	readonly faults: readonly PolicyFault[];

	constructor(code: PolicyError["code"], message: string, faults: readonly PolicyFault[]) {
		super(code, message);
		this.path = faults[0]?.path ?? "";
		this.faults = faults;
	}
}

/** Faults that a message has in full. */
const MAX_LISTED = 20;

/** The sentences of faults as one message: a line each, if there are several. */
export function faultsMessage(noun: string, faults: readonly Fault[]): string {
	if (faults.length === 1) return `Invalid ${noun}: ${faults[0]?.message}.`;
	const listed = faults.slice(0, MAX_LISTED).map(({ message }) => `\n${message}.`);
	const rest = faults.length > listed.length ? `\n${faults.length - listed.length} more.` : "";
	return `Invalid ${noun}, ${faults.length} faults:${listed.join("")}${rest}`;
}

/** The error for faults of a policy. */
export function invalidPolicy(faults: readonly PolicyFault[]): PolicyError {
	return new PolicyError("invalid-policy", faultsMessage("policy", faults), faults);
}

/** The error for a policy that is too large, by a sentence. */
export function policyTooLarge(message: string, path: string): PolicyError {
	return new PolicyError("policy-too-large", message, [{ path, message: message.replace(/\.$/, "") }]);
}
