/** The package by which DuckDB runs in Node.js. It is optional: a string, not a literal, so that no bundler resolves it. */
export const DUCKDB: string = "@duckdb/node-api";
