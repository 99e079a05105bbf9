/** Builds the site from the package's own exports into static files that any host can serve from any folder. */
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

const SERVICE_WORKER = "service-worker";
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Inserts the names of all files and a hash of their contents into the service worker. */
function siteFiles(): Plugin {
	return {
		name: "site-files",
		enforce: "post",
		generateBundle(_, bundle) {
			const worker = bundle[`${SERVICE_WORKER}.js`];
			if (worker?.type !== "chunk") throw new Error("The site has no service worker.");
			const files = Object.values(bundle).filter((file) => file !== worker);
			const hash = createHash("sha256");
			for (const file of files) hash.update(file.fileName).update(file.type === "chunk" ? file.code : file.source);
			const names = JSON.stringify(files.map(({ fileName }) => `./${fileName}`));
			worker.code = `const SITE_FILES=${names},SITE_VERSION="${hash.digest("hex").slice(0, 16)}";\n${worker.code}`;
		},
	};
}

export default defineConfig({
	root: here("."),
	base: "./",
	appType: "mpa",
	plugins: [siteFiles()],
	resolve: {
		alias: { "node:buffer": here("./node-buffer.ts") },
		// Prefers the portable variants of the kernel's leaves: see docs/internals/kernels.md.
		extensions: [".host.ts", ".ts", ".mjs", ".js", ".json"],
	},
	worker: { format: "es" },
	build: {
		outDir: here("../build/out/site"),
		emptyOutDir: true,
		target: "es2022",
		// The Content-Security-Policy forbids inline code and data.
		assetsInlineLimit: 0,
		modulePreload: { polyfill: false },
		rolldownOptions: {
			input: { index: here("index.html"), [SERVICE_WORKER]: here("service-worker.ts") },
			output: { entryFileNames: ({ name }) => (name === SERVICE_WORKER ? "[name].js" : "assets/[name]-[hash].js") },
		},
	},
});
