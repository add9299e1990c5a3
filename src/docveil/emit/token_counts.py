"""The size of a text in tokens of a tokenizer file that is there already; nothing is downloaded."""

import hashlib

from tokenizers import Tokenizer

from docveil.errors import UsageError


class TokenCounter:
    """Counts the tokens of a text, the special ones that a model adds around it left out.

    Args:
        data: Bytes of a `tokenizer.json` of the package tokenizers.

    Raises:
        UsageError: the bytes are no such file.
    """

    def __init__(self, data: bytes) -> None:
        try:
            self._tokenizer = Tokenizer.from_buffer(data)
        except Exception:
            raise UsageError("The tokenizer file cannot be used.", next_step="Give a tokenizer.json.") from None
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self.sha256 = hashlib.sha256(data).hexdigest()

    def __call__(self, text: str) -> int:
        """How many tokens `text` has by itself."""
        return len(self._tokenizer.encode(text, add_special_tokens=False))
