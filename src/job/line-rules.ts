/** The rules of a job, and the form in which they write its lines. */
import type { LineWorkspace } from "../engine/workspace";
import { toResolve } from "../lines/lines";
import type { KeyForms, LineForm, RuleSettings, Rules, RuleTask } from "../rules/rules";
import type { CrewOptions } from "../threads/crew";
import type { LinesBase } from "../threads/relay-turns";

export class LineRules {
	readonly rules: Rules;
	/** The settings by which lines are written. */
	readonly settings: RuleSettings;
	/** The base that lines are resolved against, which the workspace has, too. */
	readonly base: LinesBase | undefined;
	readonly #form: LineForm;
	#workspace: LineWorkspace | undefined;

	constructor(rules: Rules, form: LineForm, base?: LinesBase) {
		this.rules = rules;
		this.base = base;
		this.settings = base === undefined ? rules.lines(form) : toResolve(rules.lines(form));
		this.#form = form;
	}

	/** Takes apart lines with both forms. Undefined under rules with one form. */
	get forms(): KeyForms | undefined {
		return this.rules.forms;
	}

	/** The same, if these lines have both. */
	get writtenForms(): KeyForms | undefined {
		return this.#form === "both" || this.#form === "pair" ? this.forms : undefined;
	}

	/** Whether the written form is the key. */
	get haveOneForm(): boolean {
		return this.forms === undefined;
	}

	/** The settings by which other columns of a table are written: in the main form, of lines with both. */
	get otherSettings(): RuleSettings {
		return this.rules.lines(this.#form === "key" ? "key" : "fetch");
	}

	/** The key of a value in another column of a table, or the value if it has none. */
	keyOf(value: string): string {
		const key = this.rules.tryForm("key", value);
		return typeof key === "string" ? key : value;
	}

	/** The workspace of this job. Created on demand: a job in passes may have its own. */
	get workspace(): LineWorkspace {
		this.#workspace ??= this.createWorkspace();
		return this.#workspace;
	}

	/** Creates another workspace like that of the job. */
	createWorkspace(): LineWorkspace {
		return this.rules.createWorkspace();
	}

	/** The same rules, for other threads. */
	task(): RuleTask {
		return this.rules.task(this.#form);
	}

	/** The rules for a crew, and a workspace for this thread. */
	crewRules(): Pick<CrewOptions, "settings" | "task" | "workspace"> {
		return { settings: this.settings, task: this.task(), workspace: this.createWorkspace() };
	}
}
