/** Ada, the URL parser of Node.js, in C++ without JavaScript: the crate ada-url in a process of its own (bench/peers/ada). */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Corpus } from "../lists/corpus";
import type { Task } from "../measure/measure";
import { PROBE } from "./peers";

const PROBE_HREF = "http://example.com/%7euser/b?q=%2f#f";

/** Whether the tool that builds it is installed. */
export function hasCargo(): boolean {
	return spawnSync("cargo", ["--version"]).status === 0;
}

/** Measures Ada on lists. */
export class Ada {
	readonly #folder: string;
	readonly #binary: string;
	readonly #version: string;

	/** Builds it, or returns undefined if cargo is missing. Throws if the build fails or parses otherwise than claimed. */
	static build(root: string): Ada | undefined {
		return hasCargo() ? new Ada(root) : undefined;
	}

	private constructor(root: string) {
		const manifest = join(root, "bench", "peers", "ada", "Cargo.toml");
		this.#folder = join(root, "build", "out", "bench", "ada");
		this.#binary = join(this.#folder, "release", "ada-bench");
		this.#version = /^ada-url = "=(.*)"$/m.exec(readFileSync(manifest, "utf8"))?.[1] ?? "";
		const args = ["build", "--release", "--locked", "--quiet", "--manifest-path", manifest, "--target-dir", this.#folder];
		const { status } = spawnSync("cargo", args, { stdio: ["ignore", 2, 2] });
		if (status !== 0) throw new Error("cargo did not build bench/peers/ada; see its messages above.");
		const href = this.#run("--href", PROBE);
		if (href !== PROBE_HREF) throw new Error(`Ada normalizes ${PROBE} to ${href}, not ${PROBE_HREF}.`);
	}

	task(corpus: Corpus): Task {
		mkdirSync(this.#folder, { recursive: true });
		const list = join(this.#folder, "list.txt");
		return {
			name: `Ada in C++, ada-url ${this.#version}`,
			count: corpus.lines.length,
			note: "WHATWG URL: parse and href, not copied; strings in memory",
			run: () => writeFileSync(list, corpus.octets),
			nanoseconds: () => Number(this.#run(list)),
		};
	}

	#run(...args: string[]): string {
		const { status, stdout } = spawnSync(this.#binary, args, { encoding: "utf8", stdio: ["ignore", "pipe", 2] });
		if (status !== 0) throw new Error(`${this.#binary} failed with status ${status}.`);
		return stdout.trim();
	}
}
