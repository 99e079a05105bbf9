/** What a suite is: something that is measured by one command and shown in one table. */
import type { Condition, Corpus } from "./corpus";
import type { Peer } from "./peers";
import type { Row } from "./results";

/** What a suite is measured on and with. */
interface Setting {
	/** The checkout. */
	readonly root: string;
	readonly lists: ReadonlyMap<Condition, Corpus>;
	readonly peers: readonly Peer[];
	readonly rounds: number;
	/** Says whether it has to be over soon: then inputs are smaller, and numbers rougher. */
	readonly isQuick: boolean;
}

export interface Suite {
	readonly title: string;
	/** What `best` and `median` count. */
	readonly unit: string;
	/** What `ratio` says. */
	readonly against: string;
	/** Says whether other versions of Node.js are worth a run. */
	readonly onEveryNode: boolean;
	measure(setting: Setting): Promise<readonly Row[]>;
}
