/**
 * Questions about names, with their answers. The host of the kernel repeats a call after each answer, and a round may have a question of its
 * own: answers to the ones before it must be at hand.
 *
 * ```
 *   length, octets of the question │ length, octets of the answer       HALF octets each, MAX_QUESTIONS times
 * ```
 */
import { ABSENT, Address, Limit } from "../../layout/addresses";
import { CrawlAddress } from "../../layout/crawl-addresses";
import { Rewriting } from "../../layout/crawl-state";
import { copy, equal, load32, store32 } from "../../octets/memory";
import { HALF, MAX_QUESTIONS, questionsAt, rewriting, setRewriting } from "./room";

const MAX_LENGTH: i32 = HALF - Limit.MARGIN;

/** Keeps the answer to the question that waits for one. A question that was too long to be kept is the last about its reference. */
export function keepAnswer(): void {
	setRewriting(Rewriting.ASKS_NO_MORE, 0);
	const length = load32(Address.ANSWER_LENGTH);
	if (length == ABSENT) return;
	const waiting = rewriting(Rewriting.WAITING);
	const isKept = waiting != 0 && length <= MAX_LENGTH;
	if (!isKept) setRewriting(Rewriting.ASKS_NO_MORE, 1);
	// The reference's own name must not take the answer about a round.
	if (isKept || rewriting(Rewriting.IN_ROUNDS) != 0) store32(Address.ANSWER_LENGTH, ABSENT);
	if (!isKept) return;
	store32(questionOf(waiting), ~load32(questionOf(waiting)));
	store32(answersOf(waiting), length);
	const answer = rewriting(Rewriting.ANSWER_AT);
	if (length > 0) copy(answer, answer + length, answersOf(waiting) + 4);
	setRewriting(Rewriting.WAITING, 0);
	setRewriting(Rewriting.QUESTIONS, rewriting(Rewriting.QUESTIONS) + 1);
}

/** Answers the pending question if it was asked before; otherwise keeps it. Returns whether it has an answer. */
export function recallAnswer(): bool {
	const start = questionStart();
	const length = questionLength();
	for (let number: i32 = 1; number <= MAX_QUESTIONS && number <= rewriting(Rewriting.QUESTIONS); ++number) {
		const question = questionOf(number);
		if (load32(question) != length || !equal(start, start + length, question + 4)) continue;
		const answerLength = load32(answersOf(number));
		store32(Address.ANSWER_LENGTH, answerLength);
		if (answerLength > 0) copy(answersOf(number) + 4, answersOf(number) + 4 + answerLength, answerAt());
		return true;
	}
	keepQuestion(start, length);
	return false;
}

function keepQuestion(start: i32, length: i32): void {
	setRewriting(Rewriting.WAITING, 0);
	if (length > MAX_LENGTH) return;
	const number = (rewriting(Rewriting.QUESTIONS) & (MAX_QUESTIONS - 1)) + 1;
	// Negative until it has an answer.
	store32(questionOf(number), ~length);
	copy(start, start + length, questionOf(number) + 4);
	setRewriting(Rewriting.WAITING, number);
	setRewriting(Rewriting.ANSWER_AT, answerAt());
}

function questionOf(number: i32): i32 {
	return questionsAt() + (number - 1) * 2 * HALF;
}

function answersOf(number: i32): i32 {
	return questionOf(number) + HALF;
}

/** The rules of RFC 3986 and the URL Standard ask in places of their own: see layout/addresses.ts. */
function isUrlQuestion(): bool {
	return load32(CrawlAddress.QUESTION_AT) != 0;
}

function questionStart(): i32 {
	return isUrlQuestion() ? load32(CrawlAddress.QUESTION_AT) : Address.QUESTION;
}

function questionLength(): i32 {
	return isUrlQuestion() ? load32(CrawlAddress.QUESTION_END) - questionStart() : load32(Address.QUESTION_LENGTH);
}

function answerAt(): i32 {
	return isUrlQuestion() ? CrawlAddress.ANSWER : Address.ANSWER;
}
