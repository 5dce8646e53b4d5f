import { dirname } from 'node:path'
import {
  defaultAgent,
  defaultSignal,
  linkSignals,
  linkTest,
  otherSessions,
  runningHelpers,
} from './commands.ts'
import type { FileChange, Surroundings } from './file-change.ts'

/**
 * What a hook needs to know before a program starts: `start` only whether there is one, `mail` whether the agent has any,
 * `turn` that or whether a helper of it is known to run, `write` whether somebody has reserved a path, `shell` all of these, since
 * a helper may take mail, `line` whether somebody has reserved a path or a helper's line names us, `event` whether there is an agent
 * at all.
 */
export type Guard = 'start' | 'mail' | 'turn' | 'write' | 'shell' | 'line' | 'event'

/** The file in the home folder that all hooks ask. Every shell finds it by this word, and no sandbox lets an agent write to it. */
export const guardWord = '~/.config/watchpost/hook.sh'

/**
 * What a coding agent's hook runs, in words that sh, bash, zsh, dash and fish read alike. Without the guard's file the program looks;
 * who has neither, like a colleague who only cloned the project, notices nothing. `of` is the coding agent's program, for one whose events
 * do not say it, or that reads no variables of its person.
 */
export function hookLine(guard: Guard, script = guardWord, of: string | null = null): string {
  const [asked, run] = of === null ? [guard, 'hook'] : [`${guard} ${of}`, `hook --of ${of}`]
  return `sh ${script} ${asked} 2>/dev/null && exit 0; command -v watchpost >/dev/null 2>&1 || exit 0; exec watchpost ${run}`
}

/** The person's variables for a coding agent that reads no file of them: the script reads this one. */
export function variablesFile(home: string, of: string): string {
  return `${dirname(guardWord.replace('~', home))}/${of}.sh`
}

/** The guard's file, with a line for each setup that uses it: the last one to go takes the file along. */
export function guardFile({ home, folder }: Surroundings, tool: string, remove: boolean): FileChange {
  const own = `# used by ${tool} in ${JSON.stringify(folder)}`
  const change = (text: string) => {
    const users = text.split('\n').filter((line) => line.startsWith('# used by ') && line !== own)
    const kept = remove ? users : [...users, own].toSorted()
    if (remove && !text.split('\n').includes(own)) return text
    return kept.length === 0 ? '' : `${guardScript}${kept.join('\n')}\n`
  }
  const holds = 'the script that the hooks ask'
  return { path: guardWord.replace('~', home), within: home, change, holds, isPersonal: true }
}

/** Not empty while anybody may have reserved a path. */
const reserved = '+reserved'
/** The suffix of the file beside an agent's signal file that is not empty while a session of it waits for a person. */
const asking = '+asks'

const missing =
  'Watchpost: the program `watchpost` is not on your PATH, so this session gets no mail. Install it with `npm install -g watchpost`.'

/**
 * Ends with 0 where a hook has nothing to do, else with 1, and starts no program. It finds the store and the agent as the program
 * does, and only an empty signal file says that there is no mail: where there is none (a moved project, a new clone, a name that is
 * not its own file's) the program looks. The default name counts where no session has another agent.
 */
export const guardScript = `# Whether a coding agent's hook has nothing to do, so that no program starts. \`watchpost setup\` writes this file and
# \`watchpost setup TOOL --remove\` takes it away. Changes to it are lost at the next setup.
if ! command -v watchpost >/dev/null; then
  if [ "$1" = start ]; then echo '${JSON.stringify({ systemMessage: missing })}'; fi
  exit 0
fi
if [ -n "$2" ]; then
  # This coding agent reads no file with the person's variables: they come from here.
  if [ -f "\${0%/*}/$2.sh" ]; then
    set -a
    . "\${0%/*}/$2.sh"
    set +a
  fi
  sh "$0" "$1" || watchpost hook --of "$2"
  exit 0
fi
[ "$1" != start ] || exit 1
told=
if [ -n "$WATCHPOST_STORE" ] && [ -n "$${linkSignals}" ]; then
  # The files of a store elsewhere count only while the link that keeps them runs.
  signals=$${linkSignals}
  [ -f "$signals/${linkTest}" ] && sh "$signals/${linkTest}" || exit 1
elif [ -n "$WATCHPOST_STORE" ]; then
  [ -e "$WATCHPOST_STORE/mail.db" ] || exit 1
  signals=$WATCHPOST_STORE/signals
else
  cd -P . || exit 1
  folder=$PWD signals=
  while [ -z "$signals" ]; do
    if [ -e "$folder/.watchpost/mail.db" ]; then
      signals=$folder/.watchpost/signals
    elif [ -e "$folder/.watchpost" ]; then
      exit 1
    elif [ -f "$folder/.git" ]; then
      read -r word git <"$folder/.git" || exit 1
      case $git in /*) ;; *) git=$folder/$git ;; esac
      # In a work tree, an earlier hook noted the store of the main checkout, and the agent.
      if [ -f "$git/commondir" ]; then
        { read -r store && read -r told; } <"$git/watchpost" || exit 1
        [ -e "$store/mail.db" ] || exit 1
        signals=$store/signals
      fi
    fi
    if [ -z "$signals" ] && [ "$folder" = / ]; then
      store=\${XDG_DATA_HOME:-$HOME/.local/share}/watchpost
      [ -e "$store/mail.db" ] || exit 0
      signals=$store/signals
    fi
    folder=\${folder%/*}
    folder=\${folder:-/}
  done
fi
case $1 in
  write | shell | line) [ -d "$signals" ] && [ ! -s "$signals/${reserved}" ] || exit 1 ;;
esac
[ "$1" != write ] || exit 0
if [ "$1" = line ]; then
  # The event is read here, and handed on.
  IFS= read -r event
  case $event in
    *agent_id*watchpost* | *watchpost*agent_id*) printf '%s\\n' "$event" | watchpost hook ;;
  esac
  exit 0
fi
agent=$WATCHPOST_AGENT
if [ -z "$agent" ]; then
  agent=\${${defaultSignal}:-$${defaultAgent}}
  if [ -z "$agent" ] && [ -n "$told" ]; then
    agent=$told
  else
    [ ! -s "$signals/${otherSessions}" ] || exit 1
  fi
  [ -n "$agent" ] || exit 0
fi
[ "$1" != event ] || exit 1
case $1 in
  turn | shell) [ ! -s "$signals/$agent${runningHelpers}" ] || exit 1 ;;
esac
# An agent that waits for a person goes on at its next event.
[ -f "$signals/$agent" ] && [ ! -s "$signals/$agent" ] && [ ! -s "$signals/$agent${asking}" ]
exit
`
