"""Which language a file is written in, and what sort of file a path names.

Invariant: pure functions of a path and of the first line.
"""

from __future__ import annotations

import re

from mementod_parsers.code.grammars import COMPONENTS


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_SUFFIXES: dict[str, str] = {
    suffix: language
    for language, suffixes in {
        "python": "py pyi pyw",
        "javascript": "js jsx mjs cjs",
        "typescript": "ts mts cts",
        "tsx": "tsx",
        "go": "go",
        "rust": "rs",
        "java": "java",
        "c": "c h",
        "cpp": "cc cpp cxx c++ hh hpp hxx h++ ipp inl tpp ino cu cuh",
        "c_sharp": "cs csx",
        "ruby": "rb rake gemspec ru jbuilder podspec rabl",
        "php": "php phtml inc",
        "bash": "sh bash zsh ksh bats",
        "kotlin": "kt kts",
        "swift": "swift",
        "scala": "scala sc sbt",
        "lua": "lua",
        "elixir": "ex exs",
        "vue": "vue",
        "svelte": "svelte",
        "astro": "astro",
        "dart": "dart",
        "zig": "zig",
        "sql": "sql psql pgsql ddl",
        "groovy": "groovy jenkinsfile",
        "gradle": "gradle",
        "perl": "pl pm",
        "r": "r",
        "julia": "jl",
        "haskell": "hs lhs",
        "ocaml": "ml mli",
        "fsharp": "fs fsx fsi",
        "clojure": "clj cljs cljc edn",
        "erlang": "erl hrl",
        "objc": "m mm",
        "nim": "nim",
        "solidity": "sol",
        "gdscript": "gd",
        "shader": "glsl hlsl vert frag wgsl metal shader",
        "powershell": "ps1 psm1 psd1",
        "fish": "fish",
        "batch": "bat cmd",
        "visualbasic": "vb vbs bas",
        "pascal": "pas pp dpr",
        "assembly": "asm s",
        "protobuf": "proto",
        "graphql": "graphql gql",
        "prisma": "prisma",
        "terraform": "tf tfvars hcl",
        "html": "html htm xhtml",
        "template": "erb haml slim ejs hbs handlebars mustache twig liquid pug jinja j2 heex cshtml",
        "css": "css scss sass less styl pcss",
        "json": "json jsonc json5 webmanifest code-workspace",
        "yaml": "yaml yml",
        "toml": "toml",
        "ini": "ini cfg conf properties editorconfig service timer socket desktop",
        "xml": "xml xsd xsl xslt plist csproj fsproj vbproj props targets storyboard xib resx xaml config",
        "notebook": "ipynb",
        "cmake": "cmake",
        "make": "mk mak",
        "just": "just",
        "nix": "nix",
        "starlark": "bzl bazel star",
        "csv": "csv tsv",
    }.items()
    for suffix in suffixes.split()
}

_NAMES: dict[str, str] = {
    name: language
    for language, names in {
        "make": "makefile gnumakefile bsdmakefile",
        "just": "justfile .justfile",
        "dockerfile": "dockerfile containerfile",
        "cmake": "cmakelists.txt",
        "ruby": "gemfile rakefile podfile fastfile appfile guardfile vagrantfile brewfile capfile dangerfile",
        "groovy": "jenkinsfile",
        "starlark": "build workspace tiltfile",
        "bash": ".bashrc .bash_profile .zshrc .profile .envrc gradlew configure",
        "procfile": "procfile",
        "json": ".babelrc .eslintrc .prettierrc .swcrc .stylelintrc composer.lock pipfile.lock",
        "toml": "pipfile cargo.lock poetry.lock uv.lock",
        "yaml": ".clang-format .clang-tidy .yamllint pubspec.lock",
        "ini": ".npmrc .yarnrc .gitconfig .gitmodules .flake8 .pylintrc .coveragerc .editorconfig go.mod",
    }.items()
    for name in names.split()
}

_SHEBANG = re.compile(rb"#!\s*\S*?(?:/env\s+(?:-\S+\s+)*|/|^)([A-Za-z]+)[\d.]*(?:\s|$)")
_INTERPRETERS: dict[str, str] = {
    **dict.fromkeys(("sh", "bash", "zsh", "dash", "ksh"), "bash"),
    **dict.fromkeys(("node", "nodejs"), "javascript"),
    **dict.fromkeys(("deno", "bun", "tsx"), "typescript"),
    **{name: name for name in ("python", "ruby", "php", "lua", "elixir", "perl", "fish", "make", "just")},
    "escript": "erlang",
    "pwsh": "powershell",
    "pypy": "python",
    "kotlin": "kotlin",
    "swift": "swift",
    "scala": "scala",
}

