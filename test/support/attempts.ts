/** The TCP connections that this process tries to make, whether they arrive or not: a refused one is not even tried. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";

export interface Attempts {
	/** Address and port of each, such as `127.0.0.1:80`. */
	readonly places: string[];
	readonly stop: () => void;
}

export function watchAttempts(): Attempts {
	const places: string[] = [];
	const watch = (message: unknown) => {
		(message as { socket: Socket }).socket.on("connectionAttempt", (address, port) => places.push(`${address}:${port}`));
	};
	subscribe("net.client.socket", watch);
	return { places, stop: () => unsubscribe("net.client.socket", watch) };
}
