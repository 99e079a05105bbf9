/** A name server on loopback: RFC 1035, over UDP. It answers with what a test has set for a name, and counts the questions. */
import { createSocket, type Socket } from "node:dgram";
import { Resolver } from "node:dns/promises";
import { once } from "node:events";
import { isIPv6 } from "node:net";

const TYPES = { A: 1, CNAME: 5, AAAA: 28 };

/** The records of a name: addresses, and the names of aliases; or a function that returns them for each question. */
export type Records = readonly string[] | (() => readonly string[]);

export interface NameServer {
	readonly questions: string[];
	/** The addresses of a name, as a resolver of this server returns them. */
	readonly resolve: (name: string) => Promise<string[]>;
	readonly close: () => void;
}

/** Starts a server with these names, on a free port or on this one. Others do not exist. */
export async function startNameServer(names: { readonly [name: string]: Records }, port = 0): Promise<NameServer> {
	const socket = createSocket("udp4");
	const questions: string[] = [];
	socket.on("message", (message, sender) => {
		const [name, end] = readName(message);
		const type = message.readUInt16BE(end);
		questions.push(`${name} ${type === TYPES.A ? "A" : "AAAA"}`);
		socket.send(answer(message, end + 4, name, type, names), sender.port, sender.address);
	});
	socket.bind(port, "127.0.0.1");
	await once(socket, "listening");
	return { questions, resolve: resolverOf(socket), close: () => socket.close() };
}

function resolverOf(socket: Socket): (name: string) => Promise<string[]> {
	const resolver = new Resolver({ timeout: 2000, tries: 1 });
	resolver.setServers([`127.0.0.1:${socket.address().port}`]);
	// An answer without addresses is an error of the resolver.
	const addressesOf = (found: Promise<string[]>) =>
		found.catch((error: NodeJS.ErrnoException) => {
			if (error.code === "ENODATA") return [];
			throw error;
		});
	return async (name) => [...(await addressesOf(resolver.resolve4(name))), ...(await addressesOf(resolver.resolve6(name)))];
}

/** The name of the question, and where it ends. */
function readName(message: Buffer): [name: string, end: number] {
	const labels: string[] = [];
	let at = 12;
	for (let length = message[at] as number; length > 0; length = message[at] as number) {
		labels.push(message.toString("latin1", at + 1, at + 1 + length));
		at += length + 1;
	}
	return [labels.join("."), at + 1];
}

function answer(question: Buffer, end: number, name: string, type: number, names: { readonly [name: string]: Records }): Buffer {
	const records: Buffer[] = [];
	let at: string | undefined = name;
	while (at !== undefined && records.length < 16) {
		const set: Records = names[at] ?? [];
		const values: readonly string[] = typeof set === "function" ? set() : set;
		const alias: string | undefined = values.find((value) => /[a-z]\.?[a-z]/.test(value) && !isIPv6(value));
		if (alias !== undefined) records.push(record(at, TYPES.CNAME, encodeName(alias)));
		for (const value of values) {
			if (value === alias || isIPv6(value) !== (type === TYPES.AAAA)) continue;
			records.push(record(at, type, octetsOf(value)));
		}
		at = alias;
	}
	const header = Buffer.from(question.subarray(0, 12));
	// A response, recursion available; NXDOMAIN unless the name exists.
	header.writeUInt16BE(0x8180 | (name in names ? 0 : 3), 2);
	header.writeUInt16BE(records.length, 6);
	header.writeUInt32BE(0, 8);
	return Buffer.concat([header, question.subarray(12, end), ...records]);
}

function record(name: string, type: number, data: Buffer): Buffer {
	const fixed = Buffer.alloc(10);
	fixed.writeUInt16BE(type, 0);
	fixed.writeUInt16BE(1, 2);
	fixed.writeUInt16BE(data.length, 8);
	return Buffer.concat([encodeName(name), fixed, data]);
}

function encodeName(name: string): Buffer {
	const labels = name.split(".").map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label, "latin1")]));
	return Buffer.concat([...labels, Buffer.from([0])]);
}

/** The platform expands the groups of an IPv6 address. */
function octetsOf(address: string): Buffer {
	if (!isIPv6(address)) return Buffer.from(address.split(".").map(Number));
	const [head = "", tail] = address.split("::");
	const groups = (half: string) => (half === "" ? [] : half.split(":"));
	const last = tail === undefined ? [] : groups(tail);
	const zeros = Array.from({ length: 8 - groups(head).length - last.length }, () => "0");
	return Buffer.from([...groups(head), ...zeros, ...last].map((group) => group.padStart(4, "0")).join(""), "hex");
}
