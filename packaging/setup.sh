# What bin/pace, bin/test and packaging/environment share on a first start.
# Sourced, never run. The caller has set: root (this checkout), base (where Pace keeps its
# environments) and, to build one, env and stamp. Everything is said on stderr; nothing here reads
# standard input but the question.

uv_version=0.13.9

say() { printf 'pace: %s\n' "$*" >&2; }
die() { say "$*"; exit 69; }

# One set-up at a time; a second start waits here. The lock lives on in child processes, so that
# one which outlives a killed shell still keeps the next start waiting.
take_lock() {
  (umask 077; mkdir -p "$base") || die "cannot write to $base"
  exec 9>"$base/setup.lock" || die "cannot write to $base"
  flock -n 9 && return
  say 'another start is setting up; waiting for it'
  flock 9 || die 'cannot take the set-up lock'
}

# ---------------------------------------------------------------- system packages

# missing_packages GROUP...: the packages of these groups that are not installed, one a line.
# One with "or:COMMAND" is not missing where that command is, wherever it came from.
missing_packages() {
  dpkg-query -W -f='${db:Status-Status}\t${Package}\t${Provides}\n' 2>/dev/null |
    awk -F '\t' -v groups="$*" '
      BEGIN { n = split(groups, g, " "); for (i = 1; i <= n; i++) wanted[g[i]] = 1 }
      FILENAME == "-" {
        if ($1 != "installed") next
        have[$2] = 1
        n = split($3, p, ", "); for (i = 1; i <= n; i++) { sub(/ .*/, "", p[i]); have[p[i]] = 1 }
        next
      }
      { split($0, f, " ") }
      f[1] in wanted && !(f[2] in have) { print f[2], f[3] ~ /^or:/ ? substr(f[3], 4) : "" }
    ' - "$root/packaging/debian.txt" |
    while read -r package instead; do
      [ -n "$instead" ] && command -v "$instead" >/dev/null 2>&1 || echo "$package"
    done
}

# explain PACKAGE...: each package with the reason it is wanted.
explain() {
  for package in "$@"; do
    sed -n "s/^[a-z]* *$package  *\(or:[^ ]*  *\)\{0,1\}# *\(.*\)/    $package: \2/p" "$root/packaging/debian.txt" |
      head -n 1 >&2
  done
}

# as_root COMMAND...: directly, or through sudo if it lets us. It does not inherit the set-up
# lock, because a service that a package starts would keep it for ever.
as_root() {
  if [ "$(id -u)" = 0 ]; then "$@" </dev/null >&2 9>&-
  elif ! command -v sudo >/dev/null 2>&1; then return 77
  elif sudo -n true </dev/null 2>/dev/null; then sudo -n "$@" </dev/null >&2 9>&-
  elif [ -t 0 ]; then sudo "$@" >&2 9>&-
  else return 77
  fi
}

apt() {
  as_root env DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 \
    apt-get -qq -o DPkg::Lock::Timeout=600 -o Dpkg::Use-Pty=0 "$@"
}

# system_packages GROUP...: install what is missing. Returns 0 if nothing is missing at the end,
# 1 if the person said no or root is out of reach (do not ask again), 2 if it may work next time.
# The program itself says what it cannot do without them.
system_packages() {
  if ! command -v apt-get >/dev/null 2>&1 || ! command -v dpkg-query >/dev/null 2>&1; then
    say 'no apt-get here; please see that these (named as in Debian) are installed:'
    # shellcheck disable=SC2046
    explain $(for group in "$@"; do
      sed -n "s/^$group  *\([^ ]*\).*/\1/p" "$root/packaging/debian.txt"
    done)
    return 1
  fi
  # shellcheck disable=SC2046
  set -- "$*" $(missing_packages "$@")
  groups=$1; shift
  [ $# -gt 0 ] || return 0
  sudo=''; [ "$(id -u)" = 0 ] || sudo='sudo '
  command="${sudo}apt-get install --no-install-recommends $*"
  say 'these system packages are missing:'
  explain "$@"
  if [ "${PACE_YES-}" != 1 ] && [ -t 0 ]; then
    printf 'pace: install them now with apt-get? [Y/n] ' >&2
    read -r answer || answer=n
    case $answer in
      '' | [yY]*) ;;
      *) say "going on without them. To install them later: $command"; return 1 ;;
    esac
  fi
  if ! as_root true; then
    say "going on without them, since this needs root. To install them: $command"
    return 1
  fi
  say "installing: $*"
  as_root dpkg --configure -a || true # an installation that was cut off
  apt update || true                  # old lists may do
  elsewhere=''                        # names that this distribution does not have
  if ! apt install -y --no-install-recommends "$@"; then
    known='' # one of them spoils the whole command
    for package in "$@"; do
      if apt-get -qq -s install "$package" >/dev/null 2>&1 </dev/null; then known="$known $package"
      else elsewhere="$elsewhere$package "
      fi
    done
    # shellcheck disable=SC2086
    [ -z "$elsewhere" ] || [ -z "$known" ] ||
      apt install -y --no-install-recommends $known || true
  fi
  # shellcheck disable=SC2046,SC2086
  set -- $(missing_packages $groups)
  [ $# -gt 0 ] || return 0
  if [ "$* " = "$elsewhere" ]; then
    say "this distribution does not have $*; going on without"
    return 1
  fi
  say "still missing: $*. Please run: ${sudo}apt-get install --no-install-recommends $*"
  return 2
}

