"""URLs in a pipeline of datatrove: copy this file beside yours. Needs datatrove and urlsieve, tested with datatrove 0.10.1.

    UrlNormalizer ──▶ ExactDedupSignature ─┐          documents whose URL cannot be normalized are dropped
                      ExactFindDedups    ◀─┘          across all tasks
    UrlNormalizer ──▶ ExactDedupFilter ──▶ writer     one document of each page is left

docs/guide/teams.md shows the pipeline.
"""

from collections.abc import Callable

import urlsieve
from datatrove.data import Document
from datatrove.pipeline.filters.base_filter import BaseFilter
from datatrove.pipeline.writers.disk_base import DiskWriter

# Also a dict or the path of a policy: see docs/reference/profiles.md.
PROFILE = "crawl@1"


class UrlNormalizer(BaseFilter):
    """Writes the normal form into ``metadata["url"]``, and the key of its page into ``metadata["url_key"]``.

    Drops documents whose URL is missing or cannot be normalized, with the code of the error as the reason. One call for a batch is
    much faster than one for each URL.

    Args:
        profile: the profile or policy whose keys tell pages apart
        exclusion_writer: saves the documents that are dropped
        batch_size: the number of documents that are normalized by one call
    """

    name = "🔗 URL normalizer"

    def __init__(self, profile: str | dict | bytes = PROFILE, exclusion_writer: DiskWriter | None = None, batch_size: int = 4096):
        super().__init__(exclusion_writer, batch_size)
        self.profile = profile

    def filter(self, doc: Document) -> bool | tuple[bool, str]:
        return self.filter_batch([doc])[0]

    def filter_batch(self, batch: list[Document]) -> list[bool | tuple[bool, str]]:
        urls = [doc.metadata.get("url") for doc in batch]
        normals, codes = urlsieve.normalize_array(urls, profile=self.profile, errors=True)
        keys = urlsieve.key_array(urls, profile=self.profile)
        results: list[bool | tuple[bool, str]] = []
        for doc, normal, key, code in zip(batch, normals, keys, codes):
            if normal is None or key is None:
                results.append((False, code or "no-url"))
                continue
            doc.metadata["url"] = normal
            doc.metadata["url_key"] = key
            results.append(True)
        return results


class FirstOfPage(BaseFilter):
    """Keeps the first document of each page within a task: for one task, or for a reader that gives a site to one task.

    Args:
        profile: the profile or policy whose keys tell pages apart
        exclusion_writer: saves the documents that are dropped
    """

    name = "🔗 first of each page"

    def __init__(self, profile: str | dict | bytes = PROFILE, exclusion_writer: DiskWriter | None = None):
        super().__init__(exclusion_writer)
        self.profile = profile

    def run(self, data, rank: int = 0, world_size: int = 1):
        # A set cannot be pickled, so each task has its own.
        self._seen = urlsieve.SeenSet(profile=self.profile)
        yield from super().run(data, rank, world_size)

    def filter(self, doc: Document) -> bool | tuple[bool, str]:
        url = doc.metadata.get("url")
        if url is None:
            return False, "no-url"
        try:
            return True if self._seen.add(url) else (False, "duplicate-page")
        except urlsieve.UriError as error:
            return False, error.code


def page_key(doc: Document) -> str:
    """The ``content_getter`` of an ``ExactDedupConfig``, after a ``UrlNormalizer``. Its annotation is read by datatrove."""
    return doc.metadata["url_key"]


def url_normalizer(profile: str | dict | bytes = PROFILE) -> Callable[[str], str]:
    """Returns a function from URLs to keys. A URL that cannot be normalized is its own key."""

    def normalize(url: str) -> str:
        try:
            return urlsieve.key(url, profile=profile)
        except urlsieve.UriError:
            return url

    return normalize
