import type { LeftOpen } from '../../../store/mail-store.ts'
import { shortId } from '../../domain/id.ts'
import { titleOf } from '../../domain/message.ts'
import { fenceOf } from '../../domain/prompt/fence.ts'
import { type LeftOpenMail, leftOpenText } from '../../domain/prompt/left-open.ts'
import type { Context } from '../context.ts'
import { randomMark } from '../mark.ts'
import type { Offer } from '../offer.ts'
import { livesOf } from './lives.ts'

const mostShown = 10
const mostLookedAt = 200
/** Pending mail has the rest of a text. */
const share = 1 / 3

export type LeftOpenPart = { readonly text: string; readonly ids: readonly string[] }

type Wanted = {
  /** Owed mail is listed elsewhere in the same text, so this lists only work in progress. */
  readonly inProgress?: boolean
  /** Whether a text of this length may stand. */
  readonly fits?: (text: string, share: number) => boolean
}

/** The open work of an agent's earlier sessions; an empty text if there is none. `null`: it does not belong here. */
export async function leftOpenPart(
  context: Context,
  { inProgress = false, fits = () => true }: Wanted = {},
): Promise<LeftOpenPart | null> {
  if (context.actor.kind === 'user') return null
  const open = await findLeftOpen(context)
  const mail = open.filter(({ takenAt }) => takenAt !== null || !inProgress)
  if (mail.length === 0) return { text: '', ids: [] }
  const fence = fenceOf(randomMark())
  for (let shown = Math.min(mail.length, mostShown); shown > 0; shown -= 1) {
    const some = mail.slice(0, shown)
    const text = leftOpenText(some, mail.length - shown, fence, context.now())
    if (fits(text, share)) return { text, ids: some.map(({ id }) => id) }
  }
  return null
}

/** Mail that a session which is alive was shown, in a process of its own, is that session's. */
async function findLeftOpen(context: Context): Promise<readonly LeftOpenMail[]> {
  const { actor, session, store } = context
  const { sessions } = store
  const lives = livesOf(context)
  const own = session === null ? null : await sessions.find(actor.address, session)
  const found: LeftOpenMail[] = []
  const taken = new Map<number, number>()
  const rows = await sessions.leftOpen(actor.address, session, mostLookedAt)
  if (rows.some(({ delivery }) => delivery?.box === 'processing'))
    for (const work of await sessions.work(actor.address, mostLookedAt)) taken.set(work.message, work.takenAt)
  for (const row of rows) {
    const isBusy = (await lives(row.life)) === 'alive' && row.life?.process !== own?.process
    if (!isBusy) found.push(mailOf(row, taken))
  }
  return found
}

function mailOf({ message, delivery }: LeftOpen, taken: ReadonlyMap<number, number>): LeftOpenMail {
  const { id, from, kind, priority, sentAt } = message
  const takenAt = delivery?.box === 'processing' ? (taken.get(id) ?? sentAt) : null
  const owes = delivery?.owes ?? false
  return { id: shortId(id), from, kind, priority, title: titleOf(message), sentAt, owes, takenAt }
}

/** The same before a prompt, once per session. Without a session it is unknown whether it was shown. */
export async function briefing(context: Context, wanted: Wanted): Promise<LeftOpenPart | null> {
  const { actor, session, store } = context
  if (session !== null && (await store.sessions.isBriefed(actor.address, session))) return null
  return leftOpenPart(context, wanted)
}

/** Appends the part to the offer's own text; it counts as shown once the whole text was written. */
export function withBriefing<V extends { readonly text: string }>(
  context: Context,
  offer: Offer<V>,
  part: LeftOpenPart | null,
): Offer<V & { readonly leftOpen: readonly string[] }> {
  const { actor, session, store, now } = context
  const text = [offer.value.text, part?.text ?? ''].filter((one) => one !== '').join('\n')
  return {
    ...offer,
    value: { ...offer.value, text, leftOpen: part?.ids ?? [] },
    settle: async () => {
      await offer.settle()
      if (part !== null && session !== null) await store.sessions.brief(actor.address, session, now())
    },
  }
}
