import type { Problem } from '../../../domain/errors.ts'
import { isMailError, MailError } from '../../../domain/errors.ts'
import type { JsonObject } from '../../../domain/json.ts'
import type { Mailbox } from '../../../mailbox.ts'
import type { DraftValue } from '../../../operations/drafts/value.ts'
import { addressList } from '../../present.ts'
import type { Effect } from '../effect.ts'
import type { Event } from '../event.ts'
import { sentenceOf } from './fetch.ts'
import { filledBy } from './fetch-filled.ts'

/** Keeps what is written. Before the grace of a send begins, its recipients are checked: later it would be too late to say. */
export async function saveDraft(
  mailbox: Mailbox,
  effect: Extract<Effect, { type: 'save-draft' }>,
): Promise<Event> {
  const { why, operation, fields, draft: id, sendIn } = effect
  try {
    if (why === 'send') {
      await refuseUnknown(mailbox, fields)
      const lacks = await lackingIn(mailbox, fields)
      if (lacks !== null) return { type: 'draft-refused', draft: id ?? '', ...lacks }
    }
    const named = id === null ? {} : { id }
    const draft = await mailbox.saveDraft({
      operation,
      fields,
      ...named,
      ...(sendIn === null ? {} : { sendIn }),
    })
    return { type: 'draft-saved', why, draft }
  } catch (error) {
    return { type: 'draft-refused', draft: id ?? '', problem: problemOf(error) }
  }
}

async function refuseUnknown(mailbox: Mailbox, fields: JsonObject): Promise<void> {
  const written = [fields['to'], fields['cc']].flat().filter((name) => typeof name === 'string')
  if (written.length === 0 || fields['hold'] === true) return
  const { unknown } = await mailbox.resolve({ to: written })
  if (unknown.length > 0)
    throw new MailError('unknown-recipient', `Nobody is called ${unknown.join(', ')}; nothing was sent.`)
}

type Lack = Pick<Extract<Event, { type: 'draft-refused' }>, 'problem' | 'lacks'>

/** What the template of a message needs and is not told; whoever writes it is told before it goes. */
async function lackingIn(mailbox: Mailbox, fields: JsonObject): Promise<Lack | null> {
  const filled = await filledBy(mailbox, fields)
  if (filled === undefined || filled.missing.length === 0) return null
  const { template, missing } = filled
  const message = `${template} is not whole: it lacks ${missing.join(', ')}. Nothing was sent.`
  return {
    problem: { code: 'usage', message, hint: '' },
    lacks: Object.fromEntries(missing.map((name) => [name, `${template} is not whole without it.`])),
  }
}

function problemOf(error: unknown): Problem {
  if (!isMailError(error)) return { code: 'internal', message: sentenceOf(error), hint: '' }
  const { code, message, hint } = error
  return { code, message, hint }
}

export async function sendDraft(mailbox: Mailbox, draft: string): Promise<Event> {
  try {
    const { recipients, warnings } = await mailbox.sendDraft({ draft })
    const held = recipients.filter(({ state }) => state === 'held')
    const to = addressList(recipients.map(({ address }) => address))
    const text = [`sent to ${to}`, ...(held.length > 0 ? ['kept for who is not here yet'] : []), ...warnings]
    return { type: 'draft-sent', draft, text: text.join(' · ') }
  } catch (error) {
    const problem = problemOf(error)
    const isGone = problem.code === 'not-found' && !(await isKept(mailbox, draft))
    return isGone ? { type: 'draft-gone', draft } : { type: 'draft-refused', draft, problem }
  }
}

async function isKept(mailbox: Mailbox, draft: string): Promise<boolean> {
  const { drafts } = await mailbox.listDrafts({ limit: 100 })
  return drafts.some(({ id }) => id === draft)
}

export async function deleteDraft(
  mailbox: Mailbox,
  { draft, quiet }: Extract<Effect, { type: 'delete-draft' }>,
): Promise<Event | null> {
  try {
    await mailbox.deleteDraft({ draft })
  } catch (error) {
    // Gone already is what was wanted.
    if (!isMailError(error) || error.code !== 'not-found') throw error
  }
  return quiet ? { type: 'draft-gone', draft } : { type: 'done', text: 'draft thrown away', undoable: false }
}

/** Sends that were under way when a program ended before their time. */
export async function dueDrafts(mailbox: Mailbox): Promise<Event> {
  const { drafts } = await mailbox.listDrafts({ limit: 100 })
  const timed = drafts.filter((draft: DraftValue) => draft.sendAt !== null)
  return { type: 'due-drafts', drafts: timed }
}
