/** What a refusal says, and the exit status that goes with it. */
import { Failure } from "../../src/failure";

/** The status and the sentence of the Failure that `run` throws; undefined if it throws none. */
export async function refusalOf(run: () => unknown): Promise<[status: number, sentence: string] | undefined> {
	try {
		await run();
		return undefined;
	} catch (error) {
		if (!(error instanceof Failure)) throw error;
		return [error.status, error.message];
	}
}

/** The refusal of a wrong use of a command. */
export function misuse(command: string, sentence: string): [status: number, sentence: string] {
	return [2, `${sentence}; try: urlsieve ${command} --help`];
}
