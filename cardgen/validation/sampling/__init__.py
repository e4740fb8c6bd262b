"""Games played in pieces by a crew, and what is kept of them: sums from which all figures come."""
