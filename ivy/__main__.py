"""`python -m ivy` is the command `ivy`."""

from ivy.cli import main

raise SystemExit(main())