_CONFIG_LANGUAGES = frozenset({"json", "yaml", "toml", "ini", "xml", "make", "just", "cmake", "dockerfile", "procfile"})
_MARKUP = frozenset({"html", "css", "template", "csv", "notebook"})
_VIEWS = frozenset({"tsx", "vue", "svelte", "astro"})
_DOC_SUFFIXES = _words("md mdx mdc markdown mdown rst txt adoc asciidoc org textile tex rtf pod wiki")
_DOC_NAMES = re.compile(
    r"(?i)^(readme|changelog|changes|history|news|licen[cs]e|copying|notice|authors|contributors"
    r"|maintainers|todo|contributing|code_of_conduct|security|upgrading)([._-](md|txt|rst|adoc|old|mit|apache|en|zh\w*))*$"
)
_NOT_DOC_NAMES = re.compile(
    r"(?i)^(cmakelists|(dev-|test-)?requirements[\w.-]*|constraints[\w.-]*|robots|humans|runtime)\.txt$"
)
_CONFIG_NAMES = re.compile(
    r"(?i)^(\.env(\..+)?|env\.(example|sample|template)"
    r"|.*\.(env|conf|config|lock|rc|example|sample|template|dist)"
    r"|\.[a-z][\w-]*(rc|ignore)|\.git(attributes|modules|config)|go\.(mod|sum|work)|\.tool-versions"
    r"|codeowners|(dev-|test-)?requirements[\w.-]*\.txt|constraints[\w.-]*\.txt|manifest\.in"
    r"|.+\.(gradle|gradle\.kts|tf|tfvars|hcl|prisma|nix))$"
)
_VENDORED_DIRS = _words(
    "third_party third-party thirdparty 3rdparty node_modules bower_components jspm_packages Pods Carthage"
    " site-packages .venv venv virtualenv __pycache__ .tox .nox .eggs .yarn .pnp .next .nuxt .svelte-kit"
    " .output .gradle .dart_tool .terraform DerivedData dist __generated__ generated"
)
_TEST = re.compile(
    r"(?:^|[/.])(?:tests?|__tests__|specs?)/|[._-](?:test|spec)\.\w{1,5}$|(?:^|/)test_"
    r"|(?-i:[a-z0-9]Tests?(?:/|\.\w{1,5}$))",
    re.I,
)
# A folder `vendor` below these is about people who sell things.
_OWN_PARENTS = _words(
    "src app apps modules features pages components views routes controllers models services api domain"
    " domains entities screens templates admin dashboard (dashboard) routers schemas tests"
)
_VENDORED_NAMES = re.compile(
    r"(?i)(\.min\.(js|css|mjs)|[.-]bundle\.js|\.map|\.snap|\.pb\.(go|cc|h|dart)|\.pb2?\.swift|_pb2(_grpc)?\.pyi?"
    r"|_pb\.(js|ts|d\.ts)|\.g\.(dart|cs|ts|kt)|\.freezed\.dart|\.designer\.cs|\.generated\.\w+|\.gen\.(go|tsx?)"
    r"|_generated\.(go|rs|ts|py)|zz_generated\.\w+\.go|\.lockb?|-lock\.(json|ya?ml)|npm-shrinkwrap\.json|go\.sum"
    r"|packages\.resolved|gradlew(\.bat)?|\.xcuserstate)$"
)


def language(path: str, head: bytes = b"") -> str | None:
    """The language of a file by its name, else by the `#!` of its first bytes; None when neither says."""
    name = _base(path).lower()
    found = _NAMES.get(name) or _SUFFIXES.get(_suffix(name))
    if found is None and name.startswith(("dockerfile.", "containerfile.")):
        found = "dockerfile"
    if found is None and name.startswith("makefile."):
        found = "make"
    return found or _shebang(head)


def component(path: str) -> str | None:
    """The name of the component that this file is, in languages where the file is the definition."""
    name = _base(path)
    if _SUFFIXES.get(_suffix(name.lower())) not in COMPONENTS:
        return None
    return name.rpartition(".")[0] or None


def is_file_name(name: str) -> bool:
    """Whether a word without a folder is written like a file: an ending or a name that we know."""
    return language(name) is not None or is_doc(name) or is_config(name)


def is_doc(path: str) -> bool:
    """Prose for people: it keeps dead names alive and proves nothing about code."""
    name = _base(path)
    if _NOT_DOC_NAMES.match(name):
        return False
    return _suffix(name.lower()) in _DOC_SUFFIXES or _DOC_NAMES.match(name) is not None


def is_code(path: str) -> bool:
    """Source in a programming language."""
    found = language(path)
    return found is not None and found not in _CONFIG_LANGUAGES and found not in _MARKUP


def is_config(path: str) -> bool:
    """Settings, build files, manifests: names live in keys and strings there."""
    found = language(path)
    return found in _CONFIG_LANGUAGES or _CONFIG_NAMES.match(_base(path)) is not None


def is_view(path: str) -> bool:
    """Code with its markup: a word with hyphens in it is most often a class of a style sheet, perhaps of a library."""
    return language(path) in _VIEWS or path.endswith(".jsx")


def is_test(path: str) -> bool:
    """A test, or what tests use: by its folder or its name."""
    return _TEST.search(path) is not None


def is_vendored(path: str) -> bool:
    """Written elsewhere or by a program: what it defines is not this repository's own."""
    folders = path.split("/")[:-1]
    if not _VENDORED_DIRS.isdisjoint(folders) or _VENDORED_NAMES.search(_base(path)):
        return True
    return any(name in ("vendor", "vendors") and _holds_others(folders, i) for i, name in enumerate(folders))


def _holds_others(folders: list[str], i: int) -> bool:
    """`vendor/` at the root, below static files, or with a host name in it; not `src/modules/vendor/`."""
    hosted = i + 1 < len(folders) and "." in folders[i + 1]
    return i == 0 or hosted or folders[i - 1] not in _OWN_PARENTS


def _base(path: str) -> str:
    return path.rpartition("/")[2]


def _suffix(name: str) -> str:
    return name.rpartition(".")[2] if "." in name else ""


def _shebang(head: bytes) -> str | None:
    match = _SHEBANG.match(head[:200])
    return _INTERPRETERS.get(match[1].decode("ascii").lower()) if match else None
