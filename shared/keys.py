"""Keys for one purpose each, all derived from the program's one secret."""

KEY_BYTES = 32
LEAST_SECRET_BYTES = 16


def derive(secret: bytes, purpose: bytes) -> bytes:
    """A 256-bit key (HKDF-SHA-256); keys for different purposes tell nothing about each other.

    Raises:
        ValueError: the secret is shorter than 16 bytes.
    """
    # Imported here: what reads a log without any key should start without cryptography.
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    if len(secret) < LEAST_SECRET_BYTES:
        raise ValueError(f"the secret has {len(secret)} bytes; at least {LEAST_SECRET_BYTES} are needed")
    return HKDF(algorithm=SHA256(), length=KEY_BYTES, salt=None, info=purpose).derive(secret)
