/** A text that an expression matches, as short as is easily found: it shows what a rule of a list is about. */
import { hasOctet, type OctetSet } from "./octet-set";
import { literalOctet, type Regex } from "./regex";

/** Characters in the order in which they are taken: those that mean the same everywhere in a URL come first. */
const PREFERRED = "a1b/.-_=&+:@!$'()*,;~%";

/** Returns the text, or undefined where only other characters would do. Its repetitions are as few as may be. */
export function witnessOf(regex: Regex): string | undefined {
	if (regex.kind === "octets") return characterIn(regex.set);
	if (regex.kind === "nameEnd") return "=";
	if (regex.kind === "choice") return firstOf(regex.options.map(witnessOf));
	if (regex.kind === "repeat") return regex.min === 0 ? "" : witnessOf(regex.part)?.repeat(regex.min);
	if (regex.kind !== "sequence") return "";
	const parts = regex.parts.map(witnessOf);
	return parts.includes(undefined) ? undefined : parts.join("");
}

function firstOf(texts: readonly (string | undefined)[]): string | undefined {
	return texts.find((text) => text !== undefined);
}

function characterIn(set: OctetSet): string | undefined {
	const literal = literalOctet(set);
	if (literal !== undefined) return literal > 0x20 && literal < 0x7f ? String.fromCharCode(literal) : undefined;
	return [...PREFERRED].find((character) => hasOctet(set, character.charCodeAt(0)));
}
