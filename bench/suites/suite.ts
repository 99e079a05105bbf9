/** A suite: a set of measurements that one command runs and one table shows. */
import type { Condition, Corpus } from "../lists/corpus";
import type { Row } from "../measure/results";
import type { Peer } from "../peers/peers";

/** The inputs and parameters of a suite. */
interface Setting {
	/** The root of the repository. */
	readonly root: string;
	readonly lists: ReadonlyMap<Condition, Corpus>;
	readonly peers: readonly Peer[];
	readonly rounds: number;
	/** Whether to use smaller inputs, at the cost of precision. */
	readonly isQuick: boolean;
}

export interface Suite {
	readonly title: string;
	/** Unit of `best` and `median`. */
	readonly unit: string;
	/** What `ratio` compares with. Empty if nothing is compared. */
	readonly against: string;
	/** Whether to run on every installed version of Node.js. */
	readonly onEveryNode: boolean;
	measure(setting: Setting): Promise<readonly Row[]>;
}
