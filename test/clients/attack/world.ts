/**
 * The network of the attack, in namespaces of its own: every address that a bypass aims at is one of this machine, and one real server
 * listens on all. Only that of partner.test is allowed; a request that reaches another one has arrived.
 *
 * ```
 *   partner.test 93.184.216.34         redirects to where `to` says
 *   127.0.0.1 ::1 169.254.169.254 …    forbidden
 * ```
 */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { startNameServer } from "../../support/name-server";

const PARTNER = "93.184.216.34";
const INSIDE = "127.0.0.1";
/** As a gateway for NAT64 or 6to4 would lead them inside. */
const ADDRESSES = [PARTNER, "169.254.169.254", "fd00:ec2::254", "64:ff9b::7f00:1", "2002:7f00:1::"];
/** A lookup asks for A and for AAAA. */
const QUESTIONS = 2;

/** Questions for the name that rebinds, in an attempt. */
let questions = 0;
let hasArrived = false;

const NAMES = {
	"partner.test": [PARTNER],
	"inside.partner.test": [INSIDE],
	"six.partner.test": ["::1"],
	"both.partner.test": [INSIDE, PARTNER],
	"chain.partner.test": ["inside.partner.test"],
	"rebind.partner.test": () => [questions++ < QUESTIONS ? PARTNER : INSIDE],
};

/** Builds the network. Requires: the process may change its network and its mounts. `folder` is for files. */
export async function buildWorld(folder: string): Promise<void> {
	run("ip", "link", "set", "lo", "up");
	for (const address of ADDRESSES) run("ip", "address", "add", address, "dev", "lo", ...(address.includes(":") ? ["nodad"] : []));
	mount(`${folder}/resolv.conf`, "/etc/resolv.conf", "nameserver 127.0.0.1\n");
	mount(`${folder}/hosts`, "/etc/hosts", "127.0.0.1 localhost\n::1 localhost\n");
	await startNameServer(NAMES, 53);
	const server = createServer(({ socket, url }, response) => {
		const isPartner = socket.localAddress?.endsWith(PARTNER) === true;
		hasArrived ||= !isPartner;
		const to = isPartner ? new URL(url as string, "http://partner.test").searchParams.get("to") : null;
		response.writeHead(to === null ? 200 : 302, { Connection: "close", ...(to === null ? {} : { Location: to }) }).end("secret");
	});
	await once(server.listen(80, "::"), "listening");
}

/** Runs an attempt. Returns whether a request arrived where none may. */
export async function attempt(action: () => Promise<unknown>): Promise<boolean> {
	questions = 0;
	hasArrived = false;
	await action().catch(() => {});
	return hasArrived;
}

function mount(file: string, path: string, text: string): void {
	writeFileSync(file, text);
	run("mount", "--bind", file, path);
}

function run(program: string, ...args: readonly string[]): void {
	execFileSync(program, args, { stdio: ["ignore", "ignore", "inherit"] });
}
