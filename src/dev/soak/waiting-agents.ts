import type { Way } from './agents.ts'
import { atWorkIn, words } from './agents.ts'
import { messageIn, openCrashes } from './lives.ts'
import type { Stage } from './stage.ts'

const role = 'wait'

/** An agent that takes one message after another with `wait --take`, under a short lease. */
export function waitingAgent(stage: Stage, name: string): Way {
  const lives = openCrashes(stage, role, name)
  let [takes, looked] = [0, -1]
  const run = (args: readonly string[]) => stage.run(args, { role, name })
  return {
    role,
    name,
    lives: lives.count,
    async take() {
      if (looked !== lives.count()) {
        const life = lives.count()
        const listed = await run(words.inbox)
        if (listed.code === 0) looked = life
        const left = atWorkIn(listed)
        if (left.length > 0) return { mail: [], left, by: name, since: listed.since, settled: null }
      }
      takes += 1
      const ended = await run(['wait', '--take', '--lease', '30s', '--timeout', '20s', '--json'])
      const message = messageIn(ended.out)
      if (message !== null)
        return { mail: [message], left: [], by: `${name}/${takes}`, since: ended.since, settled: null }
      const isUsual = ended.code === 124 || ended.code === null
      if (!isUsual) lives.tell('wait', ended)
      if (!isUsual || ended.code === null) await stage.later(500)
      return null
    },
    send: (letter) => run(words.send(letter)),
    reply: (id) => run(words.reply(id)),
    complete: (id) => run(words.complete(id)),
  }
}
