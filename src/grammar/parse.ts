/** Parses references by editions other than the kernel's. */

import type { EditionRow, IpLiteralRules } from "../editions/edition-row";
import { editions } from "../editions/editions";
import { type Component, UriError } from "../errors";
import type { UriComponents } from "../reference/components";
import { Faults } from "./faults";
import { split } from "./split";
import { noteIpLiteral, notePort, noteScheme, noteText } from "./structure";

/** Returns the components of a reference, or the first fault of its structure. */
export function parseByEdition(reference: string, row: EditionRow): UriComponents | UriError {
	const faults = new Faults(reference);
	const isText = noteText(faults);
	const spans = split(reference, row);
	if (isText) {
		noteScheme(faults, spans, row);
		// Every edition parses IP literals, even one whose grammar lacks them.
		noteIpLiteral(faults, spans, editions()["2005"].ipLiteral as IpLiteralRules, false);
		notePort(faults, spans);
	}
	const [fault] = faults.errors;
	if (fault !== undefined) return fault;
	if (spans.scheme === undefined && !row.relativeReferences) return relativeReference(reference);
	const text = (component: Component) => spans[component] && reference.slice(spans[component].start, spans[component].end);
	return {
		scheme: text("scheme"),
		authority: text("authority"),
		userinfo: text("userinfo"),
		host: text("host"),
		port: text("port"),
		path: text("path") as string,
		query: text("query"),
		fragment: text("fragment"),
	};
}

function relativeReference(input: string): UriError {
	const place = { component: "scheme", offset: 0, input, rule: "scheme" } as const;
	return new UriError("relative-reference", "This edition has no relative references.", place);
}
