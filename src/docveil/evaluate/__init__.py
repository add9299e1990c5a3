"""Measuring docveil against labelled text."""
