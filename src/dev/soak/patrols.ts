import { tellFailure } from './agents.ts'
import type { Stage } from './stage.ts'

const amount = 2

/** Upkeep, more than once at a time. */
export function openPatrols(stage: Stage): void {
  const pen = stage.ledger.pen('patrols')
  for (let at = 0; at < amount; at += 1)
    stage.drive(`patrol-${at}`, pen, async () => {
      while (!stage.isOver) {
        const ended = await stage.run(['patrol', '--watch', '5s', '--quiet'], {
          role: 'patrol',
          name: `patrol-${at}`,
        })
        tellFailure(pen, 'patrol', ended)
        await stage.later(500)
      }
    })
}
