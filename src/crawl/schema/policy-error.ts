/** The error of policies. */
import { PolicyError, type PolicyFault } from "../../errors";
import type { Fault } from "./check-schema";

export { PolicyError, type PolicyFault };

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
