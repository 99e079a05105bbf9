/** The error of policies. */
import { UriError } from "../../errors";

/** An error of a policy: `invalid-policy` or `policy-too-large`. `path` is where in the policy it is, a JSON Pointer. */
export class PolicyError extends UriError {
	override readonly name = "PolicyError";
	declare readonly code: "invalid-policy" | "policy-too-large";
	readonly path: string;

	constructor(code: PolicyError["code"], message: string, path: string) {
		super(code, message);
		this.path = path;
	}
}
