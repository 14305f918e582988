"""What does `python -m webdart` do? The same as `webdart`."""

from webdart.cli.main import main

if __name__ == "__main__":
    main()
