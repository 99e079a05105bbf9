/** Reads JSON that people write: accepts a byte order mark, and reports the place where the text stops being JSON. */
import { jsonFault } from "./json-fault";
import { Lines } from "./json-members";
import type { PolicyFault } from "./policy-error";

/** A value and its text, without a byte order mark; or the fault, also as a sentence with its place. */
type ReadJson = { readonly value: unknown; readonly text: string } | { readonly sentence: string; readonly fault: PolicyFault };

/** Reads a text. `noun` names it in messages. `isOurs`: whether a character that could not be decoded is a fault. */
export function readJson(file: string, noun: string, isOurs = true): ReadJson {
	const text = file.replace(/^\ufeff/, "");
	const kind = kindFault(text, noun);
	if (kind !== undefined) return failed({ path: "", message: kind });
	const fault = encodingFault(text, noun, isOurs);
	if (fault !== undefined) return failed(fault);
	try {
		return { value: JSON.parse(text), text };
	} catch (error) {
		const message = `the ${noun} is not JSON: ${(error as Error).message}`;
		return failed(jsonFault(text, noun) ?? { path: "", message });
	}
}

/** Whether a text was decoded as UTF-8, and is in UTF-16: an ASCII character has a zero octet beside it. */
export function isUtf16(text: string): boolean {
	return /^\ufffd{0,2}[\s\S]?\0/.test(text);
}

/** Recognizes a file that is given for one of JSON. The octets 1F 8B begin gzip, `USP2` and `USP3` a program. */
function kindFault(text: string, noun: string): string | undefined {
	if (text.startsWith("\x1f\ufffd")) return `the ${noun} is compressed; unpack it with gunzip -c, and give the file inside`;
	if (/^USP[23]/.test(text)) return `the ${noun} is a compiled program; give the policy that it was compiled from, as JSON`;
	return text.trim() === "" ? `the ${noun} is empty` : undefined;
}

function encodingFault(text: string, noun: string, isOurs: boolean): PolicyFault | undefined {
	if (isUtf16(text)) return { path: "", message: `the ${noun} is in UTF-16; save it as UTF-8` };
	const at = isOurs ? text.indexOf("\ufffd") : -1;
	if (at < 0) return undefined;
	return { path: "", message: `the ${noun} has octets that are not UTF-8; save it as UTF-8`, ...new Lines(text).placeOf(at) };
}

function failed(fault: PolicyFault): ReadJson {
	const { message, line, column } = fault;
	const [, start = "", rest = ""] = /^([^:]*)(.*)$/s.exec(message) ?? [];
	const place = line === undefined ? "" : rest === "" ? ` (line ${line}, column ${column})` : `: line ${line}, column ${column}`;
	return { sentence: `${start.charAt(0).toUpperCase()}${start.slice(1)}${place}${rest}.`, fault };
}
