/** What a finding is. */
import type { Component } from "../../errors";

/** The codes of findings, in the order of docs/inspect.md. */
export const FINDING_CODES = [
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
] as const;

/** What may be dangerous or misleading in a reference: docs/inspect.md has a row for each. */
export type FindingCode = (typeof FINDING_CODES)[number];

/** Something in a reference that may be dangerous or misleading: RFC 3986 §7. Made by `inspect`. */
export interface Finding {
	readonly code: FindingCode;
	readonly component: Component;
	/** UTF-16 index in the reference of what was found. */
	readonly offset: number;
	/** One sentence that says what was found. */
	readonly sentence: string;
	/** The IP address that the host is, or is taken for: in dotted decimal, or as RFC 5952 writes it. */
	readonly address?: string;
	/** The host to which a browser goes, as its URL parser writes it. */
	readonly host?: string;
	/** The label of the host as people see it, decoded. */
	readonly label?: string;
	/** The Unicode scripts of the label. */
	readonly scripts?: readonly string[];
	/** How often this is in the component; `offset` is that of the first. */
	readonly count?: number;
}

/** Text with its triplets decoded as UTF-8, once; as it stands where they are no UTF-8. */
export function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

const MAX_QUOTED = 80;

/** Text as it is quoted in a sentence: a long one is cut, but not within a character. */
export function quoted(text: string): string {
	const beginning = text.slice(0, MAX_QUOTED).replace(/[\ud800-\udbff]$/, "");
	return `"${text.length > MAX_QUOTED ? `${beginning}…` : text}"`;
}
