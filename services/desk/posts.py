"""The posts of a tournament: what was, or is to be, said to everyone, ready to be put up."""

import msgspec

from services.desk.decoding import BY_NAME, CATALOGUE
from services.desk.params import NoParams
from services.desk.query_context import QueryContext
from services.notices.posts import POSTED, Post, post_about

_NAMES = frozenset(kind.name for kind in BY_NAME.values() if kind.cls in POSTED)


class PostsAnswer(msgspec.Struct, frozen=True):
    """Ready texts for a public channel, a page or a website, oldest first; none names a participant."""

    seq: int
    posts: tuple[Post, ...]


def posts(look: QueryContext, params: NoParams) -> PostsAnswer:
    """Every post as of the moment looked at."""
    found = []
    for recorded in look.desk.recorded(look.tournament_id, 0, look.state.seq):
        if recorded.type in _NAMES:
            then = look.desk.state(look.tournament_id, recorded.seq)
            post = post_about(then, CATALOGUE.decode(recorded), recorded.seq, recorded.hash.hex())
            if post is not None:
                found.append(post)
    return PostsAnswer(look.state.seq, tuple(found))
