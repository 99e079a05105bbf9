"""Keys by the original libraries: one JSON string a line of standard input, or [name of the exception].

    originals.py surt | w3lib < lines
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


def surt():
    import surt as library

    socket.gethostbyname = by_address
    socket.gethostbyname_ex = lambda host: (host, [], [by_address(host)])
    return library.surt


def w3lib():
    from w3lib.url import canonicalize_url

    return canonicalize_url


def idna():
    return lambda host: host.encode("idna")


def main():
    original = {"surt": surt, "w3lib": w3lib, "idna": idna}[sys.argv[1]]()
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
