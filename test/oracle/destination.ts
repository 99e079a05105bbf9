/** The grammar of `destination`, check by check: section "Accepted grammar" of ../shared/spec/hosts.md. The platform reads IPv6. */
import { isIPv4, isIPv6 } from "node:net";

const CONTROL = /[\0-\x20\x7f-\x9f\\]/;
const INVISIBLE = /[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/;
const LONE_SURROGATE = /\p{Surrogate}/u;

/** `host|port`, or the reason. */
export function destinationOf(url: string): string {
	if (CONTROL.test(url) || INVISIBLE.test(url) || LONE_SURROGATE.test(url)) return "characters";
	const [, scheme = "", authority = ""] = /^([A-Za-z]+):\/\/([^/?#]*)/.exec(url) ?? [];
	if (scheme === "") return "form";
	if (scheme !== "http" && scheme !== "https") return /^https?$/i.test(scheme) ? "scheme-case" : "scheme";
	if (url.length > 16_384) return "length";
	if (authority.includes("@")) return "userinfo";
	const parts = /^(\[[^\]]*\]|[^[:][^:]*|)(?::(.*))?$/s.exec(authority);
	if (parts === null) return "host";
	const [, host = "", text = scheme === "http" ? "80" : "443"] = parts;
	const port = Number(text);
	if (!/^[1-9][0-9]*$/.test(text) || port > 65_535) return "port";
	if (host.startsWith("[")) return ipv6Of(host, port);
	return host === "" ? "host" : nameOf(host, port);
}

function ipv6Of(literal: string, port: number): string {
	const text = literal.slice(1, -1);
	if (!isIPv6(text) || !/^[0-9A-Fa-f:]+$/.test(text)) return "ipv6";
	const host = new URL(`http://${literal}/`).hostname.slice(1, -1);
	if (/^::ffff:[0-9a-f]+:[0-9a-f]+$/.test(host)) return "ipv6";
	return host === "::" ? "unspecified" : `${host}|${port}`;
}

function nameOf(host: string, port: number): string {
	if (/[^\0-\x7f]/.test(host)) return "non-ascii";
	if (host.includes("%")) return "percent";
	const labels = host.toLowerCase().split(".");
	if (host === "0.0.0.0") return "unspecified";
	if (isIPv4(host)) return `${host}|${port}`;
	if (labels.at(-1) === "" && labels.at(-2)) return "trailing-dot";
	if (/^([0-9]+|0x[0-9a-f]*)$/.test(labels.at(-1) ?? "")) return "ipv4";
	if (host.length > 253 || !labels.every((label) => /^[a-z0-9_-]{1,63}$/.test(label))) return "host";
	return `${labels.join(".")}|${port}`;
}
