/** The table "What each trick is stopped by" of docs/guide/edge.md, row by row: no connection is tried but to the server that redirects. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { createGuard } from "urlsieve/connect";
import { destination } from "urlsieve/edge";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Attempts, watchAttempts } from "../support/attempts";
import { type NameServer, startNameServer } from "../support/name-server";

const PAGE = readFileSync(fileURLToPath(new URL("../../docs/guide/edge.md", import.meta.url)), "utf8");
const ROWS = [...PAGE.matchAll(/^\| ([^|]+) \| `([^`]+)` \| `(destination|guard)`: `([\w-]+)` \|$/gm)].map(
	([, trick, url, by, reason]) => [
		trick as string,
		// Written as in JSON.
		JSON.parse(`"${url}"`) as string,
		by as string,
		reason as string,
	],
);

let names: NameServer;
let attempts: Attempts;
/** What a test's public names resolve to: this machine stands for the public network. */
const PUBLIC = "127.0.0.2";
/** Where the names of the table redirect to. */
let outside: Server;
let rebound = 0;

beforeAll(async () => {
	outside = createServer((_, response) => {
		response.writeHead(302, { location: "http://10.0.0.1/" }).end();
	}).listen(0, PUBLIC);
	await once(outside, "listening");
	attempts = watchAttempts();
	names = await startNameServer({
		"private.test": ["10.0.0.1"],
		"redirect.test": [PUBLIC],
		// The first question is that of a check that is not pinned.
		"rebinding.test": () => [++rebound > 1 ? "10.0.0.1" : PUBLIC],
	});
});
beforeEach(() => {
	attempts.places.length = 0;
});
afterAll(() => {
	attempts.stop();
	names.close();
	outside.close();
});

it("has the sixteen steps of the known lists", () => expect(ROWS.length).toBe(16));

describe.each(ROWS)("%s: %s", (_, url, by, reason) => {
	it(`is stopped by ${by}: ${reason}`, async () => {
		const port = (outside.address() as AddressInfo).port;
		const guard = createGuard({ allow: ["public", "loopback"], resolve: names.resolve });
		if (url.includes("rebinding")) expect(await names.resolve("rebinding.test")).toEqual([PUBLIC]);
		const error = await guard.fetch(url.replace(/\.test\/$/, `.test:${port}/`)).catch((thrown) => thrown.cause ?? thrown);
		if (by === "guard") expect(error).toMatchObject({ code: reason });
		else {
			expect(destination(url)).toMatchObject({ accepted: false, reason });
			expect(error).toMatchObject({ code: "rejected-url", reason });
		}
		expect(attempts.places).toEqual(url.includes("redirect") ? [`${PUBLIC}:${port}`] : []);
	});
});
