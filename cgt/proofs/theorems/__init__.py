"""The theorems of the library on nim-sequences, a module each; `cgt.proofs.known` holds the list of them."""
