/** Measures one suite in a process of its own, so that none disturbs another, and writes its rows to standard output as JSON. */
import { conditionsOf, loadCorpus } from "./corpus";
import { peerFolder } from "./peer-folder";
import { findPeers } from "./peers";
import { SUITES } from "./suites";

/** What a child is told, as JSON, by its first argument. */
export interface Order {
	readonly root: string;
	readonly suite: string;
	readonly corpus: string | undefined;
	readonly mostLines: number | undefined;
	readonly rounds: number;
	readonly isQuick: boolean;
}

const order: Order = JSON.parse(process.argv[2] ?? "{}");
const { peers } = findPeers(peerFolder(order.root));
const lists = conditionsOf(loadCorpus(order.corpus, order.mostLines));
const rows = await SUITES[order.suite]?.measure({ ...order, lists, peers });
process.stdout.write(JSON.stringify(rows));
