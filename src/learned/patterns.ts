/** What traps look for in paths and values. */

/** Segments that a path needs to count for growth: more than these. */
export const DEEP = 8;

/** A year and month, or a day, as a value. */
export const DATE = /^((?:19|20|21)\d\d)-?(0[1-9]|1[0-2])(?:-?(\d\d))?$/;

/** The number of a page. */
export const NUMBER = /^\d{1,7}$/;

/** A value of a session. */
export function isSession(value: string): boolean {
	return SESSION.test(value) && !DATE_VALUE.test(value);
}

const SESSION = /^(?=.*\d)[A-Za-z0-9_-]{8,}$/;
/** Dates are no sessions. */
const DATE_VALUE =
	/^(?:(?:19|20)\d\d([-_.]?)(?:0[1-9]|1[0-2])(?:\1(?:0[1-9]|[12]\d|3[01]))?(?:T\d{4,6}Z?)?|(?:0[1-9]|[12]\d|3[01])([-_.])(?:0[1-9]|1[0-2])\2(?:19|20)\d\d)$/;

const LETTERS = /[A-Za-z]{2}/;

/** Segments of a path that are looked at for a cycle. */
const MAX_SEGMENTS = 128;

/** Whether a run of segments repeats without a gap: three times, or twice if it is of three segments or more. */
export function isCycle(path: readonly string[]): boolean {
	const segments = path.slice(0, MAX_SEGMENTS).filter(Boolean);
	for (let period = 1; 2 * period <= segments.length; ++period) if (repeats(segments, period)) return true;
	return false;
}

/** Whether segments repeat after `period` often enough, one with letters among them. */
function repeats(segments: readonly string[], period: number): boolean {
	const most = period >= 3 ? period : 2 * period;
	let run = 0;
	for (let at = period; at < segments.length; ++at) {
		run = segments[at] === segments[at - period] ? run + 1 : 0;
		if (run >= most && segments.slice(at - run + 1, at + 1).some((segment) => LETTERS.test(segment))) return true;
	}
	return false;
}
