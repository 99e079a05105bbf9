/** The rooms of src/ as floors. Imports stay in their room or point down, so a room can be read without those above. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Floors, lowest first. Rooms end with "/". Rooms of one floor do not import each other. */
const FLOORS = [
	["brand.ts", "counted.ts", "error-codes.ts", "formats.ts", "installed.ts", "nearest.ts", "page/", "utf8.ts"],
	["errors.ts"],
	["input.ts", "failure.ts", "request-marks.ts", "statuses.ts"],
	["engine/", "editions/", "admitted.ts"],
	["options.ts"],
	["reference/"],
	["grammar/", "lines/"],
	["rules/"],
	["learned/", "uri/", "seen/"],
	["normalizer.ts"],
	["core-normalizer.ts"],
	["schemes/", "crawl/", "redis/"],
	["edge/"],
	["text/"],
	["api.ts", "connect/", "duckdb/", "files/"],
	["index.ts", "js.ts", "tables/", "threads/", "crawlee/"],
	["store/"],
	["job/", "places/"],
	["count/", "dedupe/", "terminal/"],
	["node/", "arguments/"],
	["learn/"],
	["shapes/"],
	["cli/"],
];

/** The room of a file, or the file itself if it is in none. */
function roomOf(file: string): string {
	const [room, ...rest] = file.split(sep) as [string, ...string[]];
	return rest.length > 0 ? `${room}/` : room;
}

function filesBelow(folder: string): string[] {
	return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
}

/** The relative imports of a file, as paths from the root of the repository. */
function importsOf(file: string): string[] {
	const text = readFileSync(join(ROOT, file), "utf8");
	return [...text.matchAll(/\b(?:from|import\(|import)\s*"(\.[^"]+)"/g)].map(([, path]) =>
		normalize(join(dirname(file), path as string)),
	);
}

/** The files below a folder, and what each imports. */
function graphBelow(folder: string): [file: string, imported: string][] {
	return filesBelow(folder)
		.map((name) => join(folder, name))
		.flatMap((file) => importsOf(file).map((path): [string, string] => [file, path.endsWith(".ts") ? path : `${path}.ts`]));
}

/** The nodes that reach themselves along the edges of a graph. */
function circlesIn(edges: readonly [from: string, to: string][]): string[] {
	const next = new Map<string, string[]>(edges.map(([from]) => [from, []]));
	for (const [from, to] of edges) next.get(from)?.push(to);
	const reaches = (node: string, target: string, visited = new Set<string>()): boolean =>
		(next.get(node) ?? []).some((to) => to === target || (!visited.has(to) && reaches(to, target, visited.add(to))));
	return [...next.keys()].filter((node) => reaches(node, node));
}

/** The folders, and files beside them, that import each other in a circle: of each folder, what stands directly in it. */
function circlesOfFolders(root: string): string[] {
	const graph = graphBelow(root);
	const folders = new Set(graph.flatMap(([file]) => foldersAbove(file)));
	return [...folders].flatMap((folder) => {
		const standsIn = (path: string) => path.startsWith(`${folder}${sep}`);
		const child = (path: string) => path.slice(0, `${path}${sep}`.indexOf(sep, folder.length + 1));
		const edges = graph
			.filter(([from, to]) => standsIn(from) && standsIn(to) && child(from) !== child(to))
			.map(([from, to]): [string, string] => [child(from), child(to)]);
		return circlesIn(edges);
	});
}

function foldersAbove(path: string): string[] {
	const parts = path.split(sep).slice(0, -1);
	return parts.map((_, index) => parts.slice(0, index + 1).join(sep));
}

const floorOf = (room: string) => FLOORS.findIndex((rooms) => rooms.includes(room));

describe("src/", () => {
	it("has each file in a room of the plan, which imports nothing from above", () => {
		const files = filesBelow("src");
		expect(files.filter((file) => floorOf(roomOf(file)) < 0)).toEqual([]);
		const isFromAbove = (room: string, path: string) => {
			const target = roomOf(`${path.slice(4)}${path.endsWith(".ts") ? "" : ".ts"}`);
			return path.startsWith(`src${sep}`) && target !== room && (floorOf(target) < 0 || floorOf(target) >= floorOf(room));
		};
		const fromAbove = files.flatMap((file) =>
			importsOf(join("src", file))
				.filter((path) => isFromAbove(roomOf(file), path))
				.map((path) => `${file}: ${path}`),
		);
		expect(fromAbove).toEqual([]);
	});

	it("has every room of the plan", () => {
		const rooms = new Set(filesBelow("src").map(roomOf));
		expect(FLOORS.flat().filter((room) => !rooms.has(room))).toEqual([]);
	});
});

it.each(["src", "assembly"])("%s/ has no circle of files", (folder) => {
	expect(circlesIn(graphBelow(folder))).toEqual([]);
});

