"""
A crawler for test_redis.py: ``crawler.py REDIS LOG START END``. Claims the URLs from START down to END, and logs what it does. It ends
with its input, so that who kills it is never late.
"""

import sys
import time

import redis
from urlsieve.redis import SharedSeenSet

BATCH = 500

url, log_name, start, end = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
seen = SharedSeenSet.open(redis.Redis.from_url(url), "crawl")
print("ready", flush=True)
with open(log_name, "ab", buffering=0) as log:
    for last in range(start, end, -BATCH):
        batch = seen.claim([f"HTTP://example.com:80/./{number}" for number in range(last - BATCH, last)])
        if batch.urls:
            numbers = " ".join(url.rpartition("/")[2] for url in batch.urls)
            log.write(f"new {numbers}\n".encode())
            time.sleep(0.002)
            log.write(f"fetched {numbers}\n".encode())
            if not seen.acknowledge(batch.id):
                sys.exit("a batch was taken away")
sys.stdin.read()
