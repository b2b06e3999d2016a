"""What is never kept, and what stays."""

from __future__ import annotations

import pytest

from mementod_parsers.continuity.confidential import redact, removed

# Put together here, so that no scanner takes this file for a leak.
FAKE = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
SECRETS = {
    f"key AK{'IA'}ABCDEFGHIJKLMNOP here": "AKIAABCDEFGHIJKLMNOP",
    f"push with gh{'p'}_{FAKE}": FAKE,
    f"glp{'at'}-abcdefghij0123456789": "abcdefghij0123456789",
    f"xo{'xb'}-123456789012-abcdef": "123456789012",
    f"OPENAI_API_KEY=s{'k'}-proj-{FAKE}": FAKE,
    f"AI{'za'}{FAKE[:35]}": FAKE[:35],
    f"s{'k'}_live_{FAKE}": FAKE,
    f"eyJ{'hbGciOiJI'}.eyJ{'zdWIiOiIx'}.{FAKE}": FAKE,
    f"-----BEGIN {'RSA'} PRIVATE KEY-----\n{FAKE}\n-----END RSA PRIVATE KEY-----": FAKE,
    f"-----BEGIN {'RSA'} PRIVATE KEY-----\n{FAKE}": FAKE,
    f"key AS{'IA'}ABCDEFGHIJKLMNOP here": "ABCDEFGHIJKLMNOP",
    f"github{'_pat'}_{FAKE}": FAKE,
    f"https://hooks{'.slack'}.com/services/T0/B0/{FAKE}": FAKE,
    f"ya{'29'}.{FAKE}": FAKE,
    f"r{'k'}_test_{FAKE}": FAKE,
    f"n{'pm'}_{FAKE}": FAKE,
    f"py{'pi'}-{FAKE}": FAKE,
    f"h{'f'}_{FAKE}": FAKE,
    f"S{'G'}.{FAKE[:22]}.{FAKE}": FAKE,
    f"123456789:A{'A'}{FAKE}": FAKE,
    "postgres://ada:hunter2@db/x": "hunter2",
    "MY_PASSWORD: Hunter2!": "Hunter2",
    "BEARER abcdefgh12345678": "abcdefgh12345678",
    "to\u212aen: abc12345": "abc12345",  # a sign that is a K in any case
    "Authorization: Bearer abcdefgh12345678": "abcdefgh12345678",
    "password: hunter2!": "hunter2",
    "DB_PASSWORD=s3cr3t99": "s3cr3t99",
    'api_key = "AbCdEf"': "AbCdEf",
    "my password is tr0ub4dor&3, keep it": "tr0ub4dor",
    "密码是 abc12345": "abc12345",
    "口令：abc12345": "abc12345",
    "mysql --password=abc123 -u ada": "abc123",
    "curl --token 'abc def' x": "abc def",
}
INNOCENT = [
    "the password is required",
    "token: str = None",
    "password = os.environ['PASSWORD']",
    "secret = get_secret(name)",
    "password: <your password>",
    "API_KEY=your-api-key",
    "see https://example.org/a",
    "the token count is 4000 now",
    "src/auth/password.py:12 checks it",
    "不要修改密码模块",
    "commit 9c1d0f3e5b7a9d1c3e5f7a9b1d3e5f7a9b1d3e5f",
]


@pytest.mark.parametrize(("text", "secret"), SECRETS.items(), ids=range(len(SECRETS)))
def test_a_secret_is_taken_out_and_said(text: str, secret: str) -> None:
    assert secret in text
    assert secret not in redact(text)
    assert "[removed: " in redact(text)
    assert redact(redact(text)) == redact(text)


@pytest.mark.parametrize("text", INNOCENT)
def test_what_is_no_secret_stays(text: str) -> None:
    assert redact(text) == text


def test_of_what_kind_it_was_is_told_once_and_only_of_what_goes_now() -> None:
    told = f"gh{'p'}_{FAKE} and gh{'o'}_{FAKE}, password: hunter2!, before: [removed: AWS key]"
    assert removed(told) == ("GitHub token", "secret")
    assert removed(redact(told)) == ()
    assert removed("nothing to hide") == ()
