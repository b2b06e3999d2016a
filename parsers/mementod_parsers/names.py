"""Closed lists about names: file extensions, files without one, products, roots of absolute paths, tools.

Data and small predicates only. A list here says what a span looks like, never whether it exists.
"""

from __future__ import annotations

from mementod_parsers.word_lists import words

EXTENSIONS = words(
    """
        py pyi pyx ipynb js jsx mjs cjs ts tsx mts cts vue svelte astro go mod sum work rs toml java
        kt kts scala sbt groovy gradle clj cljs edn ex exs erl hrl hs lhs ml mli fs fsx fsproj cs
        csproj sln slnx vb vbproj razor cshtml xaml c h cc cpp cxx hh hpp hxx inl ipp m mm swift
        xcconfig xcodeproj xcworkspace storyboard xib plist entitlements pbxproj rb erb haml slim
        rake gemspec ru php phtml blade twig lua pl pm t r rmd jl dart zig nim v vhd sv sol move
        cairo proto thrift avsc graphql gql prisma sql psql sqlite db dbml sh bash zsh fish ps1 psm1
        psd1 bat cmd awk nix el vim html htm xhtml css scss sass less styl pcss json jsonc json5
        jsonl ndjson yaml yml ini cfg conf config properties env lock xml xsd xsl xslt svg md mdx
        mdc markdown rst adoc txt tex csv tsv parquet pdf png jpg jpeg gif webp ico bmp mp3 mp4 wav
        ogg mov avi ttf otf woff woff2 eot zip tar gz tgz bz2 xz 7z jar war whl exe dll so dylib a o
        lib wasm bin dat pkl npy npz pt pth onnx safetensors h5 log tmp bak orig patch diff snap
        golden tpl tmpl template j2 jinja jinja2 hbs handlebars mustache ejs pug njk liquid tf
        tfvars hcl bicep dockerfile dockerignore gitignore gitattributes editorconfig mk mak cmake
        ninja bazel bzl star service socket timer desktop rules http rest bru robot feature po pot
        strings arb resx asset prefab unity mat meta asmdef shader hlsl glsl vert frag wgsl gd tscn
        tres uproject uplugin cu cuh cl f f90 f95 for pas asm s ld map pem crt key cer p12 pub asc
        sig sha256 example sample dist local test spec crx xpi ipa apk aab dmg deb rpm msi iml
        nuspec targets props resw axaml pri pro qml ui qrc ts1 textproto pbtxt capnp fbs wit lean
        agda coq idr purs elm res rei cr rkt scm lisp asd podspec podfile modulemap xcassets
        xctestplan xcscheme strings dict stringsdict pkgdef vsix snupkg nupkg rockspec
        """
)

# Too short or too common as a word after a dot to make a bare `x.y` a file.
WEAK_EXTENSIONS = words(
    """
        a o t s f r v m d el key map test spec local work mod sum config env example sample dist
        template log res move rules pro pri ui db lock service socket timer desktop strings props
        targets meta mat asset unity feature star work rest http for pas sig pub dict lib bin so dat
        cl cr ld orig meta for robot
        """
)

FILES = words(
    """
        makefile gnumakefile dockerfile containerfile justfile taskfile rakefile gemfile procfile
        vagrantfile jenkinsfile brewfile podfile cartfile fastfile appfile matchfile pipfile license
        licence notice authors contributors copying readme changelog codeowners
        cmakelists.txt gradlew mvnw artisan dangerfile snakefile caddyfile tiltfile earthfile
        pkgbuild manifest.in go.mod go.sum go.work
        """
)

UPPER_FILES = frozenset(("BUILD", "WORKSPACE", "VERSION", "TODO", "Brewfile", "MODULE"))

# Never in a repository, whatever its ignore rules say.
GENERATED_FOLDERS = words("node_modules .venv venv .git __pycache__ .pytest_cache .mypy_cache .ruff_cache .gradle")
# Made by tools as a rule: a path through one is no claim about what the repository keeps, unless it was kept once.
MADE_FOLDERS = GENERATED_FOLDERS | words(
    """
        dist build out target coverage .next .nuxt logs log tmp temp .cache bin obj DerivedData .idea .vscode
        .svelte-kit .turbo htmlcov site-packages Pods
        """
)

# A dot and a known extension alone are a kind of file; these few are files.
DOT_FILES = words("env gitignore gitattributes editorconfig dockerignore")

# `Next.js` is a product; a file of that name would be written with its folder.
PRODUCTS = words(
    """
        next.js node.js vue.js nuxt.js three.js d3.js chart.js express.js react.js angular.js
        ember.js backbone.js socket.io asp.net ado.net ml.net vb.net .net p5.js alpine.js moment.js
        day.js discord.js whisper.cpp llama.cpp ggml.ai claude.ai openai.com hono.js nest.js nestjs
        solid.js preact.js jquery.js tensorflow.js transformers.js fly.io crates.io docs.rs
        pkg.go.dev vis.js highlight.js prism.js mermaid.js paper.js matter.js phaser.js pixi.js
        babylon.js electron.js deno.land bootstrap.js
        """
)

ABSOLUTE_ROOTS = words(
    """
        usr etc var tmp opt home users root dev proc sys mnt media srv sbin boot run private volumes
        applications library system workspace workspaces nix snap
        """
)

