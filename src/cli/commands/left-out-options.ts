/** The options of `dedupe` that leave lines out. */
import { eitherOf } from "../../counted";
import { PART_NAMES } from "../../lines/parts";

export const LEFT_OUT_OPTIONS = {
	exclude: { type: "string", multiple: true },
	per: { type: "string" },
	trap: { type: "string" },
	"read-only": { type: "boolean" },
} as const;

/** What a line of a file covers. */
export const PLACES_HELP = `                     A line of FILE is a URL, which stands for its key; a host such as example.com, with all below; =example.com or
                     www.example.com, for example.com and www.example.com only; *.example.com, all hosts below, but neither itself
                     nor www.example.com; an address; or, blank or with "#" at its start, a comment.
`;

export const LEFT_OUT_HELP = `  --exclude FILE     Leave out the lines whose URL or host is in FILE. May be repeated. Not with --no-vary-search.
${PLACES_HELP}  --per PART=N       Write at most N lines with the same PART: ${eitherOf(PART_NAMES)}.
                     The first ones stay, after duplicates are gone. --audit logs what is left out. Not with --keep, --prefer,
                     --count, --count-into and --no-vary-search; with --seen only beside --read-only.
  --trap ACTION      Count the lines in traps that the file of --shapes has, once duplicates are gone, and keep or drop them. --audit
                     logs what is dropped.
`;

export interface LeftOutValues {
	readonly exclude?: readonly string[] | undefined;
	readonly per?: string | undefined;
	readonly trap?: string | undefined;
	readonly shapes?: string | undefined;
	readonly "read-only"?: boolean | undefined;
	readonly "private-suffixes"?: boolean | undefined;
}
