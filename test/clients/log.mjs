/** Reads the log of a driver: where a client went with each string. */

import { isUtf8 } from "node:buffer";

/** The address of a name under `localhost`, if a client or the C library knows it itself. */
const LOOPBACK = ["127.0.0.1", "::1"];

/**
 * Reads a log. Returns, by the index of a string, where the client connected or tried to, as `host|port`, without repetitions. The list is empty
 * if it refused, and absent if it was not asked.
 */
export function readLog(text) {
	const seen = [];
	const names = new Map();
	for (const line of text.split("\n")) {
		const [kind, first, second] = line.split(" ");
		if (kind === "U") seen[Number(first)] = [];
		else if (kind === "N") names.set(second, nameOf(first));
		else if (kind === "C" && seen.length > 0) add(seen.at(-1), hostOf(first, names), second);
	}
	return seen;
}

function hostOf(text, names) {
	const address = addressOf(text);
	return names.get(address) ?? address;
}

function add(destinations, host, port) {
	const destination = `${host}|${port}`;
	// http.rb looks "[::1]" up, a name that no resolver knows.
	if (!host.startsWith("[") && !destinations.includes(destination)) destinations.push(destination);
}

/** Names are compared without case. Octets that are no UTF-8 are written as escapes. */
function nameOf(hex) {
	const octets = Buffer.from(hex === "-" ? "" : hex, "hex");
	if (isUtf8(octets)) return octets.toString().toLowerCase();
	return octets.toString("latin1").replace(/[^ -~]/g, (unit) => `\\x${unit.charCodeAt(0).toString(16)}`);
}

/** An address as RFC 5952 writes it, a mapped one as IPv4. */
function addressOf(text) {
	const four = /^::ffff:([0-9.]+)$/i.exec(text)?.[1];
	if (four !== undefined || !text.includes(":")) return four ?? text;
	const [address, zone] = text.split("%");
	return new URL(`http://[${address}]/`).hostname.slice(1, -1) + (zone === undefined ? "" : `%${zone}`);
}

/** The destinations that contradict what was accepted. */
export function contradictions({ host, port }, destinations) {
	const isLoopback = /(^|\.)localhost$/.test(host);
	const hosts = [host, ...(isLoopback ? LOOPBACK : [])];
	return destinations.filter((destination) => !hosts.some((known) => destination === `${known}|${port}`));
}
