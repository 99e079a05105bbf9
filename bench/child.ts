/** Runs one suite in its own process, isolated from the others. Writes its rows to standard output as JSON. */
import { conditionsOf, loadCorpus } from "./lists/corpus";
import { peerFolder } from "./peers/peer-folder";
import { findPeers } from "./peers/peers";
import { SUITES } from "./suites/suites";

/** The parameters of a child process, passed as JSON in its first argument. */
export interface Order {
	readonly root: string;
	readonly suite: string;
	readonly corpus: string | undefined;
	readonly maxLines: number | undefined;
	readonly rounds: number;
	readonly isQuick: boolean;
}

const order: Order = JSON.parse(process.argv[2] ?? "{}");
const { peers } = findPeers(peerFolder(order.root));
const lists = conditionsOf(loadCorpus(order.corpus, order.maxLines));
const rows = await SUITES[order.suite]?.measure({ ...order, lists, peers });
process.stdout.write(JSON.stringify(rows));
