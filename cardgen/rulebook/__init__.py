"""Turns Markdown into a rulebook: frozen pages, a summary of one page, and an HTML file. They share a `book.Book`."""
