"""Periods, levels and misère quotients, with theorems and certificates; `verify` shares no code with the finders."""
