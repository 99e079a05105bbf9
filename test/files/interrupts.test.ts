/** What a signal does, in process: test/cli/interrupts.test.ts sends real ones to the command line. */
import { expect, it, vi } from "vitest";
import { abandonAll, began, delivered, finished } from "../../src/files/output/interrupts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const listenersOf = (signal: (typeof SIGNALS)[number]) => process.listeners(signal) as ((signal: string) => void)[];

/** The handlers that `install` has added, removed again. */
function handlersFrom(install: () => void): ((signal: string) => void)[] {
	const before = SIGNALS.map(listenersOf);
	install();
	return SIGNALS.map((signal, index) => {
		const [added, ...more] = listenersOf(signal).filter((listener) => !before[index]?.includes(listener));
		expect([added, more.length]).toEqual([expect.any(Function), 0]);
		process.removeListener(signal, added as () => void);
		return added as () => void;
	});
}

it("removes what is unfinished and ends the process, unless the run is done", () => {
	const abandoned: string[] = [];
	const workOf = (name: string) => ({ abandon: () => void abandoned.push(name) });
	const [one, other, late] = [workOf("one"), workOf("other"), workOf("late")];
	const handlers = handlersFrom(() => began(one));
	began(other);
	finished(one);
	// The process of the tests goes on.
	const exit = vi.spyOn(process, "exit").mockImplementation((status) => {
		throw new Error(`exit ${status}`);
	});
	try {
		for (const [index, status] of [130, 143, 129].entries()) {
			expect(() => handlers[index]?.(SIGNALS[index] as string)).toThrow(`exit ${status}`);
			expect(abandoned).toEqual(["other"]);
		}
		began(late);
		delivered();
		for (const [index, handler] of handlers.entries()) expect(handler(SIGNALS[index] as string)).toBeUndefined();
		expect(abandoned).toEqual(["other"]);
	} finally {
		exit.mockRestore();
	}
	abandonAll();
	abandonAll();
	expect(abandoned).toEqual(["other", "late"]);
});
