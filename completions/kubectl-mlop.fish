# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_kubectl_mlop_global_optspecs
    string join \n kubeconfig= context= cluster= user= n/namespace= s/server= token= as= as-group= as-uid= as-user-extra= insecure-skip-tls-verify= tls-server-name= certificate-authority= client-certificate= client-key= disable-compression= cache-dir= request-timeout= timeout= chunk-size= in-flight= v/v= h/help V/version
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

complete -c kubectl-mlop -n "__fish_kubectl_mlop_needs_command" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_needs_command" -l context -d 'Context of the kubeconfig to use' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_needs_command" -l cluster -d 'Cluster of the kubeconfig to use' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_needs_command" -l user -d 'User of the kubeconfig to use' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_needs_command" -s n -l namespace -d 'Namespace to look in; with --from, every one that the input holds unless this is given' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_needs_command" -s s -l server -d 'Address of the API server' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_needs_command" -l token -d 'Bearer token' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_needs_command" -l as -d 'User to act as' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_needs_command" -l as-group -d 'Group to act as; may be given several times' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_needs_command" -l as-uid -d 'UID to act as' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_needs_command" -l as-user-extra -d 'Extra KEY=VALUE to act with; may be given several times' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_needs_command" -l insecure-skip-tls-verify -d 'Do not check the API server\'s certificate' -r -f -a "true\t''
false\t''"
complete -c kubectl-mlop -n "__fish_kubectl_mlop_needs_command" -l tls-server-name -d 'Name to expect in the API server\'s certificate' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_needs_command" -l certificate-authority -d 'File of the certificate authority' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_needs_command" -l client-certificate -d 'File of the client certificate' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_needs_command" -l client-key -d 'File of the client key' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_needs_command" -l disable-compression -d 'Ask for answers that are not compressed' -r -f -a "true\t''
false\t''"
complete -c kubectl-mlop -n "__fish_kubectl_mlop_needs_command" -l cache-dir -d 'Folder in which it is remembered for ten minutes what a cluster serves [default: kubectl\'s, $HOME/.kube/cache]' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_needs_command" -l request-timeout -d 'Longest that one request may take (1s, 2m; 0 for no limit)' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_needs_command" -l timeout -d 'Longest that the whole walk may take (30s, 5m; 0 for no limit) [default: 2m; of many runs, no limit]' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_needs_command" -l chunk-size -d 'Objects a page' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_needs_command" -l in-flight -d 'Requests under way at once' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_needs_command" -s v -l v -d 'From level 1 on, write each request to standard error: method, path, status, time, size' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_needs_command" -s V -l version -d 'Print version'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_needs_command" -f -a "diagnose" -d 'Say why a run does not do what was asked: its state, one root cause with proof, and who has to act'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_needs_command" -f -a "capture" -d 'Keep the evidence of a run, or of many, as a bundle; or of everything that happens as a record'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_needs_command" -f -a "tree" -d 'Show a run\'s objects as a tree, each with its state'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_needs_command" -f -a "bundle" -d 'Look into a bundle: whether it is whole, what it holds'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_needs_command" -f -a "explain" -d 'Explain a code of a finding, or a reason of the API'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_needs_command" -f -a "rules" -d 'List all rules'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_needs_command" -f -a "version" -d 'Print the version'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_needs_command" -f -a "completion" -d 'Print a completion script'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand diagnose" -l from -d 'In place of a cluster: a bundle (directory or .zip), or a file of objects as kubectl get -o yaml|json prints them; - for standard input; several add up' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand diagnose" -l redact-policy -d 'Rules of redaction besides the built-in ones, as docs/redaction.md describes them' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand diagnose" -l record -d 'Record that adds what the API has forgotten: the one that capture --watch keeps of this cluster (auto), another, or none' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand diagnose" -l at -d 'Look at the record as of then: a time (2026-11-30T03:00:00Z), or how long ago (20m)' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand diagnose" -s o -l output -d 'Format of the answer' -r -f -a "text\t'For people'
wide\t'For people, with all proof, the timeline and all gaps'
json\t'For machines'
yaml\t'For machines, as YAML'
name\t'The run as TYPE.GROUP/NAME, to hand on'"
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand diagnose" -l fail-on -d 'Gravest finding that still exits 0 is one below this' -r -f -a "error\t'Errors exit 3, warnings 0'
warning\t'Errors exit 3, warnings 4'"
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand diagnose" -l color -d 'When to colour' -r -f -a "auto\t'On a terminal that can, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand diagnose" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand diagnose" -l context -d 'Context of the kubeconfig to use' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand diagnose" -l cluster -d 'Cluster of the kubeconfig to use' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand diagnose" -l user -d 'User of the kubeconfig to use' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand diagnose" -s n -l namespace -d 'Namespace to look in; with --from, every one that the input holds unless this is given' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand diagnose" -s s -l server -d 'Address of the API server' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand diagnose" -l token -d 'Bearer token' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand diagnose" -l as -d 'User to act as' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand diagnose" -l as-group -d 'Group to act as; may be given several times' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand diagnose" -l as-uid -d 'UID to act as' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand diagnose" -l as-user-extra -d 'Extra KEY=VALUE to act with; may be given several times' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand diagnose" -l insecure-skip-tls-verify -d 'Do not check the API server\'s certificate' -r -f -a "true\t''
false\t''"
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand diagnose" -l tls-server-name -d 'Name to expect in the API server\'s certificate' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand diagnose" -l certificate-authority -d 'File of the certificate authority' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand diagnose" -l client-certificate -d 'File of the client certificate' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand diagnose" -l client-key -d 'File of the client key' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand diagnose" -l disable-compression -d 'Ask for answers that are not compressed' -r -f -a "true\t''
false\t''"
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand diagnose" -l cache-dir -d 'Folder in which it is remembered for ten minutes what a cluster serves [default: kubectl\'s, $HOME/.kube/cache]' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand diagnose" -l request-timeout -d 'Longest that one request may take (1s, 2m; 0 for no limit)' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand diagnose" -l timeout -d 'Longest that the whole walk may take (30s, 5m; 0 for no limit) [default: 2m; of many runs, no limit]' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand diagnose" -l chunk-size -d 'Objects a page' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand diagnose" -l in-flight -d 'Requests under way at once' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand diagnose" -s v -l v -d 'From level 1 on, write each request to standard error: method, path, status, time, size' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand diagnose" -l deep -d 'Lift the limits that keep the walk small: look into every pod, read lists and logs as far as they go'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand diagnose" -l exit-zero -d 'Exit 0 whatever is found; errors of the tool still count'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand diagnose" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand capture" -l from -d 'In place of a cluster: a bundle (directory or .zip), or a file of objects as kubectl get -o yaml|json prints them; - for standard input; several add up' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand capture" -l redact-policy -d 'Rules of redaction besides the built-in ones, as docs/redaction.md describes them' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand capture" -l record -d 'Record that adds what the API has forgotten: the one that capture --watch keeps of this cluster (auto), another, or none' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand capture" -l at -d 'Look at the record as of then: a time (2026-11-30T03:00:00Z), or how long ago (20m)' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand capture" -s l -l selector -d 'In place of a run: the runs that have these labels (key=value,key2=value2), and nothing of what they do not need' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand capture" -l to -d 'Where to write: a path ending in .zip, else a directory; without it, a .zip named after what is in it' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand capture" -l logs -d 'Which logs are kept' -r -f -a "none\t'None'
errors\t'Of what failed or crashes, and of a few of its running peers'
all\t'Of every container, with the run before its last restart'"
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand capture" -l since -d 'Of the logs of a cluster, what is younger than this (30m, 2h; 0 for all there is)' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand capture" -l status-by -d 'Who wrote the status of the objects, for the bundle\'s description' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand capture" -l max-size -d 'With --watch: bytes that the record may take; when it has more, the oldest goes' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand capture" -l duration -d 'With --watch: end after this (8h; 0 for never)' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand capture" -s o -l output -d 'With --preflight: format of the answer; name prints what is lacking, as kubectl auth can-i takes it' -r -f -a "text\t'For people'
wide\t'For people, with more columns'
json\t'For machines'
yaml\t'For machines, as YAML'
name\t'Names alone, to hand on'"
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand capture" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand capture" -l context -d 'Context of the kubeconfig to use' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand capture" -l cluster -d 'Cluster of the kubeconfig to use' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand capture" -l user -d 'User of the kubeconfig to use' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand capture" -s n -l namespace -d 'Namespace to look in; with --from, every one that the input holds unless this is given' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand capture" -s s -l server -d 'Address of the API server' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand capture" -l token -d 'Bearer token' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand capture" -l as -d 'User to act as' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand capture" -l as-group -d 'Group to act as; may be given several times' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand capture" -l as-uid -d 'UID to act as' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand capture" -l as-user-extra -d 'Extra KEY=VALUE to act with; may be given several times' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand capture" -l insecure-skip-tls-verify -d 'Do not check the API server\'s certificate' -r -f -a "true\t''
false\t''"
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand capture" -l tls-server-name -d 'Name to expect in the API server\'s certificate' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand capture" -l certificate-authority -d 'File of the certificate authority' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand capture" -l client-certificate -d 'File of the client certificate' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand capture" -l client-key -d 'File of the client key' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand capture" -l disable-compression -d 'Ask for answers that are not compressed' -r -f -a "true\t''
false\t''"
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand capture" -l cache-dir -d 'Folder in which it is remembered for ten minutes what a cluster serves [default: kubectl\'s, $HOME/.kube/cache]' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand capture" -l request-timeout -d 'Longest that one request may take (1s, 2m; 0 for no limit)' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand capture" -l timeout -d 'Longest that the whole walk may take (30s, 5m; 0 for no limit) [default: 2m; of many runs, no limit]' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand capture" -l chunk-size -d 'Objects a page' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand capture" -l in-flight -d 'Requests under way at once' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand capture" -s v -l v -d 'From level 1 on, write each request to standard error: method, path, status, time, size' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand capture" -l deep -d 'Lift the limits that keep the walk small: look into every pod, read lists and logs as far as they go'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand capture" -s A -l all-namespaces -d 'In place of a run: all namespaces; without a run and without this, the namespace of -n or of the context'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand capture" -l watch -d 'Record what happens until Ctrl-C: objects, events and logs, before they are gone'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand capture" -l preflight -d 'Capture nothing: ask the cluster whether you may see what a diagnosis and a capture of this would need. The run need not be there yet; exits 5 if something is lacking'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand capture" -l no-headers -d 'With --preflight: leave out the line of headers'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand capture" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand tree" -l from -d 'In place of a cluster: a bundle (directory or .zip), or a file of objects as kubectl get -o yaml|json prints them; - for standard input; several add up' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand tree" -l redact-policy -d 'Rules of redaction besides the built-in ones, as docs/redaction.md describes them' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand tree" -l record -d 'Record that adds what the API has forgotten: the one that capture --watch keeps of this cluster (auto), another, or none' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand tree" -l at -d 'Look at the record as of then: a time (2026-11-30T03:00:00Z), or how long ago (20m)' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand tree" -s o -l output -d 'Format of the tree' -r -f -a "text\t'For people; siblings that are alike are one line'
wide\t'For people, a line for each object'
name\t'Each object as TYPE.GROUP/NAME, to hand on'"
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand tree" -l color -d 'When to colour' -r -f -a "auto\t'On a terminal that can, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand tree" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand tree" -l context -d 'Context of the kubeconfig to use' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand tree" -l cluster -d 'Cluster of the kubeconfig to use' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand tree" -l user -d 'User of the kubeconfig to use' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand tree" -s n -l namespace -d 'Namespace to look in; with --from, every one that the input holds unless this is given' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand tree" -s s -l server -d 'Address of the API server' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand tree" -l token -d 'Bearer token' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand tree" -l as -d 'User to act as' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand tree" -l as-group -d 'Group to act as; may be given several times' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand tree" -l as-uid -d 'UID to act as' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand tree" -l as-user-extra -d 'Extra KEY=VALUE to act with; may be given several times' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand tree" -l insecure-skip-tls-verify -d 'Do not check the API server\'s certificate' -r -f -a "true\t''
false\t''"
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand tree" -l tls-server-name -d 'Name to expect in the API server\'s certificate' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand tree" -l certificate-authority -d 'File of the certificate authority' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand tree" -l client-certificate -d 'File of the client certificate' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand tree" -l client-key -d 'File of the client key' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand tree" -l disable-compression -d 'Ask for answers that are not compressed' -r -f -a "true\t''
false\t''"
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand tree" -l cache-dir -d 'Folder in which it is remembered for ten minutes what a cluster serves [default: kubectl\'s, $HOME/.kube/cache]' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand tree" -l request-timeout -d 'Longest that one request may take (1s, 2m; 0 for no limit)' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand tree" -l timeout -d 'Longest that the whole walk may take (30s, 5m; 0 for no limit) [default: 2m; of many runs, no limit]' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand tree" -l chunk-size -d 'Objects a page' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand tree" -l in-flight -d 'Requests under way at once' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand tree" -s v -l v -d 'From level 1 on, write each request to standard error: method, path, status, time, size' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand tree" -l deep -d 'Lift the limits that keep the walk small: look into every pod, read lists and logs as far as they go'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand tree" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and not __fish_seen_subcommand_from verify ls cut show serve" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and not __fish_seen_subcommand_from verify ls cut show serve" -l context -d 'Context of the kubeconfig to use' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and not __fish_seen_subcommand_from verify ls cut show serve" -l cluster -d 'Cluster of the kubeconfig to use' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and not __fish_seen_subcommand_from verify ls cut show serve" -l user -d 'User of the kubeconfig to use' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and not __fish_seen_subcommand_from verify ls cut show serve" -s n -l namespace -d 'Namespace to look in; with --from, every one that the input holds unless this is given' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and not __fish_seen_subcommand_from verify ls cut show serve" -s s -l server -d 'Address of the API server' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and not __fish_seen_subcommand_from verify ls cut show serve" -l token -d 'Bearer token' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and not __fish_seen_subcommand_from verify ls cut show serve" -l as -d 'User to act as' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and not __fish_seen_subcommand_from verify ls cut show serve" -l as-group -d 'Group to act as; may be given several times' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and not __fish_seen_subcommand_from verify ls cut show serve" -l as-uid -d 'UID to act as' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and not __fish_seen_subcommand_from verify ls cut show serve" -l as-user-extra -d 'Extra KEY=VALUE to act with; may be given several times' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and not __fish_seen_subcommand_from verify ls cut show serve" -l insecure-skip-tls-verify -d 'Do not check the API server\'s certificate' -r -f -a "true\t''
false\t''"
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and not __fish_seen_subcommand_from verify ls cut show serve" -l tls-server-name -d 'Name to expect in the API server\'s certificate' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and not __fish_seen_subcommand_from verify ls cut show serve" -l certificate-authority -d 'File of the certificate authority' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and not __fish_seen_subcommand_from verify ls cut show serve" -l client-certificate -d 'File of the client certificate' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and not __fish_seen_subcommand_from verify ls cut show serve" -l client-key -d 'File of the client key' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and not __fish_seen_subcommand_from verify ls cut show serve" -l disable-compression -d 'Ask for answers that are not compressed' -r -f -a "true\t''
false\t''"
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and not __fish_seen_subcommand_from verify ls cut show serve" -l cache-dir -d 'Folder in which it is remembered for ten minutes what a cluster serves [default: kubectl\'s, $HOME/.kube/cache]' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and not __fish_seen_subcommand_from verify ls cut show serve" -l request-timeout -d 'Longest that one request may take (1s, 2m; 0 for no limit)' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and not __fish_seen_subcommand_from verify ls cut show serve" -l timeout -d 'Longest that the whole walk may take (30s, 5m; 0 for no limit) [default: 2m; of many runs, no limit]' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and not __fish_seen_subcommand_from verify ls cut show serve" -l chunk-size -d 'Objects a page' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and not __fish_seen_subcommand_from verify ls cut show serve" -l in-flight -d 'Requests under way at once' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and not __fish_seen_subcommand_from verify ls cut show serve" -s v -l v -d 'From level 1 on, write each request to standard error: method, path, status, time, size' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and not __fish_seen_subcommand_from verify ls cut show serve" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and not __fish_seen_subcommand_from verify ls cut show serve" -f -a "verify" -d 'Compare every file with the manifest; exits 1 if anything is altered, missing, extra or torn'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and not __fish_seen_subcommand_from verify ls cut show serve" -f -a "ls" -d 'List the objects that it holds'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and not __fish_seen_subcommand_from verify ls cut show serve" -f -a "cut" -d 'Cut a run out of a record, as a bundle'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and not __fish_seen_subcommand_from verify ls cut show serve" -f -a "show" -d 'Print an object as it is kept'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and not __fish_seen_subcommand_from verify ls cut show serve" -f -a "serve" -d 'Serve it as a read-only Kubernetes API on 127.0.0.1, for kubectl'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from verify" -l root -d 'Root digest that capture printed: whoever changes a file and the manifest changes it' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from verify" -s o -l output -d 'Format of the answer' -r -f -a "text\t'For people'
json\t'For machines'
yaml\t'For machines, as YAML'"
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from verify" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from verify" -l context -d 'Context of the kubeconfig to use' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from verify" -l cluster -d 'Cluster of the kubeconfig to use' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from verify" -l user -d 'User of the kubeconfig to use' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from verify" -s n -l namespace -d 'Namespace to look in; with --from, every one that the input holds unless this is given' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from verify" -s s -l server -d 'Address of the API server' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from verify" -l token -d 'Bearer token' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from verify" -l as -d 'User to act as' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from verify" -l as-group -d 'Group to act as; may be given several times' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from verify" -l as-uid -d 'UID to act as' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from verify" -l as-user-extra -d 'Extra KEY=VALUE to act with; may be given several times' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from verify" -l insecure-skip-tls-verify -d 'Do not check the API server\'s certificate' -r -f -a "true\t''
false\t''"
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from verify" -l tls-server-name -d 'Name to expect in the API server\'s certificate' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from verify" -l certificate-authority -d 'File of the certificate authority' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from verify" -l client-certificate -d 'File of the client certificate' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from verify" -l client-key -d 'File of the client key' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from verify" -l disable-compression -d 'Ask for answers that are not compressed' -r -f -a "true\t''
false\t''"
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from verify" -l cache-dir -d 'Folder in which it is remembered for ten minutes what a cluster serves [default: kubectl\'s, $HOME/.kube/cache]' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from verify" -l request-timeout -d 'Longest that one request may take (1s, 2m; 0 for no limit)' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from verify" -l timeout -d 'Longest that the whole walk may take (30s, 5m; 0 for no limit) [default: 2m; of many runs, no limit]' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from verify" -l chunk-size -d 'Objects a page' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from verify" -l in-flight -d 'Requests under way at once' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from verify" -s v -l v -d 'From level 1 on, write each request to standard error: method, path, status, time, size' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from verify" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from ls" -s o -l output -d 'Format of the list' -r -f -a "text\t'For people'
wide\t'For people, with more columns'
json\t'For machines'
yaml\t'For machines, as YAML'
name\t'Names alone, to hand on'"
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from ls" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from ls" -l context -d 'Context of the kubeconfig to use' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from ls" -l cluster -d 'Cluster of the kubeconfig to use' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from ls" -l user -d 'User of the kubeconfig to use' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from ls" -s n -l namespace -d 'Namespace to look in; with --from, every one that the input holds unless this is given' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from ls" -s s -l server -d 'Address of the API server' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from ls" -l token -d 'Bearer token' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from ls" -l as -d 'User to act as' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from ls" -l as-group -d 'Group to act as; may be given several times' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from ls" -l as-uid -d 'UID to act as' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from ls" -l as-user-extra -d 'Extra KEY=VALUE to act with; may be given several times' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from ls" -l insecure-skip-tls-verify -d 'Do not check the API server\'s certificate' -r -f -a "true\t''
false\t''"
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from ls" -l tls-server-name -d 'Name to expect in the API server\'s certificate' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from ls" -l certificate-authority -d 'File of the certificate authority' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from ls" -l client-certificate -d 'File of the client certificate' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from ls" -l client-key -d 'File of the client key' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from ls" -l disable-compression -d 'Ask for answers that are not compressed' -r -f -a "true\t''
false\t''"
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from ls" -l cache-dir -d 'Folder in which it is remembered for ten minutes what a cluster serves [default: kubectl\'s, $HOME/.kube/cache]' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from ls" -l request-timeout -d 'Longest that one request may take (1s, 2m; 0 for no limit)' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from ls" -l timeout -d 'Longest that the whole walk may take (30s, 5m; 0 for no limit) [default: 2m; of many runs, no limit]' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from ls" -l chunk-size -d 'Objects a page' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from ls" -l in-flight -d 'Requests under way at once' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from ls" -s v -l v -d 'From level 1 on, write each request to standard error: method, path, status, time, size' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from ls" -l no-headers -d 'Leave out the line of headers'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from ls" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from cut" -l redact-policy -d 'Rules of redaction besides the built-in ones, as docs/redaction.md describes them' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from cut" -l at -d 'As of then: a time (2026-11-30T03:00:00Z), or how long ago (20m); without it, as of when the run was last there' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from cut" -l to -d 'Where to write: a path ending in .zip, else a directory; without it, a .zip named after the run' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from cut" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from cut" -l context -d 'Context of the kubeconfig to use' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from cut" -l cluster -d 'Cluster of the kubeconfig to use' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from cut" -l user -d 'User of the kubeconfig to use' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from cut" -s n -l namespace -d 'Namespace to look in; with --from, every one that the input holds unless this is given' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from cut" -s s -l server -d 'Address of the API server' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from cut" -l token -d 'Bearer token' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from cut" -l as -d 'User to act as' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from cut" -l as-group -d 'Group to act as; may be given several times' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from cut" -l as-uid -d 'UID to act as' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from cut" -l as-user-extra -d 'Extra KEY=VALUE to act with; may be given several times' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from cut" -l insecure-skip-tls-verify -d 'Do not check the API server\'s certificate' -r -f -a "true\t''
false\t''"
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from cut" -l tls-server-name -d 'Name to expect in the API server\'s certificate' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from cut" -l certificate-authority -d 'File of the certificate authority' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from cut" -l client-certificate -d 'File of the client certificate' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from cut" -l client-key -d 'File of the client key' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from cut" -l disable-compression -d 'Ask for answers that are not compressed' -r -f -a "true\t''
false\t''"
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from cut" -l cache-dir -d 'Folder in which it is remembered for ten minutes what a cluster serves [default: kubectl\'s, $HOME/.kube/cache]' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from cut" -l request-timeout -d 'Longest that one request may take (1s, 2m; 0 for no limit)' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from cut" -l timeout -d 'Longest that the whole walk may take (30s, 5m; 0 for no limit) [default: 2m; of many runs, no limit]' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from cut" -l chunk-size -d 'Objects a page' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from cut" -l in-flight -d 'Requests under way at once' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from cut" -s v -l v -d 'From level 1 on, write each request to standard error: method, path, status, time, size' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from cut" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from show" -s o -l output -d 'Format of the object' -r -f -a "yaml\t'As YAML'
json\t'As JSON'"
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from show" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from show" -l context -d 'Context of the kubeconfig to use' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from show" -l cluster -d 'Cluster of the kubeconfig to use' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from show" -l user -d 'User of the kubeconfig to use' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from show" -s n -l namespace -d 'Namespace to look in; with --from, every one that the input holds unless this is given' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from show" -s s -l server -d 'Address of the API server' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from show" -l token -d 'Bearer token' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from show" -l as -d 'User to act as' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from show" -l as-group -d 'Group to act as; may be given several times' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from show" -l as-uid -d 'UID to act as' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from show" -l as-user-extra -d 'Extra KEY=VALUE to act with; may be given several times' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from show" -l insecure-skip-tls-verify -d 'Do not check the API server\'s certificate' -r -f -a "true\t''
false\t''"
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from show" -l tls-server-name -d 'Name to expect in the API server\'s certificate' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from show" -l certificate-authority -d 'File of the certificate authority' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from show" -l client-certificate -d 'File of the client certificate' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from show" -l client-key -d 'File of the client key' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from show" -l disable-compression -d 'Ask for answers that are not compressed' -r -f -a "true\t''
false\t''"
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from show" -l cache-dir -d 'Folder in which it is remembered for ten minutes what a cluster serves [default: kubectl\'s, $HOME/.kube/cache]' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from show" -l request-timeout -d 'Longest that one request may take (1s, 2m; 0 for no limit)' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from show" -l timeout -d 'Longest that the whole walk may take (30s, 5m; 0 for no limit) [default: 2m; of many runs, no limit]' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from show" -l chunk-size -d 'Objects a page' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from show" -l in-flight -d 'Requests under way at once' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from show" -s v -l v -d 'From level 1 on, write each request to standard error: method, path, status, time, size' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from show" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from serve" -l port -d 'Port on 127.0.0.1; 0 for one that is free' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from serve" -l kubeconfig-out -d 'Where to write the kubeconfig, a file that is not there yet; without it, among the temporary files' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from serve" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from serve" -l context -d 'Context of the kubeconfig to use' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from serve" -l cluster -d 'Cluster of the kubeconfig to use' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from serve" -l user -d 'User of the kubeconfig to use' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from serve" -s n -l namespace -d 'Namespace to look in; with --from, every one that the input holds unless this is given' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from serve" -s s -l server -d 'Address of the API server' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from serve" -l token -d 'Bearer token' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from serve" -l as -d 'User to act as' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from serve" -l as-group -d 'Group to act as; may be given several times' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from serve" -l as-uid -d 'UID to act as' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from serve" -l as-user-extra -d 'Extra KEY=VALUE to act with; may be given several times' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from serve" -l insecure-skip-tls-verify -d 'Do not check the API server\'s certificate' -r -f -a "true\t''
false\t''"
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from serve" -l tls-server-name -d 'Name to expect in the API server\'s certificate' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from serve" -l certificate-authority -d 'File of the certificate authority' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from serve" -l client-certificate -d 'File of the client certificate' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from serve" -l client-key -d 'File of the client key' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from serve" -l disable-compression -d 'Ask for answers that are not compressed' -r -f -a "true\t''
false\t''"
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from serve" -l cache-dir -d 'Folder in which it is remembered for ten minutes what a cluster serves [default: kubectl\'s, $HOME/.kube/cache]' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from serve" -l request-timeout -d 'Longest that one request may take (1s, 2m; 0 for no limit)' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from serve" -l timeout -d 'Longest that the whole walk may take (30s, 5m; 0 for no limit) [default: 2m; of many runs, no limit]' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from serve" -l chunk-size -d 'Objects a page' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from serve" -l in-flight -d 'Requests under way at once' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from serve" -s v -l v -d 'From level 1 on, write each request to standard error: method, path, status, time, size' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand bundle; and __fish_seen_subcommand_from serve" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand explain" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand explain" -l context -d 'Context of the kubeconfig to use' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand explain" -l cluster -d 'Cluster of the kubeconfig to use' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand explain" -l user -d 'User of the kubeconfig to use' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand explain" -s n -l namespace -d 'Namespace to look in; with --from, every one that the input holds unless this is given' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand explain" -s s -l server -d 'Address of the API server' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand explain" -l token -d 'Bearer token' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand explain" -l as -d 'User to act as' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand explain" -l as-group -d 'Group to act as; may be given several times' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand explain" -l as-uid -d 'UID to act as' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand explain" -l as-user-extra -d 'Extra KEY=VALUE to act with; may be given several times' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand explain" -l insecure-skip-tls-verify -d 'Do not check the API server\'s certificate' -r -f -a "true\t''
false\t''"
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand explain" -l tls-server-name -d 'Name to expect in the API server\'s certificate' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand explain" -l certificate-authority -d 'File of the certificate authority' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand explain" -l client-certificate -d 'File of the client certificate' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand explain" -l client-key -d 'File of the client key' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand explain" -l disable-compression -d 'Ask for answers that are not compressed' -r -f -a "true\t''
false\t''"
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand explain" -l cache-dir -d 'Folder in which it is remembered for ten minutes what a cluster serves [default: kubectl\'s, $HOME/.kube/cache]' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand explain" -l request-timeout -d 'Longest that one request may take (1s, 2m; 0 for no limit)' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand explain" -l timeout -d 'Longest that the whole walk may take (30s, 5m; 0 for no limit) [default: 2m; of many runs, no limit]' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand explain" -l chunk-size -d 'Objects a page' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand explain" -l in-flight -d 'Requests under way at once' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand explain" -s v -l v -d 'From level 1 on, write each request to standard error: method, path, status, time, size' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand explain" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand rules" -s o -l output -d 'Format of the list' -r -f -a "text\t'For people'
wide\t'For people, with more columns'
json\t'For machines'
yaml\t'For machines, as YAML'
name\t'Names alone, to hand on'"
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand rules" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand rules" -l context -d 'Context of the kubeconfig to use' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand rules" -l cluster -d 'Cluster of the kubeconfig to use' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand rules" -l user -d 'User of the kubeconfig to use' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand rules" -s n -l namespace -d 'Namespace to look in; with --from, every one that the input holds unless this is given' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand rules" -s s -l server -d 'Address of the API server' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand rules" -l token -d 'Bearer token' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand rules" -l as -d 'User to act as' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand rules" -l as-group -d 'Group to act as; may be given several times' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand rules" -l as-uid -d 'UID to act as' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand rules" -l as-user-extra -d 'Extra KEY=VALUE to act with; may be given several times' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand rules" -l insecure-skip-tls-verify -d 'Do not check the API server\'s certificate' -r -f -a "true\t''
false\t''"
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand rules" -l tls-server-name -d 'Name to expect in the API server\'s certificate' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand rules" -l certificate-authority -d 'File of the certificate authority' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand rules" -l client-certificate -d 'File of the client certificate' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand rules" -l client-key -d 'File of the client key' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand rules" -l disable-compression -d 'Ask for answers that are not compressed' -r -f -a "true\t''
false\t''"
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand rules" -l cache-dir -d 'Folder in which it is remembered for ten minutes what a cluster serves [default: kubectl\'s, $HOME/.kube/cache]' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand rules" -l request-timeout -d 'Longest that one request may take (1s, 2m; 0 for no limit)' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand rules" -l timeout -d 'Longest that the whole walk may take (30s, 5m; 0 for no limit) [default: 2m; of many runs, no limit]' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand rules" -l chunk-size -d 'Objects a page' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand rules" -l in-flight -d 'Requests under way at once' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand rules" -s v -l v -d 'From level 1 on, write each request to standard error: method, path, status, time, size' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand rules" -l no-headers -d 'Leave out the line of headers'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand rules" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand version" -s o -l output -d 'Format' -r -f -a "text\t'For people'
json\t'For machines'
yaml\t'For machines, as YAML'"
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand version" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand version" -l context -d 'Context of the kubeconfig to use' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand version" -l cluster -d 'Cluster of the kubeconfig to use' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand version" -l user -d 'User of the kubeconfig to use' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand version" -s n -l namespace -d 'Namespace to look in; with --from, every one that the input holds unless this is given' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand version" -s s -l server -d 'Address of the API server' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand version" -l token -d 'Bearer token' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand version" -l as -d 'User to act as' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand version" -l as-group -d 'Group to act as; may be given several times' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand version" -l as-uid -d 'UID to act as' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand version" -l as-user-extra -d 'Extra KEY=VALUE to act with; may be given several times' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand version" -l insecure-skip-tls-verify -d 'Do not check the API server\'s certificate' -r -f -a "true\t''
false\t''"
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand version" -l tls-server-name -d 'Name to expect in the API server\'s certificate' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand version" -l certificate-authority -d 'File of the certificate authority' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand version" -l client-certificate -d 'File of the client certificate' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand version" -l client-key -d 'File of the client key' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand version" -l disable-compression -d 'Ask for answers that are not compressed' -r -f -a "true\t''
false\t''"
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand version" -l cache-dir -d 'Folder in which it is remembered for ten minutes what a cluster serves [default: kubectl\'s, $HOME/.kube/cache]' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand version" -l request-timeout -d 'Longest that one request may take (1s, 2m; 0 for no limit)' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand version" -l timeout -d 'Longest that the whole walk may take (30s, 5m; 0 for no limit) [default: 2m; of many runs, no limit]' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand version" -l chunk-size -d 'Objects a page' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand version" -l in-flight -d 'Requests under way at once' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand version" -s v -l v -d 'From level 1 on, write each request to standard error: method, path, status, time, size' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand version" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand completion" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand completion" -l context -d 'Context of the kubeconfig to use' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand completion" -l cluster -d 'Cluster of the kubeconfig to use' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand completion" -l user -d 'User of the kubeconfig to use' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand completion" -s n -l namespace -d 'Namespace to look in; with --from, every one that the input holds unless this is given' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand completion" -s s -l server -d 'Address of the API server' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand completion" -l token -d 'Bearer token' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand completion" -l as -d 'User to act as' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand completion" -l as-group -d 'Group to act as; may be given several times' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand completion" -l as-uid -d 'UID to act as' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand completion" -l as-user-extra -d 'Extra KEY=VALUE to act with; may be given several times' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand completion" -l insecure-skip-tls-verify -d 'Do not check the API server\'s certificate' -r -f -a "true\t''
false\t''"
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand completion" -l tls-server-name -d 'Name to expect in the API server\'s certificate' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand completion" -l certificate-authority -d 'File of the certificate authority' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand completion" -l client-certificate -d 'File of the client certificate' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand completion" -l client-key -d 'File of the client key' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand completion" -l disable-compression -d 'Ask for answers that are not compressed' -r -f -a "true\t''
false\t''"
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand completion" -l cache-dir -d 'Folder in which it is remembered for ten minutes what a cluster serves [default: kubectl\'s, $HOME/.kube/cache]' -r -F
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand completion" -l request-timeout -d 'Longest that one request may take (1s, 2m; 0 for no limit)' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand completion" -l timeout -d 'Longest that the whole walk may take (30s, 5m; 0 for no limit) [default: 2m; of many runs, no limit]' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand completion" -l chunk-size -d 'Objects a page' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand completion" -l in-flight -d 'Requests under way at once' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand completion" -s v -l v -d 'From level 1 on, write each request to standard error: method, path, status, time, size' -r
complete -c kubectl-mlop -n "__fish_kubectl_mlop_using_subcommand completion" -s h -l help -d 'Print help (see more with \'--help\')'
