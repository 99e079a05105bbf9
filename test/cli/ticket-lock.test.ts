/** The lock by which threads take turns. */
import { expect, it } from "vitest";
import { TicketLock } from "../../src/threads/ticket-lock";

function makeLock(): TicketLock {
	return new TicketLock(new Int32Array(new SharedArrayBuffer(4)));
}

it("serves tickets in their order", () => {
	const lock = makeLock();
	expect(lock.acquire(1, 0)).toBe(false);
	expect(lock.acquire(0, 0)).toBe(true);
	lock.release();
	expect(lock.acquire(0, 0)).toBe(false);
	expect(lock.acquire(1, 0)).toBe(true);
});

it("stays closed if its holder releases it afterwards", () => {
	const lock = makeLock();
	expect(lock.acquire(0, 0)).toBe(true);
	lock.close();
	lock.release();
	expect(lock.isClosed).toBe(true);
	for (const ticket of [0, 1]) expect(lock.acquire(ticket, 0)).toBe(false);
});
