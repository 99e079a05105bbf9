/**
 * Where things are in the file of a store and in the memory of its kernel, for hosts other than JavaScript. Each group has the names of the
 * constants that it is made of.
 */
import { ABSENT } from "../assembly/layout/addresses";
import {
	FOUND,
	Key,
	KeyRecord,
	KeyTable,
	OUT_OF_ORDER,
	Run,
	RunList,
	Source,
	StoreLimit,
	Writer,
} from "../assembly/store/layout";
import { OWNER_PATTERN } from "../src/files/output/owner";
import { PROFILE_VERSION } from "../src/options";
import { FORMAT_AT, KEY_AT } from "../src/seen/snapshot";
import { MAX_SILENCE } from "../src/store/disk/lock";
import { LOCK_NAME } from "../src/store/disk/lock-file";
import * as file from "../src/store/format";
import * as geometry from "../src/store/geometry";
import { LEAST_DEAD } from "../src/store/growth";
import { MAX_NAME } from "../src/store/header-names";
import { MAX_IN_TABLE } from "../src/store/key-table";
import * as log from "../src/store/log";
import { MAX_BATCH } from "../src/store/lookup";
import { PAGE_KEYS } from "../src/store/page-keys";
import { MAX_TABLES } from "../src/store/pending-keys";
import { MAX_KEPT } from "../src/store/run-plan";
import { KEYS_PER_BLOCK, MAX_IN_MEMORY } from "../src/store/single-lookup";
import { INTERVAL } from "../src/threads/beat";

const { BLOCK, FIRST_RUN, MAX_RUNS, RUN_ALIGNMENT, STORE_FORMAT, CHECK_AT } = file;

/** What the kernel reads and writes: assembly/store/layout.ts. */
const kernel = {
	ABSENT,
	FOUND,
	OUT_OF_ORDER,
	key: { SIZE: Key.SIZE },
	record: { SIZE: KeyRecord.SIZE },
	run: {
		BUCKET_BITS: Run.BUCKET_BITS,
		GROUP_BITS: Run.GROUP_BITS,
		REST: Run.REST,
		DIRECTORY: Run.DIRECTORY,
		SEED: Run.SEED,
		PAGES: Run.PAGES,
		FIRST: Run.FIRST,
		LAST: Run.LAST,
		IS_CHECKED: Run.IS_CHECKED,
		KEPT: Run.KEPT,
		SIZE: Run.SIZE,
	},
	list: {
		RUNS: RunList.RUNS,
		COUNT: RunList.COUNT,
		FILTER: RunList.FILTER,
		SHIFT: RunList.SHIFT,
		RECORD: RunList.RECORD,
		MARK: RunList.MARK,
		PAGE: RunList.PAGE,
		SIZE: RunList.SIZE,
		BLOCK: RunList.BLOCK,
	},
	writer: {
		BUCKET_BITS: Writer.BUCKET_BITS,
		GROUP_BITS: Writer.GROUP_BITS,
		REST: Writer.REST,
		DIRECTORY: Writer.DIRECTORY,
		SEED: Writer.SEED,
		CURSOR: Writer.CURSOR,
		LIMIT: Writer.LIMIT,
		BITMAP: Writer.BITMAP,
		KEYS: Writer.KEYS,
		SIZE: Writer.SIZE,
	},
	source: { AT: Source.AT, END: Source.END, IS_LAST: Source.IS_LAST, SIZE: Source.SIZE },
	table: { KEYS: KeyTable.KEYS, SLOTS: KeyTable.SLOTS, MASK: KeyTable.MASK, COUNT: KeyTable.COUNT, SIZE: KeyTable.SIZE },
	limit: {
		PAGE: StoreLimit.PAGE,
		PAGES: StoreLimit.PAGES,
		COUNTERS: StoreLimit.COUNTERS,
		MARGIN: StoreLimit.MARGIN,
	},
};

export const STORE_LAYOUT = {
	kernel,
	file: { STORE_FORMAT, BLOCK, FIRST_RUN, MAX_RUNS, RUN_ALIGNMENT, CHECK_AT, MAX_RUN_KEYS: file.MAX_KEYS },
	header: {
		FORMAT_AT,
		KEY_AT,
		PROFILE_VERSION,
		WIDTH_AT: file.WIDTH_AT,
		PROFILE_AT: file.PROFILE_AT,
		WORD_AT: file.WORD_AT,
		SEED_AT: file.SEED_AT,
		IDENTITY_LENGTH_AT: file.IDENTITY_LENGTH_AT,
		IDENTITY_AT: file.IDENTITY_AT,
		MAX_IDENTITY: file.MAX_IDENTITY,
		MAX_NAME,
	},
	root: {
		MAGIC: file.ROOT_MAGIC,
		GENERATION_AT: file.GENERATION_AT,
		LOG_AT: file.LOG_AT,
		RUN_COUNT_AT: file.RUN_COUNT_AT,
		RUNS_AT: file.RUNS_AT,
		RUN_SIZE: file.RUN_SIZE,
	},
	/** Offsets in what a root says of a run. */
	run: { ...file.RunField, PAGE_FIELDS: file.PAGE_FIELDS, MAX_ROUNDING: file.MAX_ROUNDING },
	geometry: {
		MIN_BUCKET_BITS: geometry.MIN_BUCKET_BITS,
		MAX_BUCKET_BITS: geometry.MAX_BUCKET_BITS,
		MAX_GROUP_BITS: geometry.MAX_GROUP_BITS,
		MAX_LOAD: geometry.MAX_LOAD,
		PAGE_SIZE: geometry.PAGE_SIZE,
		PAGE_OVERHEAD: geometry.PAGE_OVERHEAD,
	},
	log: {
		MAGIC: log.MAGIC,
		GAP_MAGIC: log.GAP_MAGIC,
		COUNT_AT: log.COUNT_AT,
		OFFSET_AT: log.OFFSET_AT,
		HEADER: log.HEADER,
		GAP: log.GAP,
		MAX_KEYS: log.MAX_KEYS,
	},
	growth: { MAX_IN_TABLE, MAX_BATCH, MAX_TABLES, MAX_KEPT, LEAST_DEAD },
	single: { MAX_IN_MEMORY, KEYS_PER_BLOCK, PAGE_KEYS },
	/** Names as regular expressions, times in milliseconds. */
	lock: { NAME: LOCK_NAME.source, OWNER: OWNER_PATTERN, MAX_SILENCE, INTERVAL },
};
