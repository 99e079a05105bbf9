/** All suites by their `--suite` name, in running order. To add one, write its file and add a line here. */
import { bulk } from "./bulk";
import { command } from "./command";
import { crawl } from "./crawl";
import { dedupe } from "./dedupe";
import { growth } from "./growth";
import { hostile } from "./hostile";
import { parts } from "./parts";
import { resolve } from "./resolve";
import { sets } from "./sets";
import { single } from "./single";
import { start } from "./start";
import type { Suite } from "./suite";
import { tables } from "./tables";
import { threads } from "./threads";

export const SUITES: { readonly [name: string]: Suite } = {
	bulk,
	single,
	crawl,
	sets,
	resolve,
	start,
	command,
	parts,
	hostile,
	growth,
	dedupe,
	tables,
	threads,
};
