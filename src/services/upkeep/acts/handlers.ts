import { shortId } from '../../../domain/id.ts'
import { type Agent, isLiving } from '../../../domain/roster.ts'
import type { ActValue } from '../../../values/upkeep-schema.ts'
import type { Context } from '../../context.ts'
import { attend } from '../../programs/attend.ts'
import { openBeat } from '../../programs/beat.ts'
import { handledMail, handlerFor, takeHandled } from '../../programs/handler.ts'
import { asRunner } from '../../programs/runner.ts'
import { endSession } from '../../sessions/hear-of.ts'
import { type Act, goesOn, type Round } from '../act.ts'
import { everyAgent } from '../roster-walk.ts'

/** A patrol is not to be held up by one mailbox, nor for ever by one program. */
const mostStarted = 20
const longest = 600_000

/** Starts the handlers of the user's settings for unread protocol mail (Gas Town, "Extensibility"). */
export const startHandlers: Act = async (round) => {
  const { context, rehearsal } = round
  const { handlers } = context.settings
  if (Object.keys(handlers).length === 0 || context.programs === undefined) return []
  const done: ActValue[] = []
  for (const agent of await everyAgent(context)) {
    if (!isLiving(agent)) continue
    done.push(
      ...(rehearsal
        ? await foreseen(context, agent)
        : await startFor(round, agent, mostStarted - done.length)),
    )
    if (round.pace?.stop.aborted) break
  }
  return done
}

async function foreseen(context: Context, { address }: Agent): Promise<readonly ActValue[]> {
  const ids = await handledMail(context, address)
  if (ids.length === 0) return []
  const what = `would start ${ids.length === 1 ? 'a handler' : `${ids.length} handlers`} for ${address}`
  return [{ act: 'handlers', what, why: 'The settings have a handler for it.', messages: ids.map(shortId) }]
}

async function startFor(round: Round, agent: Agent, most: number): Promise<readonly ActValue[]> {
  const { context, pace } = round
  const done: ActValue[] = []
  const own = await asRunner(context, agent)
  const beat = openBeat()
  while (done.length < most) {
    const held = await takeHandled(own)
    if (held === null) break
    await beat(own)
    const command = handlerFor(own, held.letter.message.subject) ?? []
    const stop = pace?.stop ?? new AbortController().signal
    const { message, outcome, reason } = await attend({
      context: own,
      held,
      command,
      reply: false,
      timeout: longest,
      stop,
    })
    const what = `started ${command[0] ?? ''} for ${agent.address}: ${outcome}`
    done.push({
      act: 'handlers',
      what,
      why: reason ?? 'The settings have this handler for it.',
      messages: [message],
    })
    if (!(await goesOn(round))) break
  }
  if (done.length > 0 && own.session !== null) await endSession(own, agent.address, own.session)
  return done
}
