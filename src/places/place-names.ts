/**
 * Names of hosts, as policies have them (docs/reference/profiles.md, Places): `example.com` covers that host and all below,
 * `=example.com` and `www.example.com` only itself, with `www.` before it or without, and `*.example.com` only those below.
 */
import type { Rules } from "../rules/rules";

/** What a name covers: a host and all below, only itself, or only those below. */
export type Cover = "all" | "exact" | "below";

export interface PlaceName {
	/** In normal form, without a final dot and leading `www.` labels, and with a port that is no default. */
	readonly name: string;
	readonly cover: Cover;
}

/** The most octets of a name: no host of the DNS is longer. */
export const MAX_NAME = 260;

/** The ports of http and https: no URL in normal form has its own. */
const DEFAULT_PORTS = ["80", "443"];

/** A host, and a port. */
const HOST = /^(\[[^\]]*\]|[^:/?#@[\]\s]+)(?::(\d*))?$/;

/** Reads the name of a host. Returns a sentence if it is none. */
export function placeNameOf(text: string, rules: Rules): PlaceName | string {
	const [, mark = "", rest = ""] = /^(=|\*\.)?(.*)$/s.exec(text) ?? [];
	const [, host, port = ""] = HOST.exec(rest) ?? [];
	if (host === undefined || host.includes("*") || host.startsWith("."))
		return `${JSON.stringify(text)} is no host${adviceOn(text)}`;
	const form = rules.tryForm("fetch", `http://${host}/`);
	if (typeof form !== "string") return `${JSON.stringify(text)} is no host: ${form.message}`;
	const [, normal] = /^http:\/\/([^/?#@:]+|\[[^\]]*\])\/$/.exec(form) ?? [];
	if (normal === undefined) return `${JSON.stringify(text)} is no host`;
	const [, www = "", bare = ""] = /^((?:www\.(?=.))*)(.*?)\.?$/s.exec(normal) ?? [];
	const name = `${mark === "*." ? `${www}${bare}` : bare}${port === "" || DEFAULT_PORTS.includes(port) ? "" : `:${Number(port)}`}`;
	if (name.length > MAX_NAME) return `${JSON.stringify(`${text.slice(0, 40)}…`)} is too long for a host`;
	if (mark === "*.") return { name, cover: "below" };
	return { name, cover: mark === "=" || www !== "" || isAddress(bare) ? "exact" : "all" };
}

/** Whether a host in normal form is an address, below which there is no host. */
function isAddress(host: string): boolean {
	return /^\[|^\d+(?:\.\d+){3}$/.test(host);
}

function adviceOn(text: string): string {
	if (/^[a-z][a-z\d+.-]*:/i.test(text) || text.includes("/"))
		return "; a URL begins with its scheme and ://, and a host has no path";
	if (text.startsWith(".")) return `; write ${text.slice(1)} for that host and all below, or *${text} for those below`;
	return "";
}
