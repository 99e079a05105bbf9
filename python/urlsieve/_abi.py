"""The numbers of the kernels' ABI: docs/abi.md and docs/crawl-abi.md. A test compares them with the tables of these pages."""

# Areas.
FAILURE = 128
FAILURE_AT = 132
CURSOR = 192
ANSWER_LENGTH = 384
QUESTION_LENGTH = 388
SEEN_SET = 448
ANSWER = 512
QUESTION = 1024

# Fields at CURSOR.
CONSUMED = 0
WRITTEN = 4
LINES = 8
RECORDS = 12
REJECTS = 16
IN_LONG_LINE = 20
RECORDS_AT = 28
MAX_RECORDS = 32
REJECTS_AT = 36
MAX_REJECTS = 40

# Fields at SEEN_SET.
NEXT_PAGE = 12
COUNT = 16
COPIED = 20
REFUSED = 40
END_PAGE = 44

# The crawl kernel's own areas.
QUESTION_AT = 49240
QUESTION_END = 49244
CRAWL_ANSWER = 53248

# Words of a program: where its identity is, with the length after it, and the octets after it that belong to the kernel.
PROGRAM_IDENTITY = 60
PROGRAM_WORK = 92
PROGRAM_HEADER = 96

# Options.
LEVEL_SCHEME = 16383
BLANK_INVALID = 524288
DROP_INVALID = 262144
STREAM_END = 2097152
STOP_AT_INVALID = 4194304
CRAWL_POLICY = 1
CRAWL_KEY = 2

# Statuses. Those that are errors have a code and a sentence in tables.json.
OK = 0
ILL_FORMED_STRING = 9
TOO_LONG = 10
INVALID_PROGRAM = 16
NEEDS_ALABEL = 64
NEEDS_ROOM = 65
NEEDS_MEMORY = 66
REJECTED = 68

# In ANSWER_LENGTH, for a host at QUESTION_AT that has no A-labels here.
UNKNOWN_HOST = -2

# Sizes and limits, in octets.
LINE_RECORD = 8
REJECT_RECORD = 24
FINGERPRINT = 16
PAGE = 65536
MAX_REFERENCE = 16777216
MAX_ANSWER = 254
MAX_CRAWL_ANSWER = 16384
MAX_WORK = 268435456
MARGIN = 128
SLACK = 1024
CORE_GROWTH = 4
CRAWL_GROWTH = 20
