/** Made-up sites for tests of learned shapes, and `useShapes`, which learns from them by the command line. */
import { readFileSync } from "node:fs";
import { readShapes } from "urlsieve/crawl";
import { expect } from "vitest";
import { run, useFolder } from "../cli/command";

const SYLLABLES = "bra dol fen gim hus jak lor mip nuv pel qua rit sow tur vak wim yed zot".split(" ");

/** `count` different words of three syllables, none of which looks like an identifier. */
export function words(count: number, from = 0): string[] {
	const size = SYLLABLES.length;
	const at = (number: number) => SYLLABLES[number % size] as string;
	return Array.from({ length: count }, (_, index) => {
		const number = from + index;
		return at(number) + at(Math.floor(number / size) + number) + at(Math.floor(number / size ** 2));
	});
}

/** The URLs of paths, on a host. */
export const urlsOf = (paths: readonly string[], host = "h.example") => paths.map((path) => `http://${host}${path}`);

/** The same items in another order, which `seed` decides. */
export function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
	let state = seed;
	const keyed = items.map((item) => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return [state, item] as const;
	});
	return keyed.sort(([a], [b]) => a - b).map(([, item]) => item);
}

/** A folder, and `learn`, which learns from URLs there. Returns the path of the file, its text, what it says, and the learned shapes. */
export function useShapes() {
	const files = useFolder();
	let made = 0;
	const learn = (urls: readonly string[], ...options: string[]) => {
		const list = files.write(`list-${++made}`, `${urls.join("\n")}\n`);
		const path = files.path(`shapes-${made}`);
		const { status, stderr } = run(["shapes", "--quiet", ...options, "-o", path, list]);
		expect([status, stderr]).toEqual([0, ""]);
		const text = readFileSync(path, "utf8");
		return { path, list, text, data: JSON.parse(text), shapes: readShapes(text) };
	};
	return { ...files, learn };
}
