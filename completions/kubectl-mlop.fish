# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_kubectl_mlop_global_optspecs
    string join \n h/help V/version
end

function __fish_kubectl_mlop_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_kubectl_mlop_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_kubectl_mlop_using_subcommand
    set -l cmd (__fish_kubectl_mlop_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c kubectl-mlop -n "__fish_kubectl_mlop_needs_command" -s h -l help -d 'Print help'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_needs_command" -s V -l version -d 'Print version'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_needs_command" -f -a "diagnose" -d 'Say why a run does not do what was asked: its state, one root cause with proof, and who has to act'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_needs_command" -f -a "capture" -d 'Keep the evidence of a run as a bundle'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_needs_command" -f -a "tree" -d 'Show a run\'s objects as a tree, each with its state'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_needs_command" -f -a "explain" -d 'Explain a code of a finding, or a reason of the API'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_needs_command" -f -a "rules" -d 'List all rules'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_needs_command" -f -a "version" -d 'Print the version'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_needs_command" -f -a "completion" -d 'Print a completion script'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand diagnose" -s n -l namespace -d 'Namespace to look in; without it, every one that the input holds' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand diagnose" -l from -d 'Bundle (directory or .zip), or file of objects as kubectl get -o yaml|json prints them; - for standard input; several add up' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand diagnose" -s o -l output -d 'Format of the answer' -r -f -a "text\t'For people'
wide\t'For people, with all proof, the timeline and all gaps'
json\t'For machines'
yaml\t'For machines, as YAML'"
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand diagnose" -l fail-on -d 'Gravest finding that still exits 0 is one below this' -r -f -a "error\t'Errors exit 3, warnings 0'
warning\t'Errors exit 3, warnings 4'"
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand diagnose" -l color -d 'When to colour' -r -f -a "auto\t'On a terminal that can, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand diagnose" -l exit-zero -d 'Exit 0 whatever is found; errors of the tool still count'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand diagnose" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand capture" -s n -l namespace -d 'Namespace to look in; without it, every one that the input holds' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand capture" -l from -d 'Bundle (directory or .zip), or file of objects as kubectl get -o yaml|json prints them; - for standard input; several add up' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand capture" -l to -d 'Where to write: a path ending in .zip, else a directory' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand capture" -l status-by -d 'Who wrote the status of the objects, for the bundle\'s description' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand capture" -s h -l help -d 'Print help'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand tree" -s n -l namespace -d 'Namespace to look in; without it, every one that the input holds' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand tree" -l from -d 'Bundle (directory or .zip), or file of objects as kubectl get -o yaml|json prints them; - for standard input; several add up' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand tree" -l color -d 'When to colour' -r -f -a "auto\t'On a terminal that can, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand tree" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand explain" -s h -l help -d 'Print help'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand rules" -s o -l output -d 'Format of the list' -r -f -a "text\t'For people'
wide\t'For people, with all proof, the timeline and all gaps'
json\t'For machines'
yaml\t'For machines, as YAML'"
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand rules" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand version" -s o -l output -d 'Format' -r -f -a "text\t'For people'
wide\t'For people, with all proof, the timeline and all gaps'
json\t'For machines'
yaml\t'For machines, as YAML'"
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand version" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand completion" -s h -l help -d 'Print help'
