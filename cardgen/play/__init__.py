"""Games as they are played: engines, their rules, and what plays them."""
