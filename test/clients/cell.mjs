/**
 * Runs a driver in a network namespace that has loopback only: `cell.mjs LIBRARIES LOG PROGRAM ARGS…`. LIBRARIES are preloaded. What the driver
 * connects to is led to the recorder, which accepts every connection, answers a request with 204, after which
 * browsers ask for nothing else, and closes one of TLS: no certificate is ever verified.
 */
import { spawn, spawnSync } from "node:child_process";
import { createServer } from "node:net";

const RESPONSE = "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n";
const TLS = 0x16;
const PATIENCE = 3_600_000;

function listen() {
	const server = createServer((socket) => {
		let head = "";
		socket.on("error", () => socket.destroy());
		socket.setTimeout(1000, () => socket.destroy());
		socket.on("data", (data) => {
			head += data.toString("latin1");
			if (head.charCodeAt(0) === TLS) socket.destroy();
			else if (head.includes("\r\n\r\n")) socket.end(RESPONSE);
		});
	});
	return new Promise((resolve) => server.listen({ host: "::", port: 0, backlog: 511 }, () => resolve(server.address().port)));
}

// The suite holds the other end, and closes it however it ends.
process.stdin.resume().on("end", () => process.exit(1));
const [libraries, log, program, ...args] = process.argv.slice(2);
if (spawnSync("ip", ["link", "set", "lo", "up"]).status !== 0) throw new Error("ip cannot start loopback");
const env = { ...process.env, LD_PRELOAD: libraries, REC_LOG: log, REC_PORT: String(await listen()) };
const driver = spawn(program, args, { env, stdio: ["ignore", "ignore", "inherit"], timeout: PATIENCE, killSignal: "SIGKILL" });
driver.on("error", (error) => {
	console.error(error.message);
	process.exit(1);
});
driver.on("exit", (status) => process.exit(status ?? 1));
