"""Proofs: theorems that extend what is seen of a sequence to every heap, certificates, and independent checks."""
