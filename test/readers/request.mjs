/** Requests by raw socket: a target goes out octet for octet, as no client of HTTP would send it. */
import { connect } from "node:net";

const TIMEOUT = 10_000;

/**
 * Sends a GET with this target, of Latin-1, to a port of this machine. Returns `{ status, location, body }`. The status is 0 if the
 * server closes the connection without a response, or says nothing for ten seconds.
 */
export function request(port, target) {
	return new Promise((resolve) => {
		const chunks = [];
		const socket = connect(port, "127.0.0.1");
		const end = () => {
			socket.destroy();
			resolve(parse(Buffer.concat(chunks).toString("latin1")));
		};
		socket.setTimeout(TIMEOUT, end);
		socket.on("data", (data) => chunks.push(data));
		socket.on("end", end).on("error", end);
		socket.write(Buffer.from(`GET ${target} HTTP/1.1\r\nHost: example.test\r\nConnection: close\r\n\r\n`, "latin1"));
	});
}

function parse(text) {
	const end = text.indexOf("\r\n\r\n");
	const status = Number(/^HTTP\/1\.[01] ([0-9]{3})/.exec(text)?.[1] ?? 0);
	const head = text.slice(0, end);
	const location = /\r\nlocation: *([^\r\n]*)/i.exec(head)?.[1];
	const body = text.slice(end + 4);
	return { status, location, body: /\r\ntransfer-encoding: *chunked/i.test(head) ? joined(body) : body };
}

/** RFC 9112 §7.1. */
function joined(body) {
	let text = "";
	for (let at = 0; at < body.length; ) {
		const line = body.indexOf("\r\n", at);
		const size = Number.parseInt(body.slice(at, line), 16);
		if (!(size > 0)) break;
		text += body.slice(line + 2, line + 2 + size);
		at = line + 2 + size + 2;
	}
	return text;
}
