"""Downloads one file, bounded in size and time. It asks machines of the internet alone, unless told otherwise."""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from cardgen import __version__
from cardgen.foundations.dataclass import dataclass

MAX_BYTES = 20_000_000  # of a sheet; books of more are refused when they are read
MAX_SECONDS, MAX_WAIT = 60.0, 15.0  # of a whole download, and for each answer of the other machine
MAX_REDIRECTS = 6
_PART = 1 << 16  # bytes


class DownloadError(Exception):
    """Raised if a download fails; its text says why, as the end of a sentence."""


@dataclass(frozen=True, slots=True)
class Download:
    """What came: the file, and its media type as the other machine says."""

    data: bytes
    media_type: str


def download(address: str, local: bool = False) -> Download:
    """Downloads a file. With `local`, the machine may be this one or one of the home network.

    Raises DownloadError.
    """
    opener = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler(), _Http(local), _Https(local), _Redirects(), urllib.request.HTTPErrorProcessor(),
        urllib.request.HTTPDefaultErrorHandler(),
    ):  # fmt: skip
        opener.add_handler(handler)
    request = urllib.request.Request(address, headers={"User-Agent": f"cardgen/{__version__}", "Accept": "*/*"})
    end = time.monotonic() + MAX_SECONDS
    try:
        with opener.open(request, timeout=MAX_WAIT) as answer:
            return Download(_read(answer, end), answer.headers.get_content_type())
    except urllib.error.HTTPError as error:
        raise DownloadError(_status(error.code)) from None
    except DownloadError:
        raise
    except (urllib.error.URLError, OSError, http.client.HTTPException, ValueError) as error:
        raise DownloadError(_reason(error)) from None


def _read(answer: http.client.HTTPResponse, end: float) -> bytes:
    data = bytearray()
    while part := answer.read1(_PART):
        data += part
        if len(data) > MAX_BYTES:
            raise DownloadError(f"it has more than {MAX_BYTES // 1_000_000} MB")
        if time.monotonic() > end:
            raise DownloadError(f"it took longer than {MAX_SECONDS:g} seconds")
    if answer.length:  # bytes that did not arrive
        raise DownloadError("the connection ended before the whole file had come")
    return bytes(data)


def _status(code: int) -> str:
    known = {401: "it asks for a password", 403: "it is not shared with everybody", 404: "there is no such file",
             410: "there is no such file any more", 429: "it was asked too often; try again later"}  # fmt: skip
    if 300 <= code < 400:
        return "it leads on to an address that cardgen does not follow"
    return known.get(code, f"the other machine answered with status {code}")


def _reason(error: Exception) -> str:
    reason = error.reason if isinstance(error, urllib.error.URLError) else error
    if isinstance(reason, DownloadError):
        return str(reason)
    if isinstance(reason, TimeoutError):
        return "the other machine does not answer"
    if isinstance(reason, socket.gaierror):
        return "there is no machine of that name, or this computer has no network"
    if isinstance(reason, ssl.SSLError):
        return "the other machine cannot prove that it is the one that you named"
    return f"the connection failed ({getattr(reason, 'strerror', None) or reason or type(reason).__name__})"


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows an answer to another address of the web, but never from an encrypted connection to an open one."""

    max_redirections = MAX_REDIRECTS

    def redirect_request(self, req, fp, code, msg, headers, newurl):
        before, after = urlsplit(req.full_url).scheme, urlsplit(newurl).scheme
        if after not in ("http", "https") or (before == "https" and after == "http"):
            raise DownloadError(f"it leads on to {newurl[:100]}, which cardgen does not follow")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


class _Connection(http.client.HTTPConnection):
    """Refuses a machine that is not of the internet, before it sends anything. With `anywhere`, it refuses none."""

    anywhere = False

    def connect(self) -> None:
        super().connect()
        if self.anywhere:
            return
        address = str(self.sock.getpeername()[0]).partition("%")[0]
        if not ipaddress.ip_address(address).is_global:
            self.close()
            raise DownloadError(
                f"{self.host} is this computer, or one of its own network; cardgen asks these only with --local"
            )


class _TlsConnection(http.client.HTTPSConnection, _Connection):
    """The same with encryption, which begins once the machine is known to be of the internet."""


def _maker(kind: type[_Connection], req: urllib.request.Request, local: bool) -> Callable[..., _Connection]:
    """Returns what makes the connection for a request. A proxy may be a machine of the own network."""
    anywhere = local or req.has_proxy() or bool(getattr(req, "_tunnel_host", None))

    def make(*args: Any, **options: Any) -> _Connection:
        connection = kind(*args, **options)
        connection.anywhere = anywhere
        return connection

    return make


class _Http(urllib.request.HTTPHandler):
    def __init__(self, local: bool) -> None:
        super().__init__()
        self.local = local

    def http_open(self, req):
        return self.do_open(_maker(_Connection, req, self.local), req)


class _Https(urllib.request.HTTPSHandler):
    def __init__(self, local: bool) -> None:
        self.context = ssl.create_default_context()
        super().__init__(context=self.context)
        self.local = local

    def https_open(self, req):
        return self.do_open(_maker(_TlsConnection, req, self.local), req, context=self.context)
