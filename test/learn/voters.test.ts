/** Who votes for a rule: hosts with the same last two labels have one vote, and addresses have one each. */

import { learn } from "urlsieve/learn";
import { expect, it } from "vitest";
import { batchesOf, type TestRow } from "../support/row-batches";

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Pages of hosts without and with a parameter. */
function rowsOf(hosts: readonly string[]): TestRow[] {
	return hosts.flatMap((host) =>
		upTo(40).map((row) => ({
			url: `https://${host}/${row >> 1}${row % 2 === 0 ? "" : `?from=${row}`}`,
			digests: [`${host} ${row >> 1}`],
		})),
	);
}

const scopesOf = async (hosts: readonly string[], publicSuffix?: { registrableDomain(host: string): string | undefined }) => {
	const { evidence } = await learn(batchesOf(rowsOf(hosts)), { holdout: 0, engine: "js", publicSuffix, reach: "everywhere" });
	return [...new Set(evidence.rules.map(({ scope, reach }) => `${scope} ${reach}`))];
};

it.each<[string, string[], string[]]>([
	["hosts of one domain, numbers in their names or not", upTo(20).map((index) => `s${index}.a.com`), ["host host"]],
	["addresses of IPv4", upTo(16).map((index) => `192.0.2.${index}`), ["everywhere everywhere"]],
	["addresses of IPv6", upTo(16).map((index) => `[2001:db8::${index.toString(16)}]`), ["everywhere everywhere"]],
])("%s", async (_, hosts, scopes) => {
	expect(await scopesOf(hosts)).toEqual(scopes);
});

it("registrable domains vote where they are known, and hosts without one by their last two labels", async () => {
	const hosts = upTo(9).map((index) => `www.s${index}.co.uk`);
	expect(await scopesOf(hosts)).toEqual(["host host"]);
	const known = { registrableDomain: (host: string) => host.split(".").slice(-3).join(".") };
	expect(await scopesOf(hosts, known)).toEqual(["everywhere crawl"]);
	expect(await scopesOf(hosts, { registrableDomain: () => undefined })).toEqual(["host host"]);
	expect(await scopesOf(hosts, { registrableDomain: () => "co.uk" })).toEqual(["domain host"]);
});

it("a rule that holds everywhere is written so without the guard of reach", async () => {
	const rows = rowsOf(upTo(9).map((index) => `www.s${index}.com`));
	const { evidence } = await learn(batchesOf(rows), { holdout: 0, engine: "js", without: ["reach"] });
	expect(evidence.rules.map(({ scope, reach }) => [scope, reach])).toEqual([["everywhere", "everywhere"]]);
});
