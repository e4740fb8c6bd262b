"""What print houses are sent: their profiles, the cards of an order, and what they would refuse."""
