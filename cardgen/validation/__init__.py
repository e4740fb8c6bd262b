"""Judges games: findings, statistics, reports."""
