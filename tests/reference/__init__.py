"""Engines written by hand that clauses are held against."""
