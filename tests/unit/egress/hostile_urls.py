# ruff: noqa: E501  # tables
"""Addresses from which nothing may be fetched, by what is wrong with them."""

_LOOPBACK = (
    "localhost", "LOCALHOST", "LocalHost", "localhost.", "localhost.localdomain", "a.localhost",
    "127.0.0.1", "127.0.0.2", "127.1.2.3", "127.255.255.255", "127.0.0.1.", "127.1", "127.0.1",
    "2130706433", "017700000001", "0177.0.0.1", "0x7f.0.0.1", "0x7f000001", "0x7F.1", "0x7f.0x0.1",
    "127.0.0.0x1", "00127.0.0.1", "127.000.000.001", "0", "0.0.0.0", "0.0", "1", "4294967295",
    "[::1]", "[0:0:0:0:0:0:0:1]", "[0000:0000:0000:0000:0000:0000:0000:0001]", "[::]", "[::0001]",
    "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[0:0:0:0:0:ffff:7f00:1]", "[::127.0.0.1]",
    "[::7f00:1]", "[::ffff:0:127.0.0.1]", "[64:ff9b::127.0.0.1]", "[64:ff9b::7f00:1]",
    "[64:ff9b:1::7f00:1]", "[64:ff9b:1:ffff::1]", "[2002:7f00:1::]", "[2002:7f00:0001::1]",
    "[2001:0:7f00:1::]", "[2001::7f00:1]", "[2607:f8b0::5efe:7f00:1]", "[2607:f8b0::200:5efe:a00:1]",
    "[::1%25lo]", "[::1%lo]", "[fe80::1%25eth0]",
)  # fmt: skip
_INSIDE = (
    "10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.254", "192.168.0.1", "192.168.255.1",
    "169.254.169.254", "169.254.0.1", "100.64.0.1", "100.127.255.254", "192.0.0.1", "192.0.0.170",
    "192.0.2.1", "198.51.100.7", "203.0.113.9", "198.18.0.1", "198.19.255.1", "192.88.99.1",
    "192.31.196.1", "192.52.193.1", "192.175.48.1", "224.0.0.1", "239.255.255.250", "233.252.0.1",
    "240.0.0.1", "255.255.255.255", "0.1.2.3", "167772161", "0xa000001", "0xA9FEA9FE", "2852039166",
    "0251.0376.0251.0376", "0300.0250.0.1", "192.168.1", "10.1", "172.1048577",
    "[fe80::1]", "[febf::1]", "[fec0::1]", "[fc00::1]", "[fd00::1]", "[fd12:3456:789a::1]",
    "[ff02::1]", "[ff05::2]", "[ff0e::1]", "[2001:db8::1]", "[2001:db8:ffff::]", "[3fff::1]",
    "[100::1]", "[5f00::1]", "[2001::1]", "[2001:10::1]", "[2001:20::1]", "[2001:2::1]",
    "[2002:a00:1::]", "[2002:c0a8:101::1]", "[2002:a9fe:a9fe::]", "[64:ff9b::10.0.0.1]",
    "[64:ff9b::a9fe:a9fe]", "[64:ff9b:1::10.0.0.1]", "[::ffff:10.0.0.1]", "[::ffff:a9fe:a9fe]",
    "[::ffff:192.168.1.1]", "[::10.0.0.1]", "[::a00:1]", "[4000::1]", "[1::1]", "[2620:4f:8000::1]",
)  # fmt: skip
_NAMES = (
    "printer", "router", "intranet", "printer.local", "nas.lan", "server.home", "a.home.arpa",
    "metadata.google.internal", "wiki.corp", "db.private", "x.test", "x.invalid", "hidden.onion",
    "example.com.", "www.example.com..", ".example.com", "example..com", "-example.com",
    "example-.com", "exa mple.com", "exam%70le.com", "example.com%00.org", "%6c%6f%63alhost",
    "ⓔxample.com", "ｅｘａｍｐｌｅ.com", "１２７.0.0.1", "①②⑦.0.0.1", "127。0。0。1", "127．0．0．1",
    "localhost．com", "evil.com／.example.com", "evil.com⁄example.com", "evil.com∕a.example.com",
    "evil.com？a.example.com", "evil.com＃.example.com", "evil.com：80.example.com", "ℓocalhost",
    "ʟᴏᴄᴀʟʜᴏsᴛ", "аpple.com", "аррӏе.com", "gοοgle.com", "раураӏ.com", "xn--80ak6aa92e.com",
    "xn--pple-43d.com", "xn--ggle-55da.com", "xn--a.com", "xn--zzzzzzz99999.com", "xn--.com",
    "exam\u00adple.com", "exam\u200bple.com", "exam\u202eple.com", "exam\u2060ple.com", "\u212a.example",
    "x" * 64 + ".com", ".".join(["abcdefgh"] * 40), "example.com\\@127.0.0.1", "example.com\\.evil",
    "exa<mple.com", "exa>mple.com", 'exa"mple.com', "exa`mple.com", "exa{}mple.com", "exa|mple.com",
    "exa^mple.com", "exa*mple.com", "exa,mple.com", "exa;mple.com", "exa$mple.com", "exa(mple).com",
    "0x7f.1.example.0x1", "a.0", "a.1.2.3", "1.2.3.4.5", "1.2.3.256", "999.1.1.1", "1.2.3.4x.5",
    "[", "]", "[]", "[::1", "::1]", "[::g]", "[1:2:3]", "[::1]x", "[v1.fe80::a]", "[127.0.0.1]",
)  # fmt: skip
_WHOLE = (
    "", " ", "\t\n", "not a url", "ftp://example.com/a", "file:///etc/passwd", "file://host/x",
    "gopher://example.com/", "data:text/plain,hi", "javascript:alert(1)", "about:blank", "blob:x",
    "ws://example.com/", "wss://example.com/", "ssh://example.com/", "dict://127.0.0.1:11211/",
    "ldap://example.com/", "smb://example.com/x", "jar:https://example.com!/x", "view-source:x",
    "http:", "http:/", "http://", "https:///", "http:///path", "http:example.com", "http:/example.com",
    "//example.com/a", "///example.com", "/etc/passwd", "example", "?x=1", "#a", "http://?x", "http://#",
    "http://:80/", "http://@/", "http://@example.com/", "http://a@example.com/", "http://:@example.com/",
    "https://user:pass@host.example/a", "https://example.com@127.0.0.1/", "http://127.0.0.1@example.com/",
    "http://example.com:80@127.0.0.1/", "https://a%40b@example.com/", "https://example.com:x/",
    "https://example.com:/", "https://example.com:0/", "https://example.com:-1/",
    "https://example.com:65536/", "https://example.com:99999999999/", "https://example.com:8 0/",
    "https://example.com:８０/", "https://example.com:+80/", "https://example.com:0x50/",
    "https://example.com/a b", "https://example.com/\x00", "https://example.com/\r\nHost: x",
    "https://example.com/\tq", "https://example.com\r\n/a", "https://exa\nmple.com/", "h\nttp://x.com/",
    "https://example.com/\u202etxt.exe", "https://example.com/\ud800", "https://example.com/a\x7f",
    "https://example.com/" + "a" * 5000, "https:\\\\example.com\\a", "https:/\\example.com",
    "https://example.com/<script>", "HTTPS//example.com", "https;//example.com/", "https：//example.com",
)  # fmt: skip

HOSTILE = tuple(f"http://{host}/a" for host in (*_LOOPBACK, *_INSIDE, *_NAMES)) + _WHOLE

#: What a name must not resolve to, whatever the name is.
BAD_ADDRESSES = tuple(
    host.strip("[]") for host in (*_LOOPBACK, *_INSIDE) if host.startswith("[") or host.count(".") == 3
)  # fmt: skip
