"""The heart of betline: observations become acts, acts become rulings, rulings move the hand on.

Pure: no input or output, no clock, no threads, no floats. The same observations always give the
same rulings. (The rulebooks and the sentences that ship with this package are part of its code.)
"""
