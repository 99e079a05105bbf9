/** Replaces components, escaped so that the structure of the reference cannot change. */

import type { CharacterRule } from "../editions/edition-row";
import { editions } from "../editions/editions";
import { UriError } from "../errors";
import { TRIPLET } from "../grammar/patterns";
import { recomposeAuthority, type UriComponents } from "../reference/components";
import { LONE_SURROGATE } from "../reference/transcode";
import { encoder } from "../utf8";

/** Applies changes to components, percent-encoding where needed. Throws UriError `invalid-component` or `ill-formed-string`. */
export function change(components: UriComponents, changes: Partial<UriComponents>): UriComponents {
	const { authority, ...others } = changes;
	const parts = "authority" in changes ? partsOf(authority) : {};
	const encoded: { -readonly [component in keyof UriComponents]?: string | undefined } = {};
	for (const [component, text] of Object.entries({ ...parts, ...others })) {
		encoded[component as keyof UriComponents] = text && encodeComponent(component as keyof UriComponents, text);
	}
	const changed = { ...components, ...encoded, path: "path" in encoded ? (encoded.path ?? "") : components.path };
	const whole = { ...changed, authority: recomposeAuthority(changed) };
	if (whole.authority === undefined && (whole.userinfo ?? whole.port) !== undefined) {
		throw new UriError("invalid-component", "A userinfo or port needs a host.", { component: "host", rule: "authority" });
	}
	return { ...whole, path: keepApart(whole.path, whole) };
}

/** Splits an authority: the userinfo ends at the last "@", the port starts after the last ":" (RFC 3986 §3.2). */
function partsOf(authority: string | undefined): Partial<UriComponents> {
	if (authority === undefined) return { userinfo: undefined, host: undefined, port: undefined };
	const at = authority.lastIndexOf("@");
	const hostport = authority.slice(at + 1);
	const colon = hostport.indexOf(":", hostport.startsWith("[") ? hostport.indexOf("]") : hostport.lastIndexOf(":"));
	return {
		userinfo: at < 0 ? undefined : authority.slice(0, at),
		host: colon < 0 ? hostport : hostport.slice(0, colon),
		port: colon < 0 ? undefined : hostport.slice(colon + 1),
	};
}

/** Percent-encodes what a component cannot contain. A scheme, a port and an IP literal cannot be encoded and stay unchanged. */
function encodeComponent(component: keyof UriComponents, text: string): string {
	if (LONE_SURROGATE.test(text)) throw new UriError("ill-formed-string", "The component has a lone surrogate.", { input: text });
	const allowed = allowedIn(component);
	if (allowed === undefined || (component === "host" && text.startsWith("["))) return text;
	return text.replace(TRIPLET_OR_CHARACTER, (found) => (found.length === 3 || allowed.includes(found) ? found : triplets(found)));
}

/** The characters that a component may contain unencoded (RFC 3986 §2.1, §2.4). */
function allowedIn(component: keyof UriComponents): string | undefined {
	const { user, name, path, query, fragment } = editions()["2005"];
	const rules: { readonly [component in keyof UriComponents]?: CharacterRule | undefined } = {
		userinfo: user,
		host: name,
		path,
		query,
		fragment,
	};
	return rules[component]?.allows;
}

const TRIPLET_OR_CHARACTER = new RegExp(`${TRIPLET}|.`, "gsu");

function triplets(character: string): string {
	return Array.from(encoder.encode(character), (octet) => `%${octet.toString(16).toUpperCase().padStart(2, "0")}`).join("");
}

/** Prefixes a path that would otherwise be read as part of an authority, as an authority or as a scheme (§3.3, §4.2; Choices 4, 5). */
function keepApart(text: string, { scheme, authority }: UriComponents): string {
	if (authority !== undefined) return text === "" || text.startsWith("/") ? text : `/${text}`;
	if (text.startsWith("//")) return `/.${text}`;
	return scheme === undefined && /^[^/]*:/.test(text) ? `./${text}` : text;
}
