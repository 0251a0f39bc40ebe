
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'kubectl-mlop' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'kubectl-mlop'
        for ($i = 1; $i -lt $commandElements.Count; $i++) {
            $element = $commandElements[$i]
            if ($element -isnot [StringConstantExpressionAst] -or
                $element.StringConstantType -ne [StringConstantType]::BareWord -or
                $element.Value.StartsWith('-') -or
                $element.Value -eq $wordToComplete) {
                break
        }
        $element.Value
    }) -join ';'

    $completions = @(switch ($command) {
        'kubectl-mlop' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('diagnose', 'diagnose', [CompletionResultType]::ParameterValue, 'Say why a run does not do what was asked: its state, one root cause with proof, and who has to act')
            [CompletionResult]::new('capture', 'capture', [CompletionResultType]::ParameterValue, 'Keep the evidence of a run as a bundle')
            [CompletionResult]::new('tree', 'tree', [CompletionResultType]::ParameterValue, 'Show a run''s objects as a tree, each with its state')
            [CompletionResult]::new('explain', 'explain', [CompletionResultType]::ParameterValue, 'Explain a code of a finding, or a reason of the API')
            [CompletionResult]::new('rules', 'rules', [CompletionResultType]::ParameterValue, 'List all rules')
            [CompletionResult]::new('version', 'version', [CompletionResultType]::ParameterValue, 'Print the version')
            [CompletionResult]::new('completion', 'completion', [CompletionResultType]::ParameterValue, 'Print a completion script')
            break
        }
        'kubectl-mlop;diagnose' {
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Namespace to look in; without it, every one that the input holds')
            [CompletionResult]::new('--namespace', '--namespace', [CompletionResultType]::ParameterName, 'Namespace to look in; without it, every one that the input holds')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'Bundle (directory or .zip), or file of objects as kubectl get -o yaml|json prints them; - for standard input; several add up')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Format of the answer')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Format of the answer')
            [CompletionResult]::new('--fail-on', '--fail-on', [CompletionResultType]::ParameterName, 'Gravest finding that still exits 0 is one below this')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour')
            [CompletionResult]::new('--exit-zero', '--exit-zero', [CompletionResultType]::ParameterName, 'Exit 0 whatever is found; errors of the tool still count')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'kubectl-mlop;capture' {
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Namespace to look in; without it, every one that the input holds')
            [CompletionResult]::new('--namespace', '--namespace', [CompletionResultType]::ParameterName, 'Namespace to look in; without it, every one that the input holds')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'Bundle (directory or .zip), or file of objects as kubectl get -o yaml|json prints them; - for standard input; several add up')
            [CompletionResult]::new('--to', '--to', [CompletionResultType]::ParameterName, 'Where to write: a path ending in .zip, else a directory')
            [CompletionResult]::new('--status-by', '--status-by', [CompletionResultType]::ParameterName, 'Who wrote the status of the objects, for the bundle''s description')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'kubectl-mlop;tree' {
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Namespace to look in; without it, every one that the input holds')
            [CompletionResult]::new('--namespace', '--namespace', [CompletionResultType]::ParameterName, 'Namespace to look in; without it, every one that the input holds')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'Bundle (directory or .zip), or file of objects as kubectl get -o yaml|json prints them; - for standard input; several add up')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'kubectl-mlop;explain' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'kubectl-mlop;rules' {
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Format of the list')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Format of the list')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'kubectl-mlop;version' {
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Format')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Format')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'kubectl-mlop;completion' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
