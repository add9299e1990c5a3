"""Corpora: many documents through one row function, on one machine or on many; nothing lost, nothing done twice."""
