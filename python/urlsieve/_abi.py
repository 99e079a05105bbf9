"""The numbers of the kernels' ABI: docs/internals/abi.md and docs/internals/crawl-abi.md. A test compares them with the tables of these pages."""

# Areas.
FAILURE = 128
FAILURE_AT = 132
CURSOR = 192
ANSWER_LENGTH = 384
QUESTION_LENGTH = 388
SEEN_SET = 448
ANSWER = 512
ADMITS_WEB = 840
SCHEMES_LENGTH = 844
SCHEMES_LISTED = 848
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
LEVEL_SYNTAX = 255
LEVEL_SCHEME = 16383
STRICT = 65536
NO_A_LABELS = 131072
BLANK_INVALID = 524288
DROP_INVALID = 262144
STREAM_END = 2097152
STOP_AT_INVALID = 4194304
REQUIRE_SCHEME = 134217728
LIST_SCHEMES = 268435456
COMMENTS = 536870912
DROP_COMMENTS = 1073741824
CRAWL_POLICY = 1
CRAWL_KEY = 2
CRAWL_BOTH = 4

# Parts of a reference, each PART_BITS bits of a word.
SCHEME_PART = 1
HOST_PART = 4
PORT_PART = 5
PATH_PART = 6
QUERY_PART = 7
FRAGMENT_PART = 8
POLITENESS_PART = 9
SHAPE_PART = 10
PART_BITS = 4

# Statuses. Those that are errors have a code and a sentence in tables.json.
OK = 0
ILL_FORMED_STRING = 9
TOO_LONG = 10
COMMENT = 18
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
MAX_SCHEMES = 176
MARGIN = 128
SLACK = 1024
CORE_GROWTH = 4
CRAWL_GROWTH = 20
# Octets that the shapes of a column need for each octet of it, and besides.
SHAPE_GROWTH = 12
SHAPE_SLACK = 512
# Octets more for a program: the key of what a rewrite makes.
REWRITE_ROOM = 196736
# Questions about names that a reference can lead to.
MAX_QUESTIONS = 16
