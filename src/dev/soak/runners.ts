import type { Way } from './agents.ts'
import { words } from './agents.ts'
import { openCrashes } from './lives.ts'
import type { Stage } from './stage.ts'

const role = 'run'

/** What `run` starts for each message writes into the ledger itself, and answers requests. */
const work = `text=$(cat)
answers=$(printf '%s' "$text" | sed -n 's/^answer to \\([A-Z0-9]*\\).*/,"answers":"\\1"/p' | head -n 1)
now=$(date +%s%3N)
printf '{"what":"shown","id":"%s","agent":"%s","by":"%s/%s","since":%s,"at":%s%s}\\n' "$WATCHPOST_MESSAGE" "$SOAK_NAME" "$SOAK_NAME" "$$" "$now" "$now" "$answers" >> "$SOAK_LEDGER"
case "$WATCHPOST_KIND" in request) echo "answer to $WATCHPOST_MESSAGE";; esac`

/** An agent that a runner starts anew for each message. What it had begun when its runner died comes again. */
export function runnerAgent(stage: Stage, name: string): Way {
  const lives = openCrashes(stage, role, name)
  const run = (args: readonly string[]) => stage.run(args, { role, name })
  const env = `SOAK_NAME='${name}' SOAK_LEDGER='${stage.ledger.fileOf(`${name}-work`)}'`
  return {
    role,
    name,
    lives: lives.count,
    async take() {
      const ended = await run(['run', name, '--reply', '--quiet', '--', 'sh', '-c', `export ${env}\n${work}`])
      lives.tell('run', ended)
      await stage.later(300)
      return null
    },
    send: (letter) => run(words.send(letter)),
    reply: (id) => run(words.reply(id)),
    complete: (id) => run(words.complete(id)),
  }
}
