"""Print houses: their profiles, the files of an order, and what they would refuse.

- `profile.py` reads a house (`House`; `says` is its file in `templates/printers`, `press` its inks);
- `order.py` lists the cards and components of an order, `sizes.py` finds the house's size for each;
- `order_pdf.py` makes PDF files in the house's standard, `targets/houses.py` every other file;
- `preflight.py` checks an order; `edges.py` looks at its bleed, `reading_back.py` at its finished PDF file.
"""
