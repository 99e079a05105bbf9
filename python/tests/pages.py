"""Pages of the sites that the tests crawl."""


def send_links(handler, links):
    """Sends a page of links as the response of an http.server handler."""
    body = "".join(f'<a href="{link}">x</a>' for link in links).encode()
    handler.send_response(200)
    handler.send_header("Content-Type", "text/html")
    handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    handler.wfile.write(body)
