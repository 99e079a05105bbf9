/** The comparison ladder of RFC 3986 §6.2, and the form of a reference on each of its levels. */
import { type ExplanationStep, explain, type Level, normalize, type RuleName, UriError } from "urlsieve";

interface LadderLevel {
	readonly level: Level;
	readonly section: string;
	/** What this level ignores. */
	readonly sentence: string;
}

const LEVELS: readonly LadderLevel[] = [
	{ level: "string", section: "RFC 3986 §6.2.1", sentence: "Compares octet by octet." },
	{
		level: "syntax",
		section: "RFC 3986 §6.2.2",
		sentence: "Ignores case, percent-encoding and dot-segments where the grammar allows it.",
	},
	{
		level: "scheme",
		section: "RFC 3986 §6.2.3",
		sentence: "Also ignores what the scheme defines as equal: the default port, an empty path, and more.",
	},
];

/** The reason for each rule, in one sentence. */
export const RULE_SENTENCES: { readonly [rule in RuleName]: string } = {
	"white-space": "White space around a reference, and tabs and line breaks in it, are not part of it.",
	"percent-illegal": "Characters that are not allowed here are percent-encoded.",
	"scheme-case": "The scheme is case-insensitive.",
	"host-case": "The host is case-insensitive.",
	"percent-case": "The hex digits of a triplet are case-insensitive.",
	"percent-unreserved": "An unreserved character means the same with and without percent-encoding.",
	"dot-segments": "“.” and “..” are relative steps, which are resolved.",
	"empty-port": "A colon without a port is redundant.",
	"ipv6-text": "An IPv6 address has one recommended spelling.",
	"a-label": "A non-ASCII name is looked up by its A-labels.",
	"port-zeros": "Leading zeros do not change a port number.",
	"default-port": "This is the default port of the scheme.",
	"empty-path": "After a host, an empty path means “/”.",
	"of-scheme": "The scheme has a rule of its own.",
};

/** The form of a reference at one level. */
export interface LevelForm extends LadderLevel {
	/** Undefined if there is an `error`. */
	readonly text: string | undefined;
	/** The rules of this level that changed the text, in order. */
	readonly steps: readonly ExplanationStep[];
	readonly error: UriError | undefined;
	/** Whether the reference has a form on the previous level. */
	readonly isReached: boolean;
}

/** The form of a reference at each level, lowest first. The steps of a level follow those of the level before. */
export function climb(reference: string): LevelForm[] {
	let stepsBefore = 0;
	let isReached = true;
	return LEVELS.map((row) => {
		try {
			const { steps, value } = explain(reference, { level: row.level });
			const form = { ...row, text: value, steps: steps.slice(stepsBefore), error: undefined, isReached };
			stepsBefore = steps.length;
			return form;
		} catch (error) {
			if (!(error instanceof UriError)) throw error;
			const form = { ...row, text: undefined, steps: [], error, isReached };
			isReached = false;
			return form;
		}
	});
}

/** Returns the normal form, or the UriError if there is none. */
export function tryNormalize(reference: string): string | UriError {
	try {
		return normalize(reference);
	} catch (error) {
		if (error instanceof UriError) return error;
		throw error;
	}
}

/** The URL of a section such as "RFC 3986 §6.2.2.1" or "RFC 3986 App. C". Undefined for other sources. */
export function addressOf(section: string): string | undefined {
	const [, number, mark, place] = /^RFC (\d+) (§|App\. )([\w.]+)$/.exec(section) ?? [];
	if (number === undefined || place === undefined) return undefined;
	return `https://www.rfc-editor.org/rfc/rfc${number}.html#${mark === "§" ? "section" : "appendix"}-${place}`;
}
