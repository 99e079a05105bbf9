"""``python -m urlsieve``: the package has no command line; it says which version it is, and where that of npm is."""

import sys

from . import __version__, profiles

_TEXT = f"""urlsieve {__version__} for Python {sys.version.split()[0]}: functions, no command line.

  import urlsieve
  urlsieve.normalize("HTTP://Example.com:80/%7efoo")
  urlsieve.key("http://example.com/?utm_source=feed", profile="crawl@1")
  help(urlsieve)

Profiles: {", ".join(profiles())}.
Command line: npm install --global urlsieve
"""

if __name__ == "__main__":
    is_version = sys.argv[1:] == ["--version"]
    is_help = sys.argv[1:] in ([], ["--help"], ["-h"])
    print(__version__ if is_version else _TEXT, end="\n" if is_version else "", file=sys.stdout if is_version or is_help else sys.stderr)
    sys.exit(0 if is_version or is_help else 2)
