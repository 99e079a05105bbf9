/** assembly/reference/host.ts: hosts (RFC 3986 §3.2.2), and names beyond ASCII as A-labels (RFC 5891). */
import { beforeEach, describe, expect, it } from "vitest";
import { ABSENT, Address, Limit } from "../../assembly/layout/addresses";
import { Flag, Level, Rule } from "../../assembly/layout/options";
import { Status } from "../../assembly/layout/status";
import { load32, store32 } from "../../assembly/octets/memory";
import { writeHost } from "../../assembly/reference/host";
import { findScheme, UNREGISTERED } from "../../assembly/reference/schemes";
import { INPUT, OUTPUT, put, setOptions, text } from "../support/kernel-memory";

const HTTP = findScheme(INPUT, put("http"));
const QUESTION = -Status.NEEDS_ALABEL;

/** What `writeHost` makes of a host: text, or `-Status`. */
function written(host: string, options: number = Level.SCHEME, row = HTTP): string | number {
	setOptions(options);
	const end = writeHost(row, INPUT, put(host), OUTPUT);
	return end < 0 ? end : text(OUTPUT, end);
}

/** Asks about a host, and answers. */
function answered(answer: string, host = "ü.example"): string | number {
	expect(written(host)).toBe(QUESTION);
	store32(Address.ANSWER_LENGTH, put(answer, Address.ANSWER) - Address.ANSWER);
	return written(host);
}

beforeEach(() => store32(Address.ANSWER_LENGTH, ABSENT));

describe("writeHost", () => {
	it.each([
		["lowers a name (§6.2.2.1)", Level.SCHEME, "WWW.Example.COM", "www.example.com"],
		["keeps the letters without host-case", Level.SCHEME & ~Rule.HOST_CASE, "Example", "Example"],
		["keeps every octet of a reg-name", Level.SCHEME, "a-._~!$&'()*+,;=0", "a-._~!$&'()*+,;=0"],
		["decodes triplets and lowers the result (§6.2.2.2)", Level.SCHEME, "%45X", "ex"],
		["keeps triplets of reserved octets", Level.SCHEME, "a%2fb%3A", "a%2Fb%3A"],
		["encodes what a reg-name does not allow", Level.SCHEME, "a b|", "a%20b%7C"],
		["encodes a colon (Choice 12)", Level.SCHEME, "a:b", "a%3Ab"],
		["writes an IP literal", Level.SCHEME, "[2001:DB8::0:1]", "[2001:db8::1]"],
		["keeps four decimal octets", Level.SCHEME, "127.0.0.1", "127.0.0.1"],
		["takes nothing else for an IPv4 address (Choice 7)", Level.SCHEME, "0X7F.1", "0x7f.1"],
		["keeps the empty host", Level.SCHEME, "", ""],
	])("%s", (_rule, options, host, output) => expect(written(host, options)).toBe(output));

	it("refuses, when strict, what a reg-name does not allow", () => {
		expect(written("a|", Level.SCHEME | Flag.STRICT)).toBe(-Status.INVALID_HOST);
	});
});

describe("writeHost asks for the A-labels of", () => {
	it.each([
		["a name beyond ASCII", "ü.Example", "ü.example"],
		["triplets beyond ASCII", "%C3%bc.example", "ü.example"],
		["digits, hyphens and underscores among them", "0-_ü", "0-_ü"],
		["the longest question", "ü".repeat(Limit.QUESTION / 2), "ü".repeat(Limit.QUESTION / 2)],
	])("%s", (_what, host, question) => {
		expect(written(host)).toBe(QUESTION);
		expect(text(Address.QUESTION, Address.QUESTION + load32(Address.QUESTION_LENGTH))).toBe(question);
	});
});

describe("writeHost percent-encodes without a question", () => {
	it.each([
		["a name with a delimiter", Level.SCHEME, "a!ü", "a!%C3%BC"],
		["a name with a triplet of a delimiter", Level.SCHEME, "a%2Fü", "a%2F%C3%BC"],
		["a name longer than a question", Level.SCHEME, `a${"ü".repeat(Limit.QUESTION / 2)}`, `a${"%C3%BC".repeat(512)}`],
		["a name without the rule a-label", Level.SCHEME & ~Rule.A_LABEL, "ü", "%C3%BC"],
		["a name when the host of the kernel cannot answer", Level.SCHEME | Flag.NO_A_LABELS, "ü", "%C3%BC"],
	])("%s", (_what, options, host, output) => expect(written(host, options)).toBe(output));

	it("a name of a scheme whose hosts are not in the DNS", () => {
		expect(written("ü", Level.SCHEME, UNREGISTERED)).toBe("%C3%BC");
	});
});

const LABEL_63 = "a".repeat(63);
/** 253 octets: the longest name without its final dot (RFC 1035 §2.3.4). */
const NAME_253 = `${`${LABEL_63}.`.repeat(3)}${"a".repeat(61)}`;

describe("writeHost takes as an answer", () => {
	it.each([
		["A-labels", "xn--tda.example"],
		["a final dot", "xn--tda."],
		["a label of 63 octets", `${LABEL_63}.b`],
		["a name of 253 octets", NAME_253],
		["a name of 253 octets and a final dot", `${NAME_253}.`],
		["a number that is not the last label", "1.0x2.a"],
		["a last label that only starts like a number", "a.1b"],
		["0x with a letter that is not a hex digit", "a.0xg"],
		["underscores (RFC 8552)", "_a.b"],
	])("%s", (_what, answer) => expect(answered(answer)).toBe(answer));
});

describe("writeHost takes no answer that is", () => {
	it.each([
		["empty", ""],
		["a dot alone", "."],
		["in upper case", "XN--tda"],
		["with an empty label", "a..b"],
		["with an empty first label", ".a"],
		["with a label of 64 octets", `${LABEL_63}a.b`],
		["of 254 octets without a final dot", `${NAME_253}a`],
		["with an octet that no name has", "a/b"],
		["an IPv4 address", "127.0.0.1"],
		["with a last label in decimal", "a.1"],
		["with a last label in decimal before a final dot", "a.1."],
		["with a last label in hexadecimal", "a.0x1f"],
		["with a last label of 0x alone", "a.0x"],
	])("%s", (_what, answer) => expect(answered(answer)).toBe("%C3%BC.example"));

	it("meant for the host before", () => {
		expect(answered("xn--tda")).toBe("xn--tda");
		expect(written("ö")).toBe(QUESTION);
	});
});
