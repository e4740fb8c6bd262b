"""Frozen pages to bytes. The only package that knows reportlab and pypdfium2."""
