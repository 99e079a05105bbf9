/** Recognizes text that is not in the format of the list: a list in another format, a policy, or bare names. */
import { policySchema } from "../schema/policy-schema";
import { ListError } from "./list-error";
import { CLEAN_PARAM, type ListFormat } from "./list-format";

/** The least that a list of our own format has. */
export const MINIMAL = '{ "format": "urlsieve-list@1", "name": "mine", "params": ["utm_source"] }';
/** Characters of the text in the error. */
const MAX_SHOWN = 60;
/** A rule of AdGuard or uBlock Origin about parameters. */
const REMOVAL = /\$(?:[^\s$]*,)?(?:removeparam|queryprune)(?:[=,\r\n]|$)/;
const POLICY_MEMBERS = Object.keys(policySchema.properties ?? {}).filter((name) => name !== "$schema");

/** The error for a text that was read in `format` and failed: a better one if the text is something else, else the one that it failed with. */
export function errorOfContent(error: unknown, text: string, format: ListFormat): unknown {
	if (!(error instanceof ListError) || error.code !== "list-syntax") return error;
	const start = text.replace(/^\ufeff/, "").trim();
	const sentence = /^[[{]/.test(start) ? sentenceOfJson(start, format) : sentenceOfText(start, format);
	return sentence === undefined ? error : new ListError("list-syntax", `${sentence}.`, "", start.slice(0, MAX_SHOWN));
}

function sentenceOfJson(text: string, format: ListFormat): string | undefined {
	const value = parsed(text);
	if (Array.isArray(value)) return `The list is a JSON array; write ${MINIMAL}`;
	const has = (...names: readonly string[]) => names.some((name) => Object.hasOwn(Object(value), name));
	if (has("format")) return sentenceOfFormat("urlsieve-list", format);
	if (has("providers")) return sentenceOfFormat("clearurls", format);
	return has(...POLICY_MEMBERS) ? "The list is a policy: give it as the policy, as with --policy FILE" : undefined;
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function sentenceOfText(text: string, format: ListFormat): string | undefined {
	if (REMOVAL.test(text)) return sentenceOfFormat("removeparam", format);
	if (CLEAN_PARAM.test(text)) return sentenceOfFormat("clean-param", format);
	const isNames = text.split(/\s+/).every((word) => /^[\w.~-]+$/.test(word));
	return isNames && format !== "removeparam" ? `The list is a text of names; write ${MINIMAL}` : undefined;
}

function sentenceOfFormat(format: ListFormat, given: ListFormat): string | undefined {
	return format === given ? undefined : `The list is in the format ${format}, not ${given}: write ${format}:FILE, as in --lists`;
}
