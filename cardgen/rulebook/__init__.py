"""Markdown to a rulebook: frozen pages, a summary of one page, and an HTML file. `book.Book` is what they share."""
