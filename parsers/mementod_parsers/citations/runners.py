"""Closed lists about command lines: interpreters, task runners with their own verbs, well-known tools.

Data only. A verb that a tool has built in claims nothing about the repository.
"""

from __future__ import annotations

import re

from mementod_parsers.word_lists import word_list, words

_NODE_BUILT_IN = words(
    """
        install i ci add remove rm uninstall update up upgrade outdated audit publish pack link
        unlink init create dlx exec x why list ls config cache login logout whoami view info version
        help root bin prune dedupe rebuild store patch import deploy fund search set get
        approve-builds self-update env server licenses completion doctor ping owner access token
        team tag deprecate org explain query sbom shrinkwrap repo docs bugs edit explore star stars
        diff dist-tag pm build-bin node plugin plugins workspaces workspace npm berry policies
        global generate-lock-entry
        """
)

# Interpreters and the verbs that may stand before the file they run.
FILE_RUNNERS: dict[str, frozenset[str]] = {
    **dict.fromkeys(
        word_list(
            """
        python python3 python2 py pypy python3.10 python3.11 python3.12 python3.13 bash sh zsh fish
        ksh dash pwsh powershell node nodejs tsx ts-node ruby php perl lua Rscript julia elixir dart
        swift source . osascript streamlit gunicorn uvicorn bats shellcheck groovy scala kotlin awk
        gawk sed chmod
        """
        ),
        frozenset(("run",)),
    ),
    "deno": frozenset(("run", "test")),
    "bun": frozenset(("run", "test")),
    "go": frozenset(("run",)),
    "uv": frozenset(("run",)),
    "poetry": frozenset(("run",)),
    "php": frozenset(),
    "npx": frozenset(("tsx", "ts-node")),
    "flutter": frozenset(("run",)),
    "chmod": words("+x u+x 755 a+x"),
}

# Task runners and the verbs after which a name of the repository stands.
TASK_RUNNERS: dict[str, frozenset[str]] = {
    "npm": words("run run-script test start stop restart"),
    "pnpm": words("run test start stop restart exec"),
    "yarn": frozenset(("run", "test", "start")),
    "bun": frozenset(("run",)),
    "deno": frozenset(("task",)),
    "make": frozenset(),
    "gmake": frozenset(),
    "just": frozenset(),
    "task": frozenset(),
    "rake": frozenset(),
    "gradle": frozenset(),
    "gradlew": frozenset(),
    "composer": frozenset(("run", "run-script")),
    "cargo": words("run test build check bench clippy install fmt doc nextest"),
    "tox": frozenset(("run",)),
    "nox": frozenset(),
    "invoke": frozenset(),
    "inv": frozenset(),
    "poe": frozenset(),
    "hatch": frozenset(("run",)),
    "pdm": frozenset(("run",)),
    "nx": words("run test build serve lint"),
    "turbo": frozenset(("run",)),
    "lerna": frozenset(("run",)),
    "mise": frozenset(("run",)),
    "mix": frozenset(),
    "ant": frozenset(),
    "grunt": frozenset(),
    "gulp": frozenset(),
    "lake": frozenset(),
    "pixi": frozenset(("run",)),
    "fastlane": frozenset(),
    "mage": frozenset(),
}

BUILT_IN: dict[str, frozenset[str]] = {
    "npm": _NODE_BUILT_IN | {"t", "tst"},
    "pnpm": _NODE_BUILT_IN,
    "yarn": _NODE_BUILT_IN,
    "bun": _NODE_BUILT_IN | {"test", "build", "repl"},
    "deno": words(
        """
        install test lint fmt check compile cache info bench doc run add remove upgrade serve
        """
    ),
    "composer": words(
        """
        install update require remove dump-autoload dumpautoload validate show outdated audit
        create-project global self-update init exec normalize why depends config clear-cache archive
        """
    ),
    "gradle": words(
        """
        wrapper init help tasks projects dependencies properties components model
        """
    ),
    "gradlew": words(
        """
        wrapper init help tasks projects dependencies properties components model
        """
    ),
    "cargo": words(
        """
        new init add remove update publish search tree vendor fmt clippy clean doc fetch fix login
        metadata package report rustc install uninstall version yank watch nextest audit deny
        llvm-cov expand machete insta sqlx run test build check bench
        """
    ),
    "mix": words(
        """
        deps.get deps.compile compile test format new credo dialyzer ecto.create ecto.migrate
        ecto.reset phx.server release
        """
    ),
    "nx": words(
        """
        graph affected run-many reset format migrate generate g list report
        """
    ),
    "turbo": words("prune login link gen"),
    "lake": words("build update exe env new init clean"),
    "task": frozenset(),
    "hatch": words("build publish env shell version new fmt test"),
    "pdm": words("install add remove update lock sync build publish"),
    "mise": words(
        """
        install use ls trust exec x upgrade settings tasks doctor activate
        """
    ),
    "tox": frozenset(["list", "config", "devenv"]),
    "rake": frozenset(["-T"]),
    "pixi": words("install add remove update shell"),
}

