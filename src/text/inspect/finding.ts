/** The findings of `inspect`. */
import type { DifferenceClass } from "../../edge/agree";
import type { Component } from "../../errors";

/** The codes of findings, in the order of docs/reference/inspect.md. */
export const FINDING_CODES = [
	"leading-white-space",
	"unicode-space",
	"userinfo-like-host",
	"userinfo-password",
	"port-below-1024",
	"encoded-delimiter",
	"rare-ipv4",
	"loopback-host",
	"private-host",
	"link-local-host",
	"metadata-host",
	"encoded-slash",
	"encoded-dot-segment",
	"double-encoding",
	"mixed-script-label",
	"bidirectional-label",
	"browser-host",
	"readers-disagree",
] as const;

/** Kinds of findings. docs/reference/inspect.md explains each. */
export type FindingCode = (typeof FINDING_CODES)[number];

/** Something in a reference that may be dangerous or misleading: RFC 3986 §7. Made by `inspect`. */
export interface Finding {
	readonly code: FindingCode;
	readonly component: Component;
	/** UTF-16 index of the finding in the reference. */
	readonly offset: number;
	/** One sentence that describes the finding. */
	readonly sentence: string;
	/** The IP address that the host is or is read as, in dotted decimal or in the form of RFC 5952. */
	readonly address?: string;
	/** The host to which a browser goes, as serialized by its URL parser. */
	readonly host?: string;
	/** The label of the host, decoded as people see it. */
	readonly label?: string;
	/** The Unicode scripts of the label. */
	readonly scripts?: readonly string[];
	/** In what readers disagree: a class of `agree`. */
	readonly class?: DifferenceClass;
	/** The component as the two readers read it. Octets: one UTF-16 unit each. */
	readonly texts?: readonly [string, string];
	/** Number of occurrences in the component, or of pairs of readers. `offset` is that of the first. */
	readonly count?: number;
}

/** Decodes triplets once, as UTF-8. Returns the text unchanged if they are not UTF-8. */
export function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

const MAX_QUOTED = 80;

/** Quotes text for a sentence. Truncates long text, but not within a character. */
export function quoted(text: string): string {
	const beginning = text.slice(0, MAX_QUOTED).replace(/[\ud800-\udbff]$/, "");
	return `"${text.length > MAX_QUOTED ? `${beginning}…` : text}"`;
}
