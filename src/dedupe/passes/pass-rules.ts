/** The rules by which a thread of a run in passes makes keys, and writes lines. */
import { Flag } from "../../../assembly/layout/options";
import { LINES_CAPACITY, type LineWorkspace } from "../../engine/workspace";
import type { LineRules } from "../../job/line-rules";
import { leaveFetchForms } from "../../lines/fingerprints";
import { type Print, writtenLines } from "../../lines/line-sieve";
import { LineFeed, type LineSettings } from "../../lines/lines";
import type { RuleTask } from "../../rules/rules";
import { openTask, settingsOf } from "../../threads/open-task";

export interface PassRules {
	/** The settings for the keys, which are compared, and for the lines that are written. Both reject the same lines. */
	readonly keys: LineSettings;
	readonly forms: LineSettings;
	/** The workspace for lines, only for this run. Undefined under rules with one form: the kernel of the passes writes what it hashes. */
	readonly workspace: LineWorkspace | undefined;
}

/** The rules of a job. `needsFetchForms`: whether the pass for keys needs the forms that are written, of all lines. */
export function passRulesOf(lines: LineRules, needsFetchForms = false): PassRules {
	const { rules, settings, haveOneForm } = lines;
	if (!haveOneForm) return ofTwoForms(lines.workspace, needsFetchForms ? settings : rules.lines("key"), settings);
	return needsFetchForms ? { ...ofOneForm(settings), keys: settings } : ofOneForm(settings);
}

/** Opens the rules of a task in another thread. `keysWord`: the options word for lines that become keys. */
export async function openPassRules(task: RuleTask, keysWord: number): Promise<PassRules> {
	if (task.policy === undefined) return ofOneForm(settingsOf(task));
	const { workspace, settings } = await openTask(task);
	return ofTwoForms(workspace, { ...settings, linesWord: keysWord }, settings);
}

/** Lines in normal form are hashed where they are. */
function ofOneForm(settings: LineSettings): PassRules {
	return { keys: { ...settings, linesWord: settings.linesWord | Flag.OMIT_PLAIN }, forms: settings, workspace: undefined };
}

function ofTwoForms(workspace: LineWorkspace, keys: LineSettings, forms: LineSettings): PassRules {
	workspace.reserve(LINES_CAPACITY);
	return { keys, forms, workspace };
}

/** The lines that are kept, by a profile or a policy: the third pass hands them over as they came, to be written by another kernel. */
export class KeptLines {
	readonly #feed: LineFeed;

	/** Passes lines to `sink`: their forms, or the lines as they came. */
	constructor(workspace: LineWorkspace, forms: LineSettings, print: Print, sink: { write(octets: Uint8Array): void }) {
		workspace.reserve(LINES_CAPACITY);
		this.#feed = new LineFeed(workspace, forms, (batch) => {
			leaveFetchForms(batch);
			sink.write(writtenLines(batch, undefined, print));
		});
		// The byte order marks of the inputs are gone. One that is left belongs to its line.
		this.#feed.goOn(0, false);
	}

	/** Takes whole lines. */
	push(octets: Uint8Array): void {
		this.#feed.push(octets);
	}
}
