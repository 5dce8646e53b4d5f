import { own } from '../../../domain/own.ts'

/**
 * The script that a shell evaluates once. Candidates come from `watchpost __complete` and are data to each shell. Zsh and
 * fish quote them on the line themselves; for bash we do.
 */
const scripts: Readonly<Record<string, string>> = {
  bash: `_watchpost() {
  local row
  COMPREPLY=()
  while IFS= read -r row; do
    COMPREPLY+=("$row")
  done < <(watchpost __complete --bash "\${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null)
  [ "\${#COMPREPLY[@]}" -eq 0 ] && compopt -o default 2>/dev/null
  return 0
}
complete -F _watchpost watchpost
`,
  zsh: `#compdef watchpost
_watchpost() {
  local -a rows
  local row word what
  for row in "\${(@f)$(watchpost __complete -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -n $row ]] || continue
    word=\${row%%$'\\t'*}
    what=\${row#*$'\\t'}
    word=\${word//\\\\/\\\\\\\\}
    rows+=("\${word//:/\\\\:}:$what")
  done
  if (( \${#rows} )); then _describe watchpost rows; else _files; fi
}
compdef _watchpost watchpost
`,
  fish: `function __watchpost_complete
  set -l words (commandline -opc)
  watchpost __complete -- $words[2..-1] (commandline -ct) 2>/dev/null
end
complete -c watchpost -f -a '(__watchpost_complete)'
complete -c watchpost -n 'not __watchpost_complete | string length -q' -F
`,
}

export function completionScript(shell: string): string {
  return own(scripts, shell) ?? ''
}
