/** `checkAddresses`: the answer of a resolver, against the classes that are allowed. */
import { checkAddresses } from "urlsieve/edge";
import { expect, it } from "vitest";

it("accepts addresses that are all public, as they came", () => {
	expect(checkAddresses(["93.184.216.34", "2606:2800::1"])).toEqual({
		accepted: true,
		addresses: ["93.184.216.34", "2606:2800::1"],
	});
	expect(checkAddresses([{ address: "93.184.216.34" }])).toEqual({ accepted: true, addresses: ["93.184.216.34"] });
});

it.each([
	[["93.184.216.34", "10.0.0.1"], { reason: "class", address: "10.0.0.1", class: "private" }],
	[["10.0.0.1", "93.184.216.34"], { reason: "class", address: "10.0.0.1", class: "private" }],
	[["::ffff:127.0.0.1"], { reason: "class", address: "::ffff:127.0.0.1", class: "loopback" }],
	[["64:ff9b::5db8:d822"], { reason: "class", address: "64:ff9b::5db8:d822", class: "translated" }],
	[["fe80::1%eth0"], { reason: "class", address: "fe80::1%eth0", class: "link-local" }],
	[[], { reason: "none" }],
	[["a.test"], { reason: "no-address", address: "a.test" }],
	[["93.184.216.34", "127.1"], { reason: "no-address", address: "127.1" }],
])("rejects %j: one address rejects all of them", (addresses, fault) => {
	expect(checkAddresses(addresses)).toEqual({ accepted: false, ...fault });
});

it("accepts the classes of allow, and no others: public is one of them", () => {
	expect(checkAddresses(["10.0.0.1"], { allow: ["private"] }).accepted).toBe(true);
	expect(checkAddresses(["93.184.216.34"], { allow: ["private"] }).accepted).toBe(false);
	expect(checkAddresses(["10.0.0.1", "93.184.216.34"], { allow: ["private", "public"] }).accepted).toBe(true);
});

it.each<[string, () => unknown, string]>([
	["one address for a list", () => checkAddresses("10.0.0.1" as never), "The addresses must be an array"],
	["a number in the list", () => checkAddresses([1] as never), "An address must be a string."],
	["null in the list", () => checkAddresses([null] as never), "An address must be a string."],
	["no class", () => checkAddresses([], { allow: [] }), "The option allow must be an array"],
	["an unknown class", () => checkAddresses([], { allow: ["internal" as never] }), 'Unknown class "internal"; the classes are'],
	["a member of every object", () => checkAddresses([], { allow: ["constructor" as never] }), 'Unknown class "constructor"'],
	[
		"a class that is undefined",
		() => checkAddresses([], { allow: [undefined as never] }),
		"Unknown class undefined; the classes",
	],
	[
		"a hole in the classes",
		() => checkAddresses([], { allow: Object.assign(["public"], { length: 2 }) as never }),
		"Unknown class undefined",
	],
	["a class that JSON lacks", () => checkAddresses([], { allow: [1n as never] }), "Unknown class bigint; the classes are"],
	["an unknown option", () => checkAddresses([], { deny: [] } as never), 'Unknown option "deny"; the options are allow.'],
])("throws TypeError for %s", (_, run, message) => {
	expect(run).toThrow(TypeError);
	expect(run).toThrow(message);
});
