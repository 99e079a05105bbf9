/** Errors of references under the crawl profiles: codes for which the core has no sentence, or another one. */
import { Status } from "../../assembly/layout/status";
import { UriError } from "../errors";
import { codeOf, componentOf, FAULTS, type Faults, referenceError, sentenceFor } from "../statuses";

const OWN_FAULTS: Faults = {
	[Status.INVALID_DOMAIN]: ["invalid-domain", "The host is neither a valid domain nor an IPv4 address"],
	[Status.INVALID_HOST]: ["invalid-host", "This character is not allowed in a host"],
	[Status.INVALID_PORT]: ["invalid-port", "The port is not a number from 0 to 65535"],
	[Status.INVALID_IP_LITERAL]: ["invalid-ip-literal", "The host in square brackets is not an IPv6 address"],
	[Status.EMPTY_HOST]: ["empty-host", "The URL needs a host"],
	[Status.RELATIVE_REFERENCE]: ["relative-reference", "A relative reference needs a base"],
	[Status.BASE_NOT_ABSOLUTE]: ["base-not-absolute", "The base is not a valid absolute URL"],
	[Status.PROFILE_CANNOT]: [
		"profile-cannot",
		"The host is not ASCII, and its ASCII form is unknown: idna is false, or the profile cannot tell",
	],
};

/** The sentence for octets that a kernel refuses as its program, without its period. */
export const REFUSED_PROGRAM = "The bytes are not a program of this release";

export const CRAWL_FAULTS: Faults = { ...FAULTS, ...OWN_FAULTS };

/** The error for a reference that the crawl kernel refused with this status. `offset` is a UTF-16 index. */
export function crawlError(status: number, component: number, offset: number, input: string): UriError {
	if (OWN_FAULTS[status] === undefined) return referenceError(status, component, offset, input);
	const sentence = sentenceFor(status, offset, CRAWL_FAULTS);
	return new UriError(codeOf(status, CRAWL_FAULTS), sentence, { component: componentOf(component), offset, input });
}
