# SPDX-License-Identifier: Apache-2.0
# Completion of rani for fish: `source` it, or keep it as ~/.config/fish/completions/rani.fish.
# The words come from `rani __complete`.

function __rani_complete
    set -l words (commandline -opc)
    set -l begun (commandline -ct | string unescape; or commandline -ct)
    set -l program (string replace -r '^~' $HOME -- $words[1])
    for line in (command $program __complete -- $words[2..-1] "$begun" 2>/dev/null)
        switch $line
            case ':files *'
                __fish_complete_suffix (string replace ':files ' . -- $line)
            case ':files' ':folders'
                set -l option (string match -r -- '^-[^=]*=' $begun)
                set -l path (string replace -- "$option" '' $begun)
                set -l paths (__fish_complete_path "$path")
                test $line = :files; or set paths (__fish_complete_directories "$path")
                string replace -r -- '^' "$option" $paths
            case '*'
                echo $line
        end
    end
end

complete -c rani -f -a '(__rani_complete)'
