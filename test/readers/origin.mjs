/** The origin behind proxies, which echoes the target that it is sent; and the SCGI application behind lighttpd. */
import { createServer } from "node:net";

/** Listens on a free port. Its responses have the target as body, octet for octet, and one more field. */
export function listenAsOrigin(field = "X-Origin: 1") {
	return listen((text) => {
		const end = text.indexOf("\r\n\r\n");
		return end < 0 ? undefined : text.slice(text.indexOf(" ") + 1, text.indexOf(" HTTP/", 0));
	}, `HTTP/1.1 200 OK\r\n${field}`);
}

/** Listens on a free port. Its responses have query and path, by SCGI. */
export function listenAsScgi() {
	return listen((text) => {
		const length = Number(/^([0-9]+):/.exec(text)?.[1]);
		const start = text.indexOf(":") + 1;
		if (!(text.length >= start + length)) return undefined;
		const fields = text.slice(start, start + length).split("\0");
		const value = (name) => fields[fields.indexOf(name) + 1];
		const of = (name) => (fields.includes(name) ? value(name) : "");
		return `${of("QUERY_STRING")}\n${of("SCRIPT_NAME")}${of("PATH_INFO")}`;
	}, "Status: 200 OK");
}

function listen(bodyOf, statusLine) {
	const server = createServer((socket) => {
		let text = "";
		socket.on("error", () => socket.destroy());
		socket.on("data", (data) => {
			text += data.toString("latin1");
			const body = bodyOf(text);
			if (body === undefined) return;
			const head = `${statusLine}\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`;
			socket.end(Buffer.from(head + body, "latin1"));
		});
	});
	return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}
