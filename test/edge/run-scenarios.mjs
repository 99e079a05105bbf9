import { broken } from "./edge-cache-scenarios.mjs";
console.log(JSON.stringify(await broken()));
