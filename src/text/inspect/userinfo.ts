/** Findings in the userinfo. */
import { decoded, type Finding, quoted } from "./finding";
import { inetAton } from "./ipv4";
import type { Subject } from "./subject";

/** Finds a userinfo that looks like a host (RFC 3986 §7.6, 2396bis-01 §7.5) and a password (§7.5, §3.2.1, 2396bis-01 §7.4, RFC 1738 §6). */
export function findInUserinfo({ uri: { userinfo }, offsets }: Subject): Finding[] {
	if (userinfo === undefined) return [];
	return [...likeHost(userinfo, offsets.userinfo), ...password(userinfo, offsets.userinfo)];
}

/** Searches where a reader would: at the start of the userinfo and after each "@". Reports the first host-like text. */
function likeHost(userinfo: string, offset: number): Finding[] {
	let start = 0;
	// "%40" does not start a part: it is common in user names that are mail addresses.
	for (const part of decoded(userinfo.replaceAll("%40", "%2540")).split("@")) {
		const name = leadingName(part);
		if (looksLikeHost(name)) {
			const sentence = `The userinfo looks like the host ${quoted(name)}, but the host is what follows the last "@".`;
			return [{ code: "userinfo-like-host", component: "userinfo", offset: offset + start, sentence }];
		}
		start = userinfo.indexOf("@", start) + 1;
	}
	return [];
}

/** The leading letters, digits, hyphens and dots. */
function leadingName(text: string): string {
	const end = text.search(/[^\p{L}\p{M}\p{N}.-]/u);
	return end < 0 ? text : text.slice(0, end);
}

/** Whether a name has at least two labels and ends in two letters or an A-label, or is an IPv4 address in four parts. */
function looksLikeHost(name: string): boolean {
	const labels = name.split(".");
	if (labels.at(-1) === "") labels.pop();
	const last = labels.at(-1) ?? "";
	if (labels.length < 2 || labels.includes("")) return false;
	return /^(?:xn--[a-z0-9-]+|[\p{L}\p{M}]{2,})$/iu.test(last) || (labels.length === 4 && inetAton(name) !== undefined);
}

/** Finds a non-empty password after the first ":" (§3.2.1). */
function password(userinfo: string, offset: number): Finding[] {
	const colon = userinfo.indexOf(":");
	if (colon < 0 || colon === userinfo.length - 1) return [];
	const sentence = "The userinfo has a password, which everyone who sees the URI can read.";
	return [{ code: "userinfo-password", component: "userinfo", offset: offset + colon + 1, sentence }];
}
