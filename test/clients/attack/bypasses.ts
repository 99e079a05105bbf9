/**
 * Forty bypasses, and where they were published. partner.test is the allowed host, at a public address, with a redirect that is open. Its
 * users may set names below it: world.ts lists them.
 */
const LISTS = "PayloadsAllTheThings";
const ip = "CVE-2024-29415 (ip)";
const tsai = "Orange Tsai 2017";
const confusion = "Claroty and Snyk 2022";
const redirect = (to: string) => `http://partner.test/redirect?to=${encodeURIComponent(to)}`;

const ROWS: readonly (readonly [url: string, source: string])[] = [
	["http://127.0.0.1/", LISTS],
	["http://localhost/", LISTS],
	["http://a.localhost/", "RFC 6761 §6.3"],
	["http://0/", LISTS],
	["http://0.0.0.0/", LISTS],
	["http://127.1/", ip],
	["http://017700000001/", LISTS],
	["http://127.000.000.001/", "CVE-2021-29921 (ipaddress)"],
	["http://0177.0.0.1/", "CVE-2021-28918 (netmask)"],
	["http://0x7f.1/", "CVE-2023-42282 (ip)"],
	["http://2130706433/", LISTS],
	["http://①②⑦.⓪.⓪.①/", LISTS],
	["http://127。0。0。1/", LISTS],
	["http://[::1]/", LISTS],
	["http://[::]/", LISTS],
	["http://[::ffff:7f00:1]/", LISTS],
	["http://[::fFFf:127.0.0.1]/", ip],
	["http://[64:ff9b::7f00:1]/", "RFC 6052 §5"],
	["http://[2002:7f00:1::]/", "RFC 3964 §5"],
	["http://169.254.169.254/latest/meta-data/", LISTS],
	["http://[fd00:ec2::254]/latest/meta-data/", LISTS],
	["http://inside.partner.test/", "nip.io, localtest.me"],
	["http://six.partner.test/", LISTS],
	["http://both.partner.test/", "several addresses"],
	["http://chain.partner.test/", "CNAME"],
	["http://rebind.partner.test/", "DNS rebinding: rbndr.us"],
	[redirect("http://127.0.0.1/"), LISTS],
	[redirect("http://[::ffff:7f00:1]/"), LISTS],
	[redirect("http://inside.partner.test/"), "redirect to a name"],
	[redirect(redirect("//0x7f.1/")), "two redirects"],
	["http://partner.test\\@127.0.0.1/", confusion],
	["http://127.0.0.1\\@partner.test/", confusion],
	["http:///partner.test/", confusion],
	["http://127.0.0.1%2epartner.test/", confusion],
	["http://partner.test@127.0.0.1/", LISTS],
	["http://127.0.0.1#@partner.test/", "CVE-2016-8624 (curl)"],
	["http://partner.test &@127.0.0.1# @partner.test/", tsai],
	["http://127.0.0.1%2F.partner.test/", "CVE-2022-27780 (curl)"],
	["http://u@127.0.0.1:80@partner.test/", tsai],
	[" http://127.0.0.1/", "CVE-2023-24329 (urllib)"],
];

export const BYPASSES = ROWS.map(([url, source]) => ({ url, source }));
