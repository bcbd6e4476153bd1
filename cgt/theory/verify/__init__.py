"""The second check: proofs verified from the rule alone, by code that takes no part in finding them."""
