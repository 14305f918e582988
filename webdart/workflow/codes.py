"""Numbers the kinds of mistake in a workflow file; a number keeps its meaning from release to release."""

from enum import Enum


class Code(Enum):
    """A kind of mistake: its number, and what it means."""

    UNREADABLE_FILE = ("WF001", "The file is missing, too large, or no UTF-8 text.")
    YAML_SYNTAX = ("WF002", "The text is no YAML.")
    YAML_LIMIT = ("WF003", "The file is nested too deeply or has too many values.")
    YAML_FEATURE = ("WF004", "YAML that workflow files do without: anchors, aliases, tags, directives, merge keys.")
    DUPLICATE_KEY = ("WF005", "A key stands twice in one map.")
    UNQUOTED_TEMPLATE = ("WF006", "A template without quotation marks, which YAML reads as a map.")
    CUT_OFF = ("WF007", "A `#` or a comma ended a value that should have been quoted.")
    WRONG_FORMAT = ("WF008", "The file is of a format, or needs a webdart, that is newer than this one.")

    WRONG_KIND = ("WF010", "A value of another kind was expected: a text, a number, a list, a map.")
    MISSING_VALUE = ("WF011", "A key has no value.")
    UNKNOWN_KEY = ("WF012", "A map has no such key.")
    MISSING_KEY = ("WF013", "A key that a map must have is missing.")
    EMPTY = ("WF014", "A text, list or map is empty where it must not be.")
    OUT_OF_BOUNDS = ("WF015", "A number is too small or too large.")
    UNKNOWN_WORD = ("WF016", "A word that is none of those that may stand there.")
    KEYS_EXCLUDE = ("WF017", "Two keys that exclude each other.")
    KEY_NEEDS_KEY = ("WF018", "A key that needs another one.")
    KEY_OF_OTHER_TYPE = ("WF019", "A key that fields of this type do not have.")

    BAD_NAME = ("WF020", "A name that cannot be one.")
    UNKNOWN_TYPE = ("WF021", "A type that is none, or that cannot stand there.")
    BAD_VALUE = ("WF022", "A value that is not of the declared type.")
    NO_CHOICE = ("WF023", "A value that is none of the declared choices.")
    BAD_ADDRESS = ("WF024", "An address or a host that cannot be one.")
    BAD_LOCALE = ("WF025", "A locale or a time zone that does not exist.")
    BAD_DURATION = ("WF026", "A duration that is none, or has no unit.")
    BAD_PATTERN = ("WF027", "A regular expression that cannot be used.")
    BAD_FORMAT = ("WF028", "A format of dates, or of the answer's rows, that cannot be used.")
    BAD_LOCATOR = ("WF029", "A locator that names nothing, or in a way that does not exist.")
    BAD_STEP = ("WF030", "A step without one verb, or a key that cannot be pressed.")
    BAD_REQUEST = ("WF031", "The shape of a request that cannot be one.")
    BAD_ROWS = ("WF032", "Rows that `for_each` and `rows` disagree about, or a number of rows that is none.")
    BAD_FILE = ("WF033", "A file to upload that lies outside the workflow's folder, or is hidden.")
    BAD_DESTINATION = (
        "WF034",
        "A place to save a table in that is none, lies outside the project's folder, or is hidden.",
    )
    NO_KEY_TO_MERGE_BY = ("WF035", "A table that is to be merged has no key.")

    TEMPLATE_SYNTAX = ("WF040", "A template that cannot be read, or a filter that does not exist.")
    TEMPLATE_NOT_HERE = ("WF041", "A template where none may stand.")
    UNKNOWN_NAME = ("WF042", "A template names nothing that there is.")
    SECRET_NOT_HERE = ("WF043", "A secret where none may stand, or by another name.")
    DATA_NOT_HERE = ("WF044", "Data from a page where only the file's own words may stand.")
    NOT_YET_KNOWN = ("WF045", "The result of a stage that has not run by then.")

    NO_SELECT = ("WF050", "A statement that is not one SELECT.")
    UNKNOWN_TABLE = ("WF051", "A SELECT names a table that no stage makes.")
    UNKNOWN_COLUMN = ("WF052", "A column that the table does not have.")
    UNKNOWN_PARAMETER = ("WF053", "A parameter that is not declared, or a sign that binds none.")
    NATURAL_JOIN = ("WF054", "A NATURAL JOIN of two tables that were read.")

    UNKNOWN_SITE = ("WF060", "A stage names a site that the file does not have, or does not say which.")
    DUPLICATE_TABLE = ("WF061", "Two stages make one table.")
    CONFLICTING_COLUMN = ("WF062", "Two readings of one table that disagree about a column or the key.")
    BAD_STAGE = ("WF063", "A stage that is empty, or two in one.")
    EXTRACT_NOT_HERE = (
        "WF064",
        "An `extract` without a `navigate` before it, or a `navigate` that nothing is read from.",
    )
    MONEY_MISSING = ("WF065", "A currency without the money field that it belongs to.")

    BAD_USE = ("WF070", "A used file that cannot be used.")
    USED_PARAMETER = ("WF071", "A parameter that a used file does not have, or that is not given to it.")
    DUPLICATE_SITE = ("WF072", "Two files define one site.")

    @property
    def number(self) -> str:
        """What messages show: `WF012`."""
        return self.value[0]

    @property
    def meaning(self) -> str:
        """One sentence."""
        return self.value[1]

    @property
    def title(self) -> str:
        """Its name in words: `unknown-key`."""
        return self.name.lower().replace("_", "-")


Wrong = tuple[Code, str, str] | None
"""What is wrong with a value: the kind of mistake, the problem and the hint; None where nothing is."""
