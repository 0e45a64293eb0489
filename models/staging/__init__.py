"""From the demo's script to its recording: who moves what when, and what is written of it."""
