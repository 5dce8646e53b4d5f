import type { Silent } from '../../../../store/mail-store.ts'
import { isMailError } from '../../../domain/errors.ts'
import { shortId } from '../../../domain/id.ts'
import { type Agent, isLiving } from '../../../domain/roster.ts'
import type { ActValue } from '../../../values/upkeep-schema.ts'
import type { Context } from '../../context.ts'
import { postNotice } from '../../posting/notice.ts'
import { type Act, lookedFor } from '../act.ts'
import { everyAgent } from '../roster-walk.ts'

const mayor = 'mayor/'

/** Notifies the supervisor of each silent agent that is watched or has work in progress, once per silence. */
export const reportSilent: Act = async (round) => {
  const { context, rehearsal } = round
  const { store, now, settings } = context
  const silent = await store.upkeep.silent(now() - settings.patrol.silentAfter, lookedFor)
  const sent = new Set(await store.upkeep.sentKeys(silent.map(keyOf)))
  const fresh = silent.filter((one) => !sent.has(keyOf(one)))
  const agents = fresh.length === 0 ? [] : await everyAgent(context)
  const done: ActValue[] = []
  for (const one of fresh) {
    const to = listenersOf(one, agents)
    const why = `${one.address} ${one.why === 'works' ? 'has work in progress' : 'is watched'} and was last heard from at ${new Date(one.since).toISOString()}.`
    if (to.length === 0) continue
    const whom = to.join(', ')
    if (rehearsal) done.push({ act: 'silence', what: `would alert ${whom}`, why, messages: [] })
    else {
      const id = await alert(context, one, to, why)
      if (id !== null) done.push({ act: 'silence', what: `alerted ${whom}`, why, messages: [shortId(id)] })
      if (round.pace !== undefined && !(await round.pace.goesOn())) break
    }
  }
  return done
}

function keyOf({ address, since }: Silent): string {
  return `silent:${address}:${since}`
}

/** The supervisor, else the mayor, else every person at this store; never the silent one itself. */
function listenersOf({ address, reportsTo }: Silent, agents: readonly Agent[]): readonly string[] {
  const living = agents.filter((agent) => isLiving(agent) && agent.address !== address)
  for (const wanted of [reportsTo, mayor]) {
    const found = living.find((agent) => agent.address === wanted)
    if (found !== undefined) return [found.address]
  }
  return living.filter(({ kind }) => kind === 'user').map((agent) => agent.address)
}

async function alert(
  context: Context,
  silent: Silent,
  to: readonly string[],
  why: string,
): Promise<number | null> {
  try {
    const { id, duplicate } = await postNotice(context, {
      to,
      subject: `Silent: ${silent.address}`,
      body: `${why}\n\nSee its session and pane with \`watchpost agents show ${silent.address}\`.`,
      about: null,
      key: keyOf(silent),
      priority: 'high',
      tags: ['silence'],
    })
    return duplicate ? null : id
  } catch (error) {
    // Another process sent the alert, or its recipient has just left: the next round finds another recipient.
    if (isMailError(error) && (error.code === 'conflict' || error.code === 'not-found')) return null
    throw error
  }
}
