"""The routers of PyPI. Each writes the query and the path that it has routed on. Arguments: the ports of Starlette, aiohttp, Werkzeug."""
import asyncio
import sys
import threading

import uvicorn
from aiohttp import web
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route
from werkzeug.exceptions import HTTPException
from werkzeug.routing import Map, Rule
from werkzeug.serving import WSGIRequestHandler, make_server
from werkzeug.wrappers import Request
from werkzeug.wrappers import Response as WerkzeugResponse

STARLETTE, AIOHTTP, WERKZEUG = (int(port) for port in sys.argv[1:4])


def body(query, path):
    return query + b"\n" + path.encode("utf-8", "surrogateescape")


async def starlette(request):
    return Response(body(request.scope["query_string"], "/" + request.path_params["path"]), media_type="text/plain")


async def aiohttp(request):
    return web.Response(body=body(request.rel_url.raw_query_string.encode(), "/" + request.match_info["path"]), content_type="text/plain")


RULES = Map([Rule("/", endpoint=""), Rule("/<path:path>", endpoint="path")])


class Quiet(WSGIRequestHandler):
    def log(self, *_):
        pass


@Request.application
def werkzeug(request):
    try:
        _, values = RULES.bind_to_environ(request.environ).match()
    except HTTPException as error:
        return error.get_response(request.environ)
    return WerkzeugResponse(body(request.query_string, "/" + values.get("path", "")), mimetype="text/plain")


def run_werkzeug():
    make_server("127.0.0.1", WERKZEUG, werkzeug, threaded=True, request_handler=Quiet).serve_forever()


async def run_aiohttp():
    app = web.Application()
    app.router.add_get("/{path:.*}", aiohttp)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", AIOHTTP).start()


async def main():
    await run_aiohttp()
    routes = Starlette(routes=[Route("/{path:path}", starlette)])
    config = uvicorn.Config(routes, host="127.0.0.1", port=STARLETTE, log_level="critical", access_log=False, http="h11")
    await uvicorn.Server(config).serve()


threading.Thread(target=run_werkzeug, daemon=True).start()
asyncio.run(main())
