"""Bytes in, observations out; lamps and buzzer out. The bridge knows no poker."""
