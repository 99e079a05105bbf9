/**
 * Loads the entries of the installed package into realms of their own, as Jest, edge runtimes and frames do, and prints as JSON what they
 * do there. Needs --experimental-vm-modules, and runs in the folder of the installed package.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createContext, SourceTextModule, SyntheticModule } from "node:vm";

const home = join(process.cwd(), "node_modules", "urlsieve");
const { exports, imports } = createRequire(join(home, "package.json"))("./package.json");
const entries = Object.keys(exports).filter((entry) => exports[entry].default?.endsWith(".js"));

/** A realm: what it has beside the language, and the condition by which kernels are chosen. */
class Realm {
	#modules = new Map();
	#context;
	#condition;

	constructor({ globals, condition }) {
		this.#context = createContext(globals);
		this.#condition = condition;
	}

	async import(entry) {
		const module = await this.#load(join(home, exports[entry].default));
		return (await this.#ready(module)).namespace;
	}

	async #ready(module) {
		if (module.status === "unlinked") await module.link((name, { identifier }) => this.#find(name, identifier));
		if (module.status === "linked") await module.evaluate();
		return module;
	}

	#find(name, from) {
		if (name.startsWith("node:")) return this.#foreign(name, () => import(name));
		const path = name.startsWith("#") ? imports[name][this.#condition] : undefined;
		const file = path === undefined ? fileURLToPath(new URL(name, pathToFileURL(from))) : join(home, path);
		return this.#load(file);
	}

	async #load(file) {
		const compiled = async () => ({ default: new WebAssembly.Module(readFileSync(file.replace(/\?module$/, ""))) });
		if (/\.wasm(\?module)?$/.test(file)) return this.#foreign(file, compiled);
		if (this.#modules.has(file)) return this.#modules.get(file);
		const module = new SourceTextModule(readFileSync(file, "utf8"), {
			identifier: file,
			context: this.#context,
			initializeImportMeta: (meta) => {
				meta.url = pathToFileURL(file).href;
			},
			importModuleDynamically: async (name) => this.#ready(await this.#find(name, file)),
		});
		this.#modules.set(file, module);
		return module;
	}

	/** A module that the host hands over. */
	async #foreign(name, load) {
		if (this.#modules.has(name)) return this.#modules.get(name);
		const found = await load();
		const module = new SyntheticModule(
			Object.keys(found),
			() => {
				for (const [member, value] of Object.entries(found)) module.setExport(member, value);
			},
			{ identifier: name, context: this.#context },
		);
		this.#modules.set(name, module);
		return module;
	}
}

/** Objects of their own realm that hosts hand over. */
const HANDED = { TextEncoder, TextDecoder, URL, ReadableStream, TransformStream, Response, crypto, process, Buffer, performance };

const CHECKS = {
	/** The entries that cannot be imported where there is nothing but the language, not even WebAssembly. */
	bare: async () => {
		const failed = [];
		for (const entry of entries) {
			const globals = { WebAssembly: undefined };
			await new Realm({ globals, condition: "default" })
				.import(entry)
				.catch(({ message }) => failed.push(`${entry}: ${message}`));
		}
		return failed;
	},
	edge: async () => {
		const realm = new Realm({ globals: { ...HANDED }, condition: "edge-light" });
		const urlsieve = await realm.import(".");
		const { createNormalizer } = await realm.import("./crawl");
		const promised = urlsieve.engine;
		const form = urlsieve.normalize("HTTP://Example.com:80/%7efoo");
		const seen = new urlsieve.SeenSet({ normalizer: createNormalizer({ profile: "crawl@1" }), key: new Uint8Array(16) });
		const lines = new TextEncoder().encode("HTTP://a/?utm_source=1\nhttp://a/\n");
		const { fresh, added, duplicates } = seen.addLines(lines);
		return [promised, urlsieve.engine, form, added, duplicates, new TextDecoder().decode(fresh)];
	},
	/** Under a Content-Security-Policy that forbids to compile Wasm: the engine and the attempts, after the imports and after a call. */
	policy: async () => {
		let attempts = 0;
		class Module {
			constructor() {
				++attempts;
				throw new WebAssembly.CompileError("violates the Content Security Policy");
			}
		}
		const globals = { ...HANDED, WebAssembly: { Module, validate: WebAssembly.validate } };
		const realm = new Realm({ globals, condition: "default" });
		for (const entry of entries) await realm.import(entry);
		const urlsieve = await realm.import(".");
		const imported = [urlsieve.engine, attempts];
		return [imported, [urlsieve.normalize("HTTP://a"), urlsieve.engine, attempts]];
	},
	/** A server that does not know the script yet: the error is of the realm of the client. */
	redis: async () => {
		const realm = new Realm({ globals: { ...HANDED }, condition: "default" });
		const { SharedSeenSet } = await realm.import("./redis");
		const sent = [];
		const client = async (words) => {
			sent.push(words[0]);
			if (words[0] === "EVALSHA") throw new Error("NOSCRIPT No matching script.");
			throw new Error("ERR stop here");
		};
		await SharedSeenSet.open(client, "urls").catch(() => {});
		return sent;
	},
};

const results = {};
for (const [name, check] of Object.entries(CHECKS)) results[name] = await check().catch((error) => String(error.stack));
console.log(JSON.stringify(results));
