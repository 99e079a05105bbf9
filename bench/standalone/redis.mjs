/**
 * `npm run bench -- redis`: a list of URLs of which half are repeats, added to a Redis server by the ways of redis-ways.mjs. Then the
 * memory of the server for each way.
 *
 * Times are nanoseconds per URL, the best of several rounds: CPU time of this process, that of the server, and wall time.
 */
import { BATCH, ROUNDS, redisMemory, redisTimes, STORED, URLS, withServer } from "./redis-ways.mjs";

await withServer(async () => {
	console.log(`${URLS} URLs, half of them repeats, in batches of ${BATCH}; ns a URL, best of ${ROUNDS} rounds`);
	console.log("way                            client   server     wall");
	for (const [name, rounds] of Object.entries(await redisTimes())) {
		const best = rounds[0].map((_, index) => Math.min(...rounds.map((times) => times[index])));
		console.log(name.padEnd(28) + best.map((time) => String(Math.round(time)).padStart(9)).join(""));
	}
	console.log(`\n${STORED} different URLs; octets of server memory a URL`);
	for (const [name, octets] of Object.entries(await redisMemory())) {
		console.log(name.padEnd(28) + octets.toFixed(1).padStart(9));
	}
});
