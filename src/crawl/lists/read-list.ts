/** Reads lists of parameters that users bring along. */
import { schemaFault } from "../check-schema";
import { sha256 } from "../digest";
import { ListError } from "../list-error";
import type { Parameter, ParameterList } from "../policy";
import { listSchema } from "../policy-schema";

const MAX_OCTETS = 1 << 20;
const MAX_RULES = 100_000;
const MAX_TEXTS = 16;

/** What `readList` returns: a list for the option `lists`, and what it is made of. */
export interface ReadList extends ParameterList {
	/** Format, name, version and SHA-256 of the octets: lists with the same identity are the same list. */
	readonly identity: string;
	/** Number of rules. */
	readonly rules: number;
}

interface ListFile {
	readonly name?: string;
	readonly version?: string;
	readonly params?: readonly Parameter[];
	readonly exempt?: readonly string[];
}

/**
 * Reads a list. `format` is `"urlsieve-list"`: JSON by `listSchema`. `name` is what a policy's `query.lists` calls the list,
 * unless it brings its own. Throws ListError `list-syntax`, `list-version` or `list-too-large`.
 */
export function readList(format: "urlsieve-list", content: Uint8Array, options: { readonly name?: string } = {}): ReadList {
	if (content.length > MAX_OCTETS) throw new ListError("list-too-large", "The list is larger than 1 MiB.");
	const file = parsed(content);
	const name = file.name ?? options.name;
	if (name === undefined) throw new ListError("list-syntax", "The list has no name; give it one as the option name.");
	const { params = [], exempt = [], version = "" } = file;
	if (params.length > MAX_RULES) throw new ListError("list-too-large", "The list has more than 100,000 rules.", "/params");
	for (const [index, parameter] of params.entries()) {
		if (typeof parameter === "string" || (parameter.exceptPath?.length ?? 0) <= MAX_TEXTS) continue;
		throw new ListError("list-too-large", "An entry has more than 16 strings in exceptPath.", `/params/${index}/exceptPath`);
	}
	return { name, params, exempt, rules: params.length, identity: `${format}@1 ${name} ${version} ${sha256(content)}` };
}

function parsed(octets: Uint8Array): ListFile {
	const text = new TextDecoder().decode(octets);
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch (error) {
		throw new ListError("list-syntax", `The list is not JSON: ${(error as Error).message}.`, "", text.slice(0, 60));
	}
	const format = (value as { format?: unknown } | null)?.format;
	if (typeof format === "string" && /^urlsieve-list@[0-9]+$/.test(format) && format !== "urlsieve-list@1") {
		throw new ListError(
			"list-version",
			`The format ${format} is not known to this release; it reads urlsieve-list@1.`,
			"/format",
		);
	}
	const fault = schemaFault(value, listSchema);
	if (fault !== undefined) throw new ListError("list-syntax", `Invalid list: ${fault.message}.`, fault.path);
	return value as ListFile;
}
