"""A set of 96-bit keys in a file, as docs/internals/store.md draws it: the same file, and the same invariants, as in src/store.

::

    layout      where things are, from tables.json
    memory      the store kernel, and checks          geometry   how the keys of a run are laid out
    storage     files on the disk                     lock       one writer at a time: lock_file, owner
    file        header, roots, runs and log           parts: format, log, run
    pending     keys in no run: key_table             growth     the next run, and merging: merge
    lookup      asks the runs                         store      all of it
"""
