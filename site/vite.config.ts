import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

const SERVICE_WORKER = "service-worker";
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Tells the service worker which files there are, and a name for this state of them. */
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

/** The site: what is shipped, as `urlsieve` and `urlsieve/text` name it, made into files that any host can serve from any folder. */
export default defineConfig({
	root: here("."),
	base: "./",
	appType: "mpa",
	plugins: [siteFiles()],
	worker: { format: "es" },
	build: {
		outDir: here("../build/out/site"),
		emptyOutDir: true,
		target: "es2022",
		// The Content-Security-Policy allows no code and no data in the page itself.
		assetsInlineLimit: 0,
		modulePreload: { polyfill: false },
		rolldownOptions: {
			input: { index: here("index.html"), [SERVICE_WORKER]: here("service-worker.ts") },
			output: { entryFileNames: ({ name }) => (name === SERVICE_WORKER ? "[name].js" : "assets/[name]-[hash].js") },
		},
	},
});
