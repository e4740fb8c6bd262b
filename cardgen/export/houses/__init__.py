"""Print houses: their profiles, the files of an order, and the checks before an order.

- `profile.py` reads the profile of a house (`House`; `says` is its file in `templates/printers`, `press` its inks);
- `order.py` lists the cards and components of an order, `sizes.py` finds the house's size for each;
- `order_pdf.py` makes PDF files in the house's standard, `targets/houses.py` every other file. The pages have no marks:
  their trim boxes say where to cut (`CutSize.page` in `sizes.py`);
- `preflight.py` checks an order; `edges.py` checks its bleed, `reading_back.py` its finished PDF file.
"""
