"""The bundled site."""
