"""Features on top of rooms: analysis, hints, coach, explorer, lessons, retry, editor, guide."""
