# fish completion for kine: commands, options and files; what it offers is what `kine --help` says.
function __kine_commands
    kine --help 2>/dev/null | sed -n '/^Subcommands:/,/^$/s/^  \([a-z][a-z-]*\)  *\(.*\)/\1\t\2/p'
end
function __kine_options
    set -l words (commandline -opc)
    kine $words[2] --help 2>/dev/null | sed -nE 's/^  (-[a-z],)?(--[a-z-]+).*/\2/p'
end
complete -c kine -n __fish_use_subcommand -f -a '(__kine_commands)'
complete -c kine -n 'not __fish_use_subcommand; and string match -q -- "-*" (commandline -ct)' -f -a '(__kine_options)'
