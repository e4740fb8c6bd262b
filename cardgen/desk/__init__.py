"""The desk: a server of one page, on which you see, change, try and play a game in a browser.

A request passes, in this order:

- `waiting.py`, `serving.py`: the connection, and how long a request may take to arrive;
- `sharing.py`: a browser that joined a table gets only what `access.py` allows it;
- `guard.py`: host, origin, token, size of the body, and the headers of every answer (Content Security Policy);
- `server.py`: the routes. `access.py` lists all of them with who may ask; `route` raises KeyError for any other;
- the module of the page (`gallery.py`, `texts.py`, ...), whose `routes(desk)` make a handler of each function:
  `answers.view_handler` if the page only shows, `changing.change_handler` if it changes or tries a game,
  `asking.table_handler` at tables.

`state.py` holds the open editions, and `Desk.send_event` sends events to all browsers (server-sent events). A
guest gets only the events of FOR_GUESTS in `server.py`. `sitting.py` and `table.py` hold the tables; `trying.py` and
`ahead.py` are processes of their own.
"""
