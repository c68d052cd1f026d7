"""Comb from Python, with ctypes only.

    from comb import Comb
    with Comb() as comb:
        board = comb.board("TS/EAR/LB", "hexhunt")
        print(comb.run("solve", board, "limit=3")["words"])

COMB_LIBRARY names the library if the loader does not find libcomb.so.0.
"""
import ctypes
import json
import os
from ctypes import byref, c_char_p, c_int, c_size_t, c_uint, c_void_p


class CombError(Exception):
    """A call failed; `code` is one of enum comb_code in comb.h."""

    def __init__(self, error):
        super().__init__(error.message.decode(errors="replace"))
        self.code, self.line, self.column = error.code, error.line, error.column


class _Error(ctypes.Structure):
    _fields_ = [("code", c_int), ("line", c_uint), ("column", c_uint), ("position", c_size_t),
                ("length", c_size_t), ("message", ctypes.c_char * 256)]


class Comb:
    """A context. Boards are plain pointers that it frees when it is closed."""

    def __init__(self):
        self._lib = ctypes.CDLL(os.environ.get("COMB_LIBRARY", "libcomb.so.0"))
        self._boards, self._context = [], c_void_p()
        self._lib.comb_version.restype = c_char_p
        self.version = self._lib.comb_version().decode()
        self._call("comb_open", byref(self._context))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for board in self._boards:
            self._lib.comb_board_free(board)
        self._lib.comb_close(self._context)
        self._boards, self._context = [], c_void_p()

    def _call(self, name, *arguments):
        error = _Error()
        code = getattr(self._lib, name)(*arguments, byref(error))
        if code != 0 and not arguments[0]._obj:  # a code with a result (no solution, a limit) is not an exception
            raise CombError(error)
        return code

    def _take(self, pointer, length=None):
        data = ctypes.string_at(pointer) if length is None else ctypes.string_at(pointer, length)
        self._lib.comb_text_free(pointer)
        return data

    @staticmethod
    def _strings(values):
        return (c_char_p * (len(values) + 1))(*(value.encode() for value in values), None)

    def board(self, text, game=None, *options):
        board = c_void_p()
        self._call("comb_board_read", byref(board), self._context, game and game.encode(), text.encode(),
                   self._strings(options))
        self._boards.append(board)
        return board

    def run(self, verb, subject, *options):
        """solve, hint, rate, count, lint (of a board), best, prove (of a game's name)."""
        out = c_void_p()
        subject = subject.encode() if isinstance(subject, str) else subject
        self._call("comb_" + verb, byref(out), self._context, subject, None, self._strings(options))
        return json.loads(self._take(out))

    def check(self, board, *answer):
        out = c_void_p()
        self._call("comb_check", byref(out), self._context, board, self._strings(answer), None)
        return json.loads(self._take(out))

    def request(self, method, path, body=None):
        """A request of docs/api.md; bytes that are not JSON (pictures, exports) are returned as they are."""
        out, length = c_void_p(), c_size_t()
        data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        self._call("comb_request_run", byref(out), byref(length), self._context, method.encode(), path.encode(),
                   data, c_size_t(len(data)))
        answer = self._take(out, length.value)
        try:
            return json.loads(answer)
        except ValueError:
            return answer
