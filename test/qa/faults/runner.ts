/** Runs the command line with faults: in one process for many runs, or in one of its own. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Octets, Resident } from "../../cli/resident";
import { built } from "../../support/dist";
import type { Age, Result, Setup } from "./judge";
import type { Fault, Shim } from "./shim";
import type { Stage } from "./stage";
import type { Way } from "./ways";

/** Milliseconds of a run in a process of its own. */
const TIMEOUT = 60_000;

/** Milliseconds of a run in the shared process: a lock that is left behind would be waited for. */
const LIMIT = 20_000;

export interface Run extends Result {
	/** Whether the fault has struck. */
	readonly fired: boolean;
	readonly counts: ReturnType<Shim["disarm"]>["counts"];
}

export class Runner {
	readonly stage: Stage;
	readonly #shim: Shim;
	readonly #root: string;
	#resident: Resident | undefined;

	constructor(root: string, stage: Stage, shim: Shim) {
		this.#root = root;
		this.stage = stage;
		this.#shim = shim;
	}

	get commandLine(): string {
		return built("urlsieve.js", this.#root);
	}

	/** Runs a command on the stage as it stands, in the shared process. */
	run(args: readonly string[], input = "", fault?: Fault): Run {
		const resident = this.#started();
		this.#shim.arm(fault);
		const { status, stderr } = this.#attempt(() => resident.run(args, input, this.stage.root));
		return { status, stderr: stderr.toString(), files: this.stage.get(), ...this.#shim.disarm() };
	}

	/** The process ends if a run crashes or hangs. */
	#attempt(run: () => Octets): Pick<Octets, "status" | "stderr"> {
		try {
			return run();
		} catch (error) {
			this.#resident = undefined;
			return { status: null, stderr: Buffer.from((error as Error).message) };
		}
	}

	/** The same in a process of its own. It ends with status null if it is killed. */
	runAlone(args: readonly string[], input = "", fault?: Fault, trace?: string): Run {
		const env = { ...process.env, ...this.#shim.environment(trace), TMPDIR: this.stage.temporary };
		this.#shim.arm(fault);
		const options = { env, input, cwd: this.stage.root, timeout: TIMEOUT } as const;
		const { status, stderr } = spawnSync(process.execPath, [this.commandLine, ...args], options);
		return { status, stderr: stderr.toString(), files: this.stage.get(), ...this.#shim.disarm() };
	}

	/** Ends the shared process. */
	end(): void {
		this.#resident?.end();
		this.#resident = undefined;
	}

	#started(): Resident {
		const program = join(this.#root, "test", "cli", "resident-program.mjs");
		const variables = { ...this.#shim.environment(), TMPDIR: this.stage.temporary, URLSIEVE_RUN_LIMIT: `${LIMIT}` };
		this.#resident = Resident.fresh(this.commandLine, this.#resident, variables, program);
		return this.#resident;
	}

	/** Prepares a way, and runs it undisturbed. Throws if that fails. */
	prepare(way: Way): Setup & { readonly counts: Run["counts"] } {
		const path = (name: string) => this.stage.path(name);
		this.stage.set(new Map(Object.entries(way.inputs).map(([name, octets]) => [name, Buffer.from(octets)])));
		for (const args of way.before?.(path) ?? []) this.#runBefore(args);
		const old = way.isNew === true ? [] : way.outputs.map((name) => [name, Buffer.from("old\n")] as const);
		this.stage.add(new Map(old));
		const before = this.stage.get();
		const args = way.args(path);
		// The first run loads what the command needs.
		this.run(args, way.input);
		this.stage.set(before);
		const { status, stderr, files, counts } = this.run(args, way.input);
		if (status !== 0) throw new Error(`${way.name} fails without a fault: ${stderr}`);
		const setAge = way.set === undefined ? () => "both" as const : this.#ager(before.get(way.set), files.get(way.set));
		return { way, args, before, after: files, setAge, counts };
	}

	#runBefore(args: readonly string[]): void {
		if (args[0] === "cp") {
			const { status } = spawnSync("cp", args.slice(1));
			if (status !== 0) throw new Error(`cp fails: ${args}`);
			return;
		}
		const { status, stderr } = this.run(args);
		if (status !== 0) throw new Error(`${args.join(" ")} fails: ${stderr}`);
	}

	/** Returns a function for the age of a set. It asks the command line for the number of references. */
	#ager(before: Buffer | undefined, after: Buffer | undefined): (octets: Buffer | undefined) => Age {
		const [old, complete] = [this.#countOf(before), this.#countOf(after)];
		return (octets) => {
			const count = this.#countOf(octets);
			if (count === old && count === complete) return "both";
			return count === old ? "old" : count === complete ? "new" : "torn";
		};
	}

	/** The number of references in a set; -1 if it is not sound. */
	#countOf(octets: Buffer | undefined): number {
		if (octets === undefined) return 0;
		const path = join(this.stage.root, "probe.seen");
		writeFileSync(path, octets);
		const { status, stdout } = this.#started().run(["seen", "verify", path], "", this.stage.root);
		return status === 0 ? Number.parseInt(stdout.toString(), 10) : -1;
	}
}