TOP_FOLDERS = words(
    """
        src lib libs app apps packages pkg cmd internal api web client server frontend backend test
        tests spec specs docs doc scripts script tools tool bin config configs conf assets public
        static resources templates examples example samples components pages views models
        controllers services utils helpers hooks store types core common shared modules plugins
        vendor third_party infra deploy deployment docker k8s migrations db data database schemas
        proto include source sources crates mobile ios android e2e benchmarks bench fixtures locales
        i18n styles themes layouts middleware routes handlers domain adapters ports features ui ci
        """
)

# Names of layers and of files that many folders have: they speak of a role, not of one place.
ROLES = words(
    """
        domain application infrastructure interfaces presentation adapters ports entities repositories
        usecases use_cases core index.ts index.tsx index.js __init__.py mod.rs
        package.json pubspec.yaml Cargo.toml pyproject.toml go.mod composer.json Gemfile pom.xml build.gradle
        build.gradle.kts Package.swift mix.exs
        """
)

# Of a workspace the root has one, whether or not its members have their own.
OF_WORKSPACES = words(
    """
        package.json package-lock.json pnpm-lock.yaml yarn.lock bun.lock bun.lockb npm-shrinkwrap.json Cargo.toml
        Cargo.lock go.mod go.sum go.work pyproject.toml uv.lock poetry.lock composer.json composer.lock Gemfile
        Gemfile.lock pubspec.yaml pubspec.lock mix.lock .gitignore .editorconfig .nvmrc
        """
)

# Objects that the platform gives to every program: their members are nobody's own.
PLATFORM_OBJECTS = words(
    """
        console window document navigator location localStorage sessionStorage process Math JSON Object Array Promise
        Date Number String Symbol Reflect globalThis
        """
)

# Functions that a framework calls by their names: every program writes its own, and the name means the framework's.
FRAMEWORK_CALLS = words(
    """
        getStaticPaths getStaticProps getServerSideProps getInitialProps generateMetadata generateStaticParams
        generateViewport componentDidMount componentDidUpdate componentWillUnmount componentDidCatch
        shouldComponentUpdate getDerivedStateFromProps ngOnInit ngOnDestroy ngOnChanges ngAfterViewInit
        asyncData onMounted onUnmounted onBeforeMount onBeforeUnmount
        viewDidLoad viewWillAppear viewDidAppear viewWillDisappear viewDidDisappear layoutSubviews awakeFromNib
        onCreate onCreateView onViewCreated onStart onResume onPause onStop onDestroy onDestroyView onCleared
        onBind onReceive onSaveInstanceState initState didChangeDependencies didUpdateWidget
        setUp tearDown setUpClass tearDownClass beforeEach afterEach beforeAll afterAll asyncSetUp asyncTearDown
        get_queryset get_context_data get_serializer_class has_permission has_object_permission
        ConfigureServices OnModelCreating FixedUpdate LateUpdate OnEnable OnDisable OnDestroy OnTriggerEnter
        OnCollisionEnter toString hashCode compareTo
    """
)

MIME_HEADS = words("application audio font image message multipart text video")
MIME_TAILS = words(
    """
        json xml html plain css csv javascript octet-stream pdf zip png jpeg jpg gif webp svg+xml
        mpeg mp4 form-data event-stream x-www-form-urlencoded markdown typescript x-ndjson yaml wasm
        ogg wav
        """
)

HOSTS = words(
    """
        com org net io dev ai co app gov edu sh me us uk de jp cn kr ru br fr eu xyz so cloud tech
        land rs
        """
)

ROOT_VARIABLES = words(
    """
        ROOT REPO_ROOT PROJECT_ROOT PROJECT_DIR CLAUDE_PROJECT_DIR REPO PWD WORKSPACE
        GITHUB_WORKSPACE ROOT_DIR SRCROOT rootDir workspaceFolder workspaceRoot projectDir PROJECT
        GIT_ROOT BASE_DIR CMAKE_SOURCE_DIR PROJECT_SOURCE_DIR REPO_DIR
        """
)
HOME_VARIABLES = words(
    """
        HOME USERPROFILE APPDATA LOCALAPPDATA XDG_CONFIG_HOME XDG_STATE_HOME XDG_DATA_HOME TMPDIR
        TEMP TMP
        """
)

KEYWORDS = words(
    """
        true false null none nil undefined self this super void int str string bool boolean float
        double char byte any object list dict set map array tuple number date if else for while do
        try except catch finally return yield await async def class fn func function let const var
        new import from export default public private protected static final abstract interface enum
        struct trait impl type extends implements in of is not and or with as pass break continue
        switch case match get post put delete patch head options select insert update where join id
        ok yes no on off todo fixme
        """
)


def extension_of(name: str) -> str:
    """Return the part after the last dot of a base name, in lower case; empty if there is none."""
    dot = name.rfind(".")
    return name[dot + 1 :].lower() if dot > 0 else ""


def is_file_name(base: str) -> bool:
    """Tell whether `base` looks like a file: a known extension, a well-known name, a dot file."""
    if base.lower() in FILES or base in UPPER_FILES:
        return True
    if base.startswith(".") and base[1:].lower() in EXTENSIONS:
        return base[1:] in DOT_FILES
    if base.startswith(".") and len(base) > 2 and base[1].isalpha():
        return base.count(".") < 4 and (base.islower() or extension_of(base) in EXTENSIONS)
    return extension_of(base) in EXTENSIONS


def is_strong_file_name(base: str) -> bool:
    """Tell whether `base` is a file even without a folder or other evidence before it."""
    if base.lower() in PRODUCTS:
        return False
    return is_file_name(base) and (
        base.startswith(".") or extension_of(base) not in WEAK_EXTENSIONS or base.lower() in FILES
    )
