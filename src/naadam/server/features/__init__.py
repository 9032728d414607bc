"""Features on top of rooms: analysis, hints, coach, explorer, lessons, retry, editor, guide.

Importing this package registers their message handlers.
"""

from naadam.server.features import analysis, coach, explorer, hints  # noqa: F401 (imported to register handlers)