it("src/ has no circle of folders at any depth", () => {
	expect(circlesOfFolders("src")).toEqual([]);
});

describe("assembly/", () => {
	it("has each memory area of a layout header at the address of its enum, and clear of the areas beside it", () => {
		for (const file of filesBelow("assembly")) {
			const text = readFileSync(join(ROOT, "assembly", file), "utf8");
			const areas = [...text.matchAll(/^ \*\s+(\d+)\s+(\d+|…) {2}(.+)/gm)].map(([, start, size, area = ""]) => ({
				name: /^[A-Z_0-9]+(?= )/.exec(area)?.[0],
				start: Number(start),
				end: Number(start) + (size === "…" ? 0 : Number(size)),
			}));
			for (const [index, { name, start }] of areas.entries()) {
				expect(start, `${file}: ${name}`).toBeGreaterThanOrEqual(areas[index - 1]?.end ?? 0);
				// Areas with a page of their own are not in the enum.
				const [, address = start] = new RegExp(`^\\t${name} = (\\d+),$`, "m").exec(text) ?? [];
				expect(Number(address), `${file}: ${name}`).toBe(start);
			}
		}
	});

	it("keeps the areas of shapes and of the list kernel within what the memory map has for them", () => {
		const rowsOf = (file: string) => {
			const text = readFileSync(join(ROOT, "assembly", file), "utf8");
			return [...text.matchAll(/^ \*\s+(\d+)\s+(\d+) {2}(\w+)/gm)].map(
				([, start, size, name]) => [name, Number(start), Number(size)] as const,
			);
		};
		const map = new Map(rowsOf("layout/addresses.ts").map(([name, start, size]) => [name, [start, start + size]]));
		for (const [name, file] of [
			["PARTITION", "partition/layout.ts"],
			["SHAPE", "layout/shapes.ts"],
		] as const) {
			const areas = rowsOf(file);
			const [, last, size] = areas.at(-1) as (typeof areas)[number];
			expect([areas[0]?.[1], last + size], file).toEqual(map.get(name));
		}
	});

	it("imports nothing from outside assembly/", () => {
		const isOutside = (file: string) => importsOf(join("assembly", file)).some((path) => !path.startsWith(`assembly${sep}`));
		expect(filesBelow("assembly").filter(isOutside)).toEqual([]);
	});
});

it("src/ asks no object whether it is of a class of the host, which another realm denies: brand.ts asks", () => {
	const sources = filesBelow("src").map((name) => join("src", name));
	const asked = sources.flatMap((file) => {
		const classes = [...readFileSync(join(ROOT, file), "utf8").matchAll(/instanceof (\w+(?:\.\w+)*)/g)].map(
			([, name]) => name as string,
		);
		return classes.filter((name) => (name.split(".")[0] as string) in globalThis).map((name) => `${file}: ${name}`);
	});
	expect(asked).toEqual([]);
});

/** Imports of src/ that tests may have, and the number of exceptions: docs/internals/seams.md. */
describe("tests", () => {
	const SEAMS = "test/seams/";
	const MAX_SEAMS = 6;
	/** Files that import insides, each with the reason why no entry, command or seam would do. At most 25. */
	const INSIDE: Readonly<Record<string, string>> = {
		"test/emulations/main.ts": "asks the table of IDNA 2003 about every code point, where a URL would ask the platform as well",
		"test/qa/faults/refused-memory.test.ts": "takes new modules for each use, as only sources can be loaded again",
	};
	const MAX_INSIDE = 25;

	const files = readdirSync(join(ROOT, "test"), { recursive: true, encoding: "utf8" })
		.filter((name) => /\.m?ts$|\.mjs$/.test(name) && !name.includes("node_modules"))
		.map((name) => join("test", name));
	const importing = files.filter((file) => importsOf(file).some((path) => path.startsWith(`src${sep}`)));

	it("import insides of src/ through few seams", () => {
		const seams = files.filter((file) => file.startsWith(SEAMS));
		expect(seams.filter((file) => !importing.includes(file))).toEqual([]);
		expect(seams.length).toBeLessThanOrEqual(MAX_SEAMS);
	});

	it("each seam has a section on its page", () => {
		const page = readFileSync(join(ROOT, "docs/internals/seams.md"), "utf8");
		const names = [...page.matchAll(/^## `(test\/seams\/.+)`$/gm)].map(([, name]) => name as string);
		expect(names.sort()).toEqual(files.filter((file) => file.startsWith(SEAMS)).sort());
	});

	it("import insides of src/ otherwise only for a reason", () => {
		const others = importing.filter((file) => !file.startsWith(SEAMS));
		expect(others.sort()).toEqual(Object.keys(INSIDE).sort());
		expect(others.length).toBeLessThanOrEqual(MAX_INSIDE);
	});
});
