# SPDX-License-Identifier: Apache-2.0
# Completion of rani for bash 3.2 and later: `source` it, or keep it as
# ~/.local/share/bash-completion/completions/rani. The words come from `rani __complete`.

_rani() {
  local rest=${COMP_LINE:0:COMP_POINT} words=() last=-1 blank word i
  # bash also parts words at = and :, which are joined again.
  for ((i = 0; i <= COMP_CWORD; i++)); do
    blank=${rest%%[![:space:]]*}
    rest=${rest#"$blank"}
    word=${COMP_WORDS[i]}
    ((i < COMP_CWORD)) || word=$rest
    if ((last >= 0)) && [[ -z $blank ]]; then
      words[last]+=$word
    else
      ((last += 1))
      words[last]=$word
    fi
    rest=${rest#"$word"}
  done

  local begun=${words[last]} quote= cut=
  case $begun in
    [\'\"]*) quote=${begun:0:1} ;;
    *[=:]*) [[ $COMP_WORDBREAKS != *[=:]* ]] || cut=${begun%"${begun##*[=:]}"} ;;
  esac
  for ((i = 0; i <= last; i++)); do
    words[i]=${words[i]//[\'\"\\]/}
  done
  words[0]=${words[0]/#\~\//$HOME/}

  local candidate note kind= files
  COMPREPLY=()
  while IFS=$'\t' read -r candidate note; do
    case $candidate in
      :*) kind=$candidate ;;
      *) COMPREPLY+=("${candidate#"$cut"}") ;;
    esac
  done < <(command "${words[0]}" __complete -- "${words[@]:1}" 2>/dev/null)

  if [[ -n $kind ]]; then
    begun=${words[last]#"$cut"}
    case $kind in
      :folders) files=$(compgen -d -- "$begun") ;;
      ':files '*) files=$(
        compgen -d -- "$begun"
        compgen -f -X "!*.${kind#:files }" -- "$begun"
      ) ;;
      *) files=$(compgen -f -- "$begun") ;;
    esac
    if [[ -n $files ]]; then
      [[ $(type -t compopt) != builtin ]] || compopt -o filenames
      while IFS= read -r word; do
        COMPREPLY+=("$word")
      done <<<"$files"
    fi
    return
  fi
  if [[ -z $quote ]]; then # files are quoted by readline, other words are not
    for ((i = 0; i < ${#COMPREPLY[@]}; i++)); do
      printf -v COMPREPLY[i] %q "${COMPREPLY[i]}"
    done
  fi
  if ((${#COMPREPLY[@]} == 1)) && [[ ${COMPREPLY[0]} == *[=/.:] ]]; then
    [[ $(type -t compopt) != builtin ]] || compopt -o nospace
    [[ -z $quote ]] || COMPREPLY+=("${COMPREPLY[0]} ") # a single one would end the quotation
  fi
}

complete -F _rani rani
