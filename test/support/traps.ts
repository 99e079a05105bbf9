/** Made-up traps of each kind, none with a key to spare: docs/guide/shapes.md. */
import { words } from "./shape-sites";

export const times = (count: number, path: (index: number) => string) => Array.from({ length: count }, (_, index) => path(index));
const two = (number: number) => String(number).padStart(2, "0");
export const month = (index: number) => `${1990 + Math.floor(index / 12)}-${two(1 + (index % 12))}`;
export const session = (index: number) => `x${1_000_000 + index}`;
const facets = (index: number) =>
	`/shop?${["color", "sort", "size", "fit", "brand"]
		.filter((_, bit) => ((1 + (index % 31)) >> bit) & 1)
		.map((name) => `${name}=${index}`)
		.join("&")}`;

/** The paths that are just a trap, by its kind; where it is; and its proposal. */
export const TRAPS: readonly (readonly [trap: string, paths: readonly string[], at: string | undefined, proposal: object])[] = [
	["cycle", times(8, (index) => `/a${index}/docs/help/docs/help/docs/help`), undefined, { options: "--trap drop" }],
	[
		"growth",
		times(36, (index) => `/${[index % 6, Math.floor(index / 6), 0, 1, 2, 3, 4, 5, 0].map((place) => words(6)[place]).join("/")}`),
		undefined,
		{ options: "--trap drop" },
	],
	["calendar", times(120, (index) => `/events?month=${month(index)}`), "/events? month", { options: "--per shape=100" }],
	["facets", times(64, facets), "/shop", { policy: { hosts: ["h.example"], key: { query: { remove: ["sort"] } } } }],
	[
		"session",
		times(64, (index) => `/${words(8)[index % 8]}?sid=${session(index % 32)}&n=${index >> 5}`),
		"sid",
		{ policy: { hosts: ["h.example"], key: { query: { remove: ["sid"] } } } },
	],
	[
		"session",
		times(32, (index) => `/${words(16)[index % 16]};jsessionid=${session(index)}`),
		";jsessionid",
		{ policy: { hosts: ["h.example"], key: { sessions: "sessions@1" } } },
	],
	["pages", times(256, (index) => `/list?page=${index}`), "/list? page", { options: "--per shape=100" }],
	["pages", times(256, (index) => `/list/page/${10 * index}`), "/list/page", { options: "--per shape=100" }],
];
