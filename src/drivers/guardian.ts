import { type ChildProcess, spawn } from 'node:child_process'

/** Between asking programs to end and ending them, in seconds. */
const grace = 5
/** Its standard input ends when we do, however that comes about; who was not taken off the list by then has lost its runner. */
const script = `groups=' '
while read -r sign group; do
  case $sign in
    +) groups="$groups$group " ;;
    -) case $groups in *" $group "*) groups="\${groups%% "$group" *} \${groups#* "$group" }" ;; esac ;;
  esac
done
[ "$groups" = ' ' ] && exit
for group in $groups; do kill -s TERM -- "-$group"; done
sleep ${grace}
for group in $groups; do kill -s KILL -- "-$group"; done`

let guardian: ChildProcess | null = null

/**
 * Has a program's process group end soon after us, should we be killed before it: nobody would hear how it ended, and
 * its message is given to another. Answers what takes it off the list.
 */
export function guard(group: number): () => void {
  const { stdin } = (guardian ??= startGuardian())
  stdin?.write(`+ ${group}\n`)
  return () => void stdin?.write(`- ${group}\n`)
}

function startGuardian(): ChildProcess {
  // A group of its own: what ends ours, by a key or a signal, must not end it first.
  const child = spawn('sh', ['-c', script], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  // Without it programs run as they ever did.
  child.on('error', () => undefined)
  child.stdin?.on('error', () => undefined)
  child.unref()
  return child
}
