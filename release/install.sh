#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Installs rani for you alone, from an archive of a release: no root, no other program than tar, gzip
# and sha256sum (and curl or wget for a URL).
#
#   sh install.sh ARCHIVE|URL [SHA256]   installs it; an earlier version goes, unless it is in use
#   sh install.sh --uninstall            removes all of it but your runs
#
# The archive's checksum is SHA256, or the one in SHA256SUMS beside it.
#
#   ~/.local/share/rani/rani-VERSION     the archive
#   ~/.local/bin/rani                    a link to it, as are the man pages and completions:
#   ~/.local/share/man/man1, ~/.local/share/bash-completion/completions,
#   ~/.local/share/zsh/site-functions, ~/.local/share/fish/vendor_completions.d
#
# XDG_DATA_HOME names another folder than ~/.local/share.
set -eu
umask 022

fail() {
  echo "install.sh: $1" >&2
  exit 1
}

# Fetches URL $1 into file $2.
fetch() {
  if command -v curl >/dev/null; then
    curl -fsSL --proto '=https,http,file' -o "$2" "$1"
  elif command -v wget >/dev/null; then
    wget -q -O "$2" "$1"
  else
    fail "found neither curl nor wget, which fetch $1"
  fi || fail "cannot fetch $1"
}

# Makes $new/archive from archive or URL $1, with checksum $2 or that of SHA256SUMS beside it.
take_archive() {
  case $1 in
    *://*)
      fetch "$1" "$new/archive"
      [ -n "$2" ] || fetch "${1%/*}/SHA256SUMS" "$new/SHA256SUMS"
      ;;
    *)
      [ -r "$1" ] || fail "there is no archive $1"
      cp "$1" "$new/archive"
      case $1 in */*) beside=${1%/*} ;; *) beside=. ;; esac
      [ -n "$2" ] || cp "$beside/SHA256SUMS" "$new" 2>/dev/null ||
        fail "$beside has no SHA256SUMS: give the checksum of $1 after its name"
      ;;
  esac
  expected=$2
  [ -n "$expected" ] || while read -r sum file; do
    [ "${file#\*}" != "${1##*/}" ] || expected=$sum
  done <"$new/SHA256SUMS"
  [ -n "$expected" ] || fail "SHA256SUMS does not name ${1##*/}"
  sum=$(sha256sum "$new/archive")
  [ "${sum%% *}" = "$expected" ] ||
    fail "$1 is damaged or another: its SHA-256 is ${sum%% *}, expected $expected"
}

# Makes a link in folder $2 to each file that stands behind, unless there is something of another.
link_into() {
  folder=$1
  shift
  for file; do
    [ -e "$file" ] || continue
    link=$folder/${file##*/}
    case $link in */bash-completion/*) link=${link%.bash} ;; esac
    if [ -h "$link" ] || [ ! -e "$link" ]; then
      mkdir -p "$folder"
      ln -sf "$file" "$link"
    else
      echo "install.sh: $link is not rani's, and stays" >&2
    fi
  done
}

link_all() {
  link_into "$HOME/.local/bin" "$1/rani"
  link_into "$data/man/man1" "$1"/share/man/man1/*.1
  link_into "$data/bash-completion/completions" "$1/share/completions/rani.bash"
  link_into "$data/zsh/site-functions" "$1/share/completions/_rani"
  link_into "$data/fish/vendor_completions.d" "$1/share/completions/rani.fish"
}

# Removes links into what is no longer there.
unlink_gone() {
  for link in "$HOME/.local/bin/rani" "$data"/man/man1/rani*.1 \
    "$data/bash-completion/completions/rani" "$data/zsh/site-functions/_rani" \
    "$data/fish/vendor_completions.d/rani.fish"; do
    [ -h "$link" ] && [ ! -e "$link" ] || continue
    case $(readlink "$link") in "$home"/*) rm -f "$link" ;; esac
  done
}

# Removes all versions but $1, and those that a process runs on.
remove_others() {
  running=$(ps -Aww -o args 2>/dev/null || cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\0' ' ')
  for other in "$home"/rani-*; do
    [ -d "$other" ] && [ "$other" != "$1" ] || continue
    case $running in
      *"$other/"*) echo "install.sh: $other is in use, and stays" >&2 ;;
      *) rm -rf "$other" ;;
    esac
  done
}

install() {
  new=$home/.new-$$
  trap 'rm -rf "$new"' EXIT
  trap 'exit 1' HUP INT TERM
  mkdir -p "$new/unpacked"
  take_archive "$1" "${2:-}"
  tar -xzf "$new/archive" -C "$new/unpacked" || fail "cannot unpack $1"
  name=$(ls "$new/unpacked")
  case $name in
    rani-*[!A-Za-z0-9.+~-]*) fail "$1 is no archive of rani" ;;
    rani-*) [ -x "$new/unpacked/$name/rani" ] || fail "$1 is no archive of rani" ;;
    *) fail "$1 is no archive of rani" ;;
  esac
  "$new/unpacked/$name/rani" --version || fail "$1 does not run on this machine"
  if [ -e "$home/$name" ]; then # the same version again, perhaps another build of it
    mv "$home/$name" "$new/old"
  fi
  mv "$new/unpacked/$name" "$home/$name"
  link_all "$home/$name"
  remove_others "$home/$name"
  unlink_gone
  echo "installed in $home/$name"
  case :$PATH: in
    *":$HOME/.local/bin:"*) ;;
    *) echo "~/.local/bin is not on your PATH: add it, or start ~/.local/bin/rani" ;;
  esac
}

[ "$(id -u)" != 0 ] || fail "this is for one user, and never root; for all users there is the .deb"
[ -d "${HOME:-}" ] || fail "HOME is not set to a folder"
data=${XDG_DATA_HOME:-$HOME/.local/share}
home=$data/rani
case ${1:-} in
  --uninstall)
    remove_others ''
    unlink_gone
    rmdir "$home" 2>/dev/null || [ ! -e "$home" ] || fail "$home has more than rani's versions in it"
    ;;
  '' | -*) fail "usage: sh install.sh ARCHIVE|URL [SHA256], or sh install.sh --uninstall" ;;
  *) install "$@" ;;
esac