KNOWN_TOOLS = words(
    """
        git gh glab docker docker-compose podman kubectl helm terraform tofu ansible
        ansible-playbook aws gcloud az curl wget ls cat cp mv rm mkdir rmdir touch ln find grep rg
        sed awk head tail sort uniq wc diff tree less more echo printf export set unset source test
        pytest ruff mypy black isort flake8 pylint pyright pre-commit pip pip3 pipx uv uvx poetry
        pipenv conda mamba virtualenv go gofmt golangci-lint rustc rustup rustfmt tsc eslint
        prettier vitest jest mocha playwright cypress vite next nuxt webpack rollup esbuild
        storybook biome oxlint npx pnpx bunx corepack nvm fnm volta ruby gem bundle rails rubocop
        rspec brakeman erb_lint php phpunit phpstan pint pest laravel symfony psalm php-cs-fixer
        java javac mvn mvnw kotlinc ktlint detekt swift swiftlint swiftformat xcodebuild xcrun pod
        tuist dotnet msbuild nuget cmake ctest ninja meson gcc g++ clang clang-format clang-tidy gdb
        lldb valgrind psql mysql sqlite3 redis-cli mongosh pg_dump alembic flask django-admin celery
        uvicorn gunicorn streamlit jupyter sphinx-build mkdocs hugo jekyll bats shellcheck shfmt
        hadolint actionlint yamllint jq yq xargs tar zip unzip ssh scp rsync systemctl service
        journalctl brew apt apt-get yum dnf pacman apk choco winget scoop code cursor claude codex
        gemini opencode aider ollama vercel netlify wrangler firebase supabase prisma drizzle-kit
        sequelize knex openssl adb flutter dart pub elixir iex sbt scala lein clj zig nim v deno
        node python python3 bash sh zsh pwsh powershell cmd open kill pkill killall ps top lsof
        netstat chmod chown sudo which whereis man env time watch sleep true false exit return read
        cd pwd pushd popd cargo make husky lint-staged lefthook semgrep trivy buf protoc sqlc templ
        air wails tauri electron expo eas react-native eksctl k9s skaffold minikube kind argocd flux
        act dvc mlflow huggingface-cli hf nvidia-smi nix nix-shell direnv tmux screen vim nvim nano
        emacs powershell.exe get-childitem select-string get-content set-location test-path
        remove-item copy-item invoke-pester new-item write-host import-module start-process tee cut
        tr basename dirname date whoami id uname hostname ping nc dig nslookup crontab at strings
        file stat du df free uptime mount umount base64 md5sum sha256sum
        """
)

VALUE_OPTIONS = words(
    """
        -n -k -m -o -f -c -p -e --with --python --extra --group --config -x --env-file --loader
        --require -r --import -t --timeout -j --jobs -W -u --user --host --port --level --name --tag
        --target --features --profile --project --package --all-features=1 -D -L -I --log-level
        --reporter --from
        """
)

OUTPUT_OPTIONS = words(
    """
        -o --output --out --output-dir --outdir --out-dir --dest -O --output-file --report
        """
)

# Modules that `python -m` finds without the repository.
PYTHON_MODULES = words("venv pip pytest http build unittest compileall json black ensurepip cProfile pdb timeit site")

SHELL_KEYWORDS = words(
    "if then else elif fi for do done while until case esac function in select local declare trap shift"
)

TARGET_NAME = re.compile(r"^[A-Za-z_@][\w.:@/-]*$")
