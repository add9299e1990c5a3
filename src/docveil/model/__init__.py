"""The nouns: frozen records, validated when built. They import nothing but the errors."""
