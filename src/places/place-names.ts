/**
 * Names of hosts, as policies have them (docs/reference/profiles.md, Places): `example.com` covers that host and all below,
 * `=example.com` and `www.example.com` only itself, with `www.` before it or without, and `*.example.com` only those below.
 */
import { MAX_HOST } from "../../assembly/store/layout";
import type { Rules } from "../rules/rules";
import { quoted } from "./quoted";

/** What a name covers: a host and all below, only itself, or only those below. */
export type Cover = "all" | "exact" | "below";

export interface PlaceName {
	/** In normal form, without a final dot and leading `www.` labels, and with a port that is no default. */
	readonly name: string;
	readonly cover: Cover;
}

const LAST_PORT = 65535;

/** A host, and a port. */
const HOST = /^(\[[^\]]*\]|[^:/?#@[\]\s]+)(?::(\d*))?$/;

/** What a host other than an IP literal has: letters of any script with their marks, and what IDNA allows or maps besides. */
const HOST_TEXT = "[a-z\\d._\\-\\p{L}\\p{M}\\p{N}\\p{So}\u{b7}\u{200c}\u{200d}\u{3002}\u{30fb}\u{ff0e}\u{ff61}]";
const ALL_HOST_TEXT = new RegExp(`^${HOST_TEXT}+$`, "iu");

/** Reads the name of a host. Returns a sentence if it is none. */
export function placeNameOf(text: string, rules: Rules): PlaceName | string {
	const [, mark = "", rest = ""] = /^(=|\*\.)?(.*)$/s.exec(text) ?? [];
	const [, host = "", port] = HOST.exec(rest) ?? [];
	const isHost = host.startsWith("[") || (ALL_HOST_TEXT.test(host) && !host.startsWith("."));
	if (text.includes("\u{fffd}")) return `${quoted(text)} is no host: it has octets that are not UTF-8, or U+FFFD`;
	if (!isHost || port === "") return `${quoted(text)} is no host${adviceOn(text)}`;
	if (Number(port) > LAST_PORT) return `${quoted(text)} is no host: ports are 0 to ${LAST_PORT}`;
	const form = rules.tryForm("fetch", `http://${host}/`);
	if (typeof form !== "string") return `${quoted(text)} is no host: ${form.message}`;
	const [, normal] = /^http:\/\/([^/?#@:]+|\[[^\]]*\])\/$/.exec(form) ?? [];
	if (normal === undefined) return `${quoted(text)} is no host`;
	const [, www = "", bare = ""] = /^((?:www\.(?=.))*)(.*?)\.?$/s.exec(normal) ?? [];
	if (mark === "*." && isAddress(bare)) return `${quoted(text)} is no host: an address has no hosts below; write ${host}`;
	const name = `${mark === "*." ? `${www}${bare}` : bare}${portOf(host, port, rules)}`;
	if (name.length > MAX_HOST) return `${quoted(text)} is too long for a host`;
	if (mark === "*.") return { name, cover: "below" };
	return { name, cover: mark === "=" || www !== "" || isAddress(bare) ? "exact" : "all" };
}

/** The port as URLs in normal form have it, with its ":". That of http or https counts for nothing. */
function portOf(host: string, port: string | undefined, rules: Rules): string {
	if (port === undefined) return "";
	const isDefault = ["http", "https"].some((scheme) => {
		const form = rules.tryForm("fetch", `${scheme}://${host}:${port}/`);
		return typeof form === "string" && /^https?:\/\/(?:[^/?#@:]+|\[[^\]]*\])\//.test(form);
	});
	return isDefault ? "" : `:${Number(port)}`;
}

/** Whether a host in normal form is an address, below which there is no host. */
function isAddress(host: string): boolean {
	return /^\[|^\d+(?:\.\d+){3}$/.test(host);
}

function adviceOn(text: string): string {
	if (/^[!;]|^\/\//.test(text)) return '; a comment begins with "#"';
	if (text.startsWith(".") && ALL_HOST_TEXT.test(text)) return adviceOnDots(text.replace(/^\.+/, ""));
	if (/^[^:/@\s]*\.[^:/@\s]*:[^/@\s]*$/.test(text)) return `; a port is a number from 0 to ${LAST_PORT}`;
	if (/^[a-z][a-z\d+.-]*:/i.test(text) || text.includes("/"))
		return "; a URL begins with its scheme and ://, and a host has no path";
	if (text.includes("*", text.startsWith("*.") ? 1 : 0)) return '; a "*" stands only at the start, as in *.example.com';
	return `; a host has letters, digits, "-", "_" and "."${adviceOnRest(text)}`;
}

/** `host`: what is after dots. */
function adviceOnDots(host: string): string {
	if (host === "") return "; a host has labels between its dots";
	return `; write ${host} for that host and all below, or *.${host} for those below`;
}

/** Whole names with a dot, and what may be before them. */
const NAMES = new RegExp(`(?:=|\\*\\.)?${HOST_TEXT}+`, "giu");

/** Names the host that other signs are around, such as those of filter lists, CSV or /etc/hosts. */
function adviceOnRest(text: string): string {
	// What such a line means is not what its host would.
	if (/[@%]/.test(text)) return "";
	const hosts = (text.match(NAMES) ?? []).filter((name) => /[^.*=]\.[^.]/.test(name) && !/^=?\./.test(name));
	const host = hosts.find((name) => !isAddress(name)) ?? hosts[0];
	return host === undefined || host.length > MAX_HOST ? "" : `; write ${host}`;
}
