"""The documents as a site: Markdown staged in one folder, pages made from texts and docstrings, and the build."""
