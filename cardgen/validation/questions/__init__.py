"""What is asked of played games, and how sure the answers are."""
