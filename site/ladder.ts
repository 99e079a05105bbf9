/** The ladder of RFC 3986 §6.2, and how a reference climbs it. */
import { type ExplanationStep, explain, type Level, normalize, type RuleName, UriError } from "urlsieve";

interface Rung {
	readonly level: Level;
	readonly section: string;
	/** What makes no difference on this rung. */
	readonly sentence: string;
}

const RUNGS: readonly Rung[] = [
	{ level: "string", section: "RFC 3986 §6.2.1", sentence: "Two spellings are equal, octet by octet, or they are not." },
	{
		level: "syntax",
		section: "RFC 3986 §6.2.2",
		sentence: "Case, percent-encoding and dot-segments make no difference where the grammar says so.",
	},
	{ level: "scheme", section: "RFC 3986 §6.2.3", sentence: "What the scheme takes for granted makes no difference." },
];

/** What each rule does, in a sentence. */
export const RULE_SENTENCES: { readonly [rule in RuleName]: string } = {
	"white-space": "White space around a reference, and tabs and line ends in it, are no part of it.",
	"percent-illegal": "What may not stand here is percent-encoded.",
	"scheme-case": "A scheme has no case.",
	"host-case": "A host has no case.",
	"percent-case": "The hex digits of a triplet have no case.",
	"percent-unreserved": "A triplet for an unreserved character is that character.",
	"dot-segments": "“.” and “..” are steps in the hierarchy, and are taken.",
	"empty-port": "A colon without a port says nothing.",
	"ipv6-text": "An IPv6 address has one recommended spelling.",
	"a-label": "A name beyond US-ASCII is looked up as A-labels.",
	"port-zeros": "A port is a number: zeros before it say nothing.",
	"default-port": "The scheme means this port anyway.",
	"empty-path": "An empty path behind a host is “/”.",
	"of-scheme": "The scheme has a rule of its own.",
};

/** A rung as a reference stands on it: its text there, and the steps that led to it; or why it cannot stand there. */
export interface Stand extends Rung {
	readonly text: string | undefined;
	readonly steps: readonly ExplanationStep[];
	readonly error: UriError | undefined;
	/** Whether it could stand on the rung before. */
	readonly isReached: boolean;
}

/** A reference on each rung. The rules of a rung run behind those of the rung before. */
export function climb(reference: string): Stand[] {
	let stepsBefore = 0;
	let isReached = true;
	return RUNGS.map((rung) => {
		try {
			const { steps, value } = explain(reference, { level: rung.level });
			const stand = { ...rung, text: value, steps: steps.slice(stepsBefore), error: undefined, isReached };
			stepsBefore = steps.length;
			return stand;
		} catch (error) {
			if (!(error instanceof UriError)) throw error;
			const stand = { ...rung, text: undefined, steps: [], error, isReached };
			isReached = false;
			return stand;
		}
	});
}

/** The normal form, or the error why there is none. */
export function tryNormalize(reference: string): string | UriError {
	try {
		return normalize(reference);
	} catch (error) {
		if (error instanceof UriError) return error;
		throw error;
	}
}

/** Where to read a section such as "RFC 3986 §6.2.2.1" or "RFC 3986 App. C"; undefined for what is no RFC. */
export function addressOf(section: string): string | undefined {
	const [, number, mark, place] = /^RFC (\d+) (§|App\. )([\w.]+)$/.exec(section) ?? [];
	if (number === undefined || place === undefined) return undefined;
	return `https://www.rfc-editor.org/rfc/rfc${number}.html#${mark === "§" ? "section" : "appendix"}-${place}`;
}
