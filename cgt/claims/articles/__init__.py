"""The five articles the library grew from: their claims, their data, the pupils' programs."""
