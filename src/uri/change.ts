/** Components that are put in the place of others, so that none becomes more than one component. */

import type { CharacterRule } from "../editions/edition-row";
import { editions } from "../editions/editions";
import { UriError } from "../errors";
import { recomposeAuthority, type UriComponents } from "../reference/components";

const encoder = new TextEncoder();

/** The components with the changes in their places, each encoded where it needs to be. Throws UriError `invalid-component`. */
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
		throw new UriError("invalid-component", "An authority has a host.", { component: "host", rule: "authority" });
	}
	return { ...whole, path: keepApart(whole.path, whole) };
}

/** The parts of an authority: userinfo up to the last "@", port from the last ":" on (RFC 3986 §3.2). */
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

/** The text as one component may have it. A scheme, a port and an IP literal have no triplets: they stay as they are. */
function encodeComponent(component: keyof UriComponents, text: string): string {
	if (/\p{Surrogate}/u.test(text)) throw new UriError("ill-formed-string", "A component has a lone surrogate.", { input: text });
	const allowed = allowedIn(component);
	if (allowed === undefined || (component === "host" && text.startsWith("["))) return text;
	return text.replace(TRIPLET_OR_CHARACTER, (found) => (found.length === 3 || allowed.includes(found) ? found : triplets(found)));
}

/** The characters that stand for themselves in a component; all others are percent-encoded (RFC 3986 §2.1, §2.4). */
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

const TRIPLET_OR_CHARACTER = /%[0-9A-Fa-f]{2}|./gsu;

function triplets(character: string): string {
	return Array.from(encoder.encode(character), (octet) => `%${octet.toString(16).toUpperCase().padStart(2, "0")}`).join("");
}

/** A path that is no part of an authority, no authority and no scheme, whatever it begins with (§3.3, §4.2): Choices 4 and 5. */
function keepApart(text: string, { scheme, authority }: UriComponents): string {
	if (authority !== undefined) return text === "" || text.startsWith("/") ? text : `/${text}`;
	if (text.startsWith("//")) return `/.${text}`;
	return scheme === undefined && /^[^/]*:/.test(text) ? `./${text}` : text;
}