# ---------------------------------------------------------------- Python environments

# A real interpreter that has wheels in the lock; version managers' shims that cannot run are
# passed over.
find_python() {
  for candidate in ${PACE_PYTHON:-} /usr/bin/python3 python3 python3.13 python3.12 python3.11 \
    python3.14; do
    "$candidate" -I -c 'import sys
if not (3, 11) <= sys.version_info[:2] <= (3, 14): sys.exit(1)
print(getattr(sys, "_base_executable", None) or sys.executable)' 2>/dev/null </dev/null && return 0
  done
  return 1
}

# Sets uv to the pinned uv, fetched with pip and put in place in one move.
get_uv() {
  uv=$base/uv-$uv_version
  [ -x "$uv" ] && return
  rm -rf "$base"/fetch.*
  fetch=$(mktemp -d "$base/fetch.XXXXXX") || die "cannot write to $base"
  if "$python" -I -c 'import ensurepip, venv' 2>/dev/null &&
    "$python" -I -m venv "$fetch" >&2 </dev/null; then
    "$fetch/bin/python" -m pip install -q --disable-pip-version-check "uv==$uv_version" \
      >&2 </dev/null || die 'pip could not fetch uv; is there a network?'
  elif "$python" -m pip --version >/dev/null 2>&1; then # --target is allowed on managed Pythons
    "$python" -m pip install -q --disable-pip-version-check --target "$fetch" \
      "uv==$uv_version" >&2 </dev/null || die 'pip could not fetch uv; is there a network?'
  else
    die "$python has no venv support. Please run: sudo apt-get install python3-venv"
  fi
  mv "$fetch/bin/uv" "$uv" || die "cannot write to $base"
  rm -rf "$fetch"
}

# build_environment NAME: the environment of requirements/NAME.txt at $env. One without its stamp
# was cut off half-way: it is made anew, from the files that were already fetched.
build_environment() {
  [ -e "$env/.locked" ] && [ -x "$env/bin/python" ] && return
  [ "$(uname -sm)" = 'Linux x86_64' ] || die 'the locked environment is for Linux on x86_64 only'
  python=$(find_python) ||
    die 'needs Python 3.11 to 3.14. Please run: sudo apt-get install python3 python3-venv'
  get_uv
  say "building the Python environment $env"
  rm -rf "$env"
  set -- "$1" --quiet --no-config --no-python-downloads --cache-dir "$base/cache"
  name=$1; shift
  export UV_SYSTEM_CERTS=1
  "$uv" venv "$@" --no-project --python "$python" "$env" >&2 </dev/null ||
    die "cannot make $env"
  set -- "$@" --python "$env/bin/python" --require-hashes --compile-bytecode
  "$uv" pip sync "$@" "$root/requirements/$name.txt" >&2 </dev/null ||
    "$uv" pip sync --offline "$@" "$root/requirements/$name.txt" >/dev/null 2>&1 </dev/null ||
    die 'could not install the locked packages; start again to go on (what is here is kept)'
  : >"$env/.locked" || die "cannot write to $env"
}

# build_npm: the Node programs of requirements/npm at $npm, for the tests. Their own install scripts
# are not run, and nobody's npm cache is touched.
build_npm() {
  [ -e "$npm/.locked" ] && return
  command -v npm >/dev/null 2>&1 || { say 'no npm here; going on without'; return; }
  say "installing the Node programs of the tests into $npm"
  rm -rf "$npm"
  mkdir -p "$npm" && cp "$root"/requirements/npm/*.json "$npm" || die "cannot write to $base"
  npm ci --prefix "$npm" --cache "$base/npm-cache" --ignore-scripts --no-audit --no-fund \
    --no-update-notifier --loglevel=error >&2 </dev/null 9>&- ||
    die 'npm could not install the locked packages; start again to go on (what is here is kept)'
  : >"$npm/.locked" || die "cannot write to $npm"
}

# set_up NAME GROUP...: the packages of these groups, the environment, and the stamp last. A stamp
# that is not empty says that packages are missing and that there is no use in trying again.
set_up() {
  unset VIRTUAL_ENV PYTHONHOME PYTHONPATH
  take_lock
  name=$1; shift
  missing=0; system_packages "$@" || missing=$?
  build_environment "$name"
  [ -z "${npm-}" ] || build_npm
  case $missing in
    0) : >"$stamp" ;;
    1) echo 'system packages are missing' >"$stamp" ;;
  esac || die "cannot write to $env"
}
