import type { FoundItems } from '../../../store/mail-store.ts'
import type { AlertItem } from '../../domain/alerts/alert.ts'
import { priorities } from '../../domain/priority.ts'
import type { NotifySettings } from '../../domain/settings/settings.ts'
import { wholeStart } from '../../domain/whole-text.ts'
import type { AttentionRow } from '../../values/attention-schema.ts'
import { concernsNow } from '../attention/concerns.ts'
import type { Context } from '../context.ts'

/** Of each reason. A person with more than this to do is not helped by being told of one more. */
const mostLookedAt = 200
const longestWords = 500

/** What is in Attention now that the settings want to be told of, by the key of each item. */
export type Found = Pick<FoundItems, 'whole'> & { readonly items: ReadonlyMap<string, AlertItem> }

export async function findItems(context: Context, wanted: NotifySettings): Promise<Found> {
  const { reasons, leastPriority } = wanted
  const concerns = (await concernsNow(context)).filter(({ why }) => reasons === null || reasons.includes(why))
  const pages = await Promise.all(concerns.map(({ page }) => page({ limit: mostLookedAt, after: null })))
  const least = priorities.indexOf(leastPriority)
  const rows = pages
    .flatMap((page) => page.rows)
    .filter(({ message }) => message === null || priorities.indexOf(message.priority) <= least)
  return {
    items: new Map(rows.map((row) => [keyOf(row), itemOf(row)])),
    whole: pages.every(({ next }) => next === null),
  }
}

/** The key by which an item is recognised later. An agent that falls silent again is a new item; a bell that rings again is not. */
function keyOf({ why, message, agent, queue, swarm, since }: AttentionRow): string {
  const about = (): readonly (string | null)[] => {
    if (queue !== null) return [queue]
    if (swarm !== null) return [swarm]
    if (why === 'unheard') return [agent]
    if (why === 'deadlock') return [message?.thread ?? null]
    return message === null ? [agent, since] : [message.id, agent]
  }
  return [why, ...about().map((part) => part ?? '')].join(' ')
}

function itemOf({ why, reason, message, agent, queue, since, deadline, command }: AttentionRow): AlertItem {
  return {
    reason: why,
    words: wholeStart(reason, longestWords),
    id: message?.id ?? null,
    thread: message?.thread ?? null,
    from: message?.from ?? null,
    subject: message?.subject ?? null,
    priority: message?.priority ?? null,
    agent,
    queue,
    since,
    deadline,
    command,
  }
}
