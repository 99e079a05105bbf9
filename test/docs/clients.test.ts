/** docs/reference/clients.md has what the last run of `npm run test:clients -- --write` has stored. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { destination } from "urlsieve/edge";
import { expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

interface Try {
	readonly url: string;
	readonly places: { readonly [place: string]: readonly string[] };
}

const { tries, clients } = JSON.parse(readFileSync(join(ROOT, "test/clients/results.json"), "utf8")) as {
	readonly tries: readonly Try[];
	readonly clients: object;
};

it("has the tables of the stored run", () => {
	expect(execFileSync(process.execPath, [join(ROOT, "build/clients-page.mjs"), "--check"], { encoding: "utf8" })).toBe("");
	expect(Object.keys(clients).length).toBeGreaterThan(35);
});

it("shows strings that lead clients to different places, none of which is accepted", () => {
	expect(tries.length).toBeGreaterThan(20);
	const areDifferent = ({ places }: Try) => Object.keys(places).filter((place) => place !== "!").length > 1;
	expect(tries.filter((row) => !areDifferent(row))).toEqual([]);
	expect(tries.filter(({ url }) => destination(url).accepted && !/localhost/.test(url))).toEqual([]);
});
