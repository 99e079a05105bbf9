"""Keys by the original libraries: one JSON string a line of standard input, or [name of the exception].

    originals.py surt | surt-www | surt-scheme | surt-comma | surt-scheme-comma | w3lib < lines
    originals.py idna < hosts           Python's codec

Lines that are not UTF-8 are passed as octets.
"""

import json
import socket
import sys


def by_address(host, *_):
    """Resolves numeric hosts as inet_aton does, without a network."""
    try:
        return socket.inet_ntoa(socket.inet_aton(host.decode("latin-1") if isinstance(host, bytes) else host))
    except OSError as error:
        raise socket.gaierror(str(error)) from None


# The options of each profile's name.
SURT_OPTIONS = {
    "surt": {},
    "surt-www": {"host_massage": False},
    "surt-scheme": {"with_scheme": True},
    "surt-comma": {"trailing_comma": True},
    "surt-scheme-comma": {"with_scheme": True, "trailing_comma": True},
}


def surt(name):
    import surt as library

    socket.gethostbyname = by_address
    socket.gethostbyname_ex = lambda host: (host, [], [by_address(host)])
    return lambda url: library.surt(url, **SURT_OPTIONS[name])


def w3lib(_):
    from w3lib.url import canonicalize_url

    return canonicalize_url


def idna(_):
    return lambda host: host.encode("idna")


def main():
    name = sys.argv[1]
    original = {"w3lib": w3lib, "idna": idna}.get(name, surt)(name)
    print(sys.version_info[1])
    for line in sys.stdin.buffer.read().split(b"\n")[:-1]:
        try:
            line = line.decode()
        except UnicodeDecodeError:
            pass
        try:
            key = original(line)
            answer = key.decode("latin-1") if isinstance(key, bytes) else key.encode().decode("latin-1")
        except Exception as error:  # Whatever it raises is its answer.
            answer = [type(error).__name__]
        print(json.dumps(answer))


main()
