/** Runs scripts by a client that the caller has connected. Errors of the client pass through. */
import { createHash } from "node:crypto";
import { isError } from "../brand";
import { OptionError } from "../errors";
import { SCRIPTS } from "./scripts";

/** Sends one command and returns the reply. */
export type RedisFunction = (words: (string | Buffer)[]) => Promise<unknown>;

/** A connected client of `redis`, or of `ioredis` or `iovalkey`; or a function that sends a command. */
export type RedisClient =
	| RedisFunction
	| { sendCommand(words: (string | Buffer)[]): Promise<unknown> }
	| { call(command: string, ...words: (string | Buffer)[]): Promise<unknown> };

/** Runs a script on a key. */
export type RunScript = (script: keyof typeof SCRIPTS, key: string, words: (string | Buffer)[]) => Promise<unknown>;

/** The scripts on the server of this client. Throws OptionError `invalid-input` unless it is a client. */
export function scriptsOn(client: RedisClient): RunScript {
	const send = senderOf(client);
	return async (script, key, words) => {
		const text = SCRIPTS[script];
		const digest = createHash("sha1").update(text).digest("hex");
		try {
			return await send(["EVALSHA", digest, "1", key, ...words]);
		} catch (error) {
			// The server has not run it since it started. EVAL keeps it.
			if (!isError(error) || !error.message.startsWith("NOSCRIPT")) throw error;
			return send(["EVAL", text, "1", key, ...words]);
		}
	};
}

function senderOf(client: RedisClient): RedisFunction {
	if (typeof client === "function") return client;
	// Clients of ioredis also have a `sendCommand`, which takes other arguments.
	if (typeof client === "object" && client !== null) {
		if ("call" in client) return ([command, ...words]) => client.call(String(command), ...words);
		if ("sendCommand" in client) return (words) => client.sendCommand(words);
	}
	throw new OptionError("invalid-input", "The client must be one of redis or ioredis, or a function that sends a command.");
}
