import type { Silent } from '../../../../store/mail-store.ts'
import { isMailError } from '../../../domain/errors.ts'
import { shortId } from '../../../domain/id.ts'
import { type Agent, isLiving, isPerson } from '../../../domain/roster.ts'
import type { ActValue } from '../../../values/upkeep-schema.ts'
import type { Context } from '../../context.ts'
import { postNotice } from '../../posting/notice.ts'
import { silentNow } from '../../roster/silent.ts'
import type { Act } from '../act.ts'

const mayor = 'mayor/'

/**
 * Notifies the supervisor of each silent agent that is watched or has work in progress, once per silence. People see it in Attention, and get
 * no mail for it.
 */
export const reportSilent: Act = async (round) => {
  const { context, rehearsal } = round
  const { store } = context
  const silent = await silentNow(context)
  const sent = new Set(await store.upkeep.sentKeys(silent.map(keyOf)))
  const fresh = silent.filter((one) => !sent.has(keyOf(one)))
  const find = finding(context)
  const done: ActValue[] = []
  for (const one of fresh) {
    const listener = await listenerOf(one, find)
    if (listener === null) continue
    const why = `${one.address} ${one.why === 'works' ? 'has work in progress' : 'is watched'} and was last heard from at ${new Date(one.since).toISOString()}.`
    if (rehearsal) done.push({ act: 'silence', what: `would alert ${listener}`, why, messages: [] })
    else {
      const id = await alert(context, one, listener, why)
      if (id !== null)
        done.push({ act: 'silence', what: `alerted ${listener}`, why, messages: [shortId(id)] })
      if (round.pace !== undefined && !(await round.pace.goesOn())) break
    }
  }
  return done
}

function keyOf({ address, since }: Silent): string {
  return `silent:${address}:${since}`
}

type Find = (address: string) => Promise<Agent | null>

/** Many agents have one supervisor. */
function finding({ store }: Context): Find {
  const found = new Map<string, Promise<Agent | null>>()
  return (address) => {
    const known = found.get(address) ?? store.roster.find(address)
    found.set(address, known)
    return known
  }
}

/** The supervisor, else the mayor; never the silent one itself. `null` where that is a person, or nobody. */
async function listenerOf({ address, reportsTo }: Silent, find: Find): Promise<string | null> {
  for (const wanted of [reportsTo, mayor]) {
    const agent = wanted === null || wanted === address ? null : await find(wanted)
    if (agent !== null && isLiving(agent)) return isPerson(agent) ? null : agent.address
  }
  return null
}

async function alert(context: Context, silent: Silent, to: string, why: string): Promise<number | null> {
  try {
    const { id, duplicate } = await postNotice(context, {
      to: [to],
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
