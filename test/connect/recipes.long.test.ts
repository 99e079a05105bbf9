/** The recipes of docs/guide/edge.md for Go and curl, on a real server, with the programs that are installed. */
import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { built } from "../support/dist";

const PAGE = readFileSync(fileURLToPath(new URL("../../docs/guide/edge.md", import.meta.url)), "utf8");
const folder = mkdtempSync(join(tmpdir(), "urlsieve-recipes-"));

function recipe(language: string, text: string): string {
	const blocks = [...PAGE.matchAll(/```(\w+)\n(.*?)```/gs)];
	return blocks.find(([, own, code]) => own === language && code?.includes(text))?.[2] as string;
}

let server: Server;
let port: number;
let hosts: (string | undefined)[] = [];
beforeAll(async () => {
	server = createServer((request, response) => {
		hosts.push(request.headers.host);
		const [, to] = /^\/to\/(.*)$/.exec(request.url as string) ?? [];
		if (to === undefined) return response.end("ok");
		return response.writeHead(302, { location: to }).end("moved");
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	port = (server.address() as AddressInfo).port;
});
afterAll(() => {
	server.close();
	rmSync(folder, { recursive: true });
});

/** A program that is installed is run beside the server, so it must not block this process. */
async function run(file: string, args: string[], env: object = {}): Promise<string> {
	const { spawn } = await import("node:child_process");
	const child = spawn(file, args, { env: { ...process.env, ...env } });
	let text = "";
	for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (chunk) => (text += chunk));
	await once(child, "close");
	return text;
}

describe.runIf(spawnSync("go", ["version"]).status === 0)("Go", () => {
	const program = join(folder, "recipe");
	beforeAll(() => {
		const code = `package main
import ("fmt"; "net"; "net/http"; "net/netip"; "os"; "syscall"; "time")
func isPublic(ip netip.Addr) bool { return ip.IsLoopback() == (os.Getenv("ALLOW") == "loopback") }
${recipe("go", "func control")}
func main() {
	response, err := client.Get(os.Args[1])
	if err != nil { fmt.Println("error", err); return }
	fmt.Println(response.StatusCode, response.Header.Get("Location"))
}`;
		writeFileSync(join(folder, "main.go"), code);
		execFileSync("go", ["build", "-o", program, join(folder, "main.go")], { env: { ...process.env, GO111MODULE: "off" } });
	});

	it("connects to what Control has seen, and follows no redirect", async () => {
		hosts = [];
		const env = { ALLOW: "loopback", HTTP_PROXY: "http://127.0.0.1:1" };
		expect(await run(program, [`http://localhost:${port}/`], env)).toBe("200 \n");
		expect(await run(program, [`http://localhost:${port}/to/http://10.0.0.1/`], env)).toBe("302 http://10.0.0.1/\n");
		expect(hosts).toEqual([`localhost:${port}`, `localhost:${port}`]);
	});

	it("sends nothing to what is not allowed", async () => {
		hosts = [];
		for (const host of ["localhost", "127.0.0.1", "[::ffff:127.0.0.1]", "127.1", "0x7f.1"])
			expect(await run(program, [`http://${host}:${port}/`])).toMatch(/^error /);
		expect(hosts).toEqual([]);
	});
});

describe.runIf(spawnSync("curl", ["--version"]).status === 0)("curl", () => {
	const script = recipe("sh", "curl --globoff").replace(/^urlsieve/, `"${process.execPath}" "${built("urlsieve.js")}"`);
	const curl = (url: string, host: string, options = "") =>
		run("sh", ["-c", script.replace("--public --ports 80,443", options).replace("curl", "curl --silent --fail-with-body")], {
			url,
			host,
			port: `${port}`,
			address: "127.0.0.1",
			http_proxy: "http://127.0.0.1:1",
		});

	it("connects to the address, with the name in Host, and follows no redirect", async () => {
		hosts = [];
		expect(await curl(`http://a.test:${port}/{x,y}`, "a.test")).toBe("ok");
		expect(await curl(`http://a.test:${port}/to/http://127.0.0.1:${port}/`, "a.test")).toBe("moved");
		expect(hosts).toEqual([`a.test:${port}`, `a.test:${port}`]);
	});

	it("sends nothing to what destination rejects", async () => {
		hosts = [];
		expect(await curl(`http://127.0.0.1:${port}/`, "127.0.0.1", "--public")).toContain("forbidden-address");
		expect(await curl(`http://a.test\\@127.0.0.1:${port}/`, "a.test")).toContain("characters");
		expect(hosts).toEqual([]);
	});
});
