"""Shoes and readers of others: each says a card once, and keeps none that nobody heard."""
