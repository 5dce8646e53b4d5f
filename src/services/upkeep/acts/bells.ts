import { ringAgent } from '../../bells/ring-agent.ts'
import type { Act } from '../act.ts'

/** Bells that nobody rang: their ringer died or hangs, an hour is over, or nobody was there. */
export const ringDue: Act = async ({ context, rehearsal, pace }) => {
  const { store, settings, bells, now } = context
  const due = bells === undefined ? [] : await store.bells.due(null, settings.wake, now())
  const done = []
  for (const { agent } of due) {
    const why = 'It has mail that wakes it.'
    if (rehearsal) done.push({ act: 'bells' as const, what: `would ring ${agent}`, why, messages: [] })
    else if ((await ringAgent(context, agent)).outcome === 'rung')
      done.push({ act: 'bells' as const, what: `rang ${agent}`, why, messages: [] })
    if (pace !== undefined && !(await pace.goesOn())) break
  }
  return done
}
