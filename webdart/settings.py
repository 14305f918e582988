"""Which settings hold: flags, then `WEBDART_*`, then `webdart.toml`, then defaults?"""
