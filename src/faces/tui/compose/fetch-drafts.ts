import { isHere } from '../../../domain/attachment.ts'
import { isElsewhere, isMailError, MailError, type Problem } from '../../../domain/errors.ts'
import type { JsonObject } from '../../../domain/json.ts'
import { durationText } from '../../../domain/moment.ts'
import type { Mailbox } from '../../../mailbox.ts'
import type { Draftable } from '../../../services/drafts/value.ts'
import type { DraftValue } from '../../../values/drafts-schema.ts'
import { addressList } from '../../present.ts'
import type { Effect } from '../effect.ts'
import type { Event, Lack } from '../event.ts'
import type { FormInput } from '../model/form.ts'
import { sentenceOf, storeGone } from '../sentence.ts'
import type { State } from '../state.ts'
import { andThen, type Step } from '../step.ts'
import { key } from '../terminal/key-event.ts'
import { filledBy } from './templates.ts'
import { openSaid } from './writing.ts'
import { formEvent } from './writing-keys.ts'

/** Why the reader of a path can probably not open it; `null` if it is a readable file. */
export type Doubting = (path: string) => Promise<string | null>

/** Keeps what is written. Before the grace of a send begins, its recipients are checked: later it would be too late to say. */
export async function saveDraft(
  mailbox: Mailbox,
  effect: Extract<Effect, { type: 'save-draft' }>,
  doubt: Doubting = () => Promise.resolve(null),
): Promise<Event> {
  const { why, operation, fields, draft: id, sendIn, meant = true } = effect
  try {
    if (why === 'send') {
      await refuseUnknown(mailbox, fields)
      const lacks = await lackingIn(mailbox, fields)
      const told = lacks ?? (meant ? null : await doubtIn(fields, doubt))
      if (told !== null) return { type: 'draft-refused', draft: id ?? '', ...told }
    }
    const named = id === null ? {} : { id }
    const draft = await mailbox.saveDraft({
      operation,
      fields,
      ...named,
      ...(sendIn === null ? {} : { sendIn: durationText(sendIn) }),
    })
    return { type: 'draft-saved', why, draft }
  } catch (error) {
    return { type: 'draft-refused', draft: id ?? '', problem: problemOf(error) }
  }
}

async function refuseUnknown(mailbox: Mailbox, fields: JsonObject): Promise<void> {
  const written = [fields['to'], fields['cc'], fields['inform']]
    .flat()
    .filter((name) => typeof name === 'string')
  if (written.length === 0 || fields['hold'] === true) return
  const { unknown } = await mailbox.resolve({ to: written })
  if (unknown.length > 0)
    throw new MailError('unknown-recipient', `There is no agent ${unknown.join(', ')}; nothing was sent.`)
}

/** The fields that the message's template needs and does not have; the writer sees them before it is sent. */
async function lackingIn(mailbox: Mailbox, fields: JsonObject): Promise<Lack | null> {
  const filled = await filledBy(mailbox, fields)
  if (filled === null || 'problem' in filled) return filled
  if (filled.missing.length === 0) return null
  const { template, missing } = filled
  const message = `${template} lacks ${missing.join(', ')}. Nothing was sent.`
  return {
    problem: { code: 'usage', message, hint: '' },
    lacks: Object.fromEntries(missing.map((name) => [name, `${template} requires this field.`])),
  }
}

/** The files of it that do not exist; links and files on other machines are not checked. */
async function doubtIn({ attach }: JsonObject, doubt: Doubting): Promise<Lack | null> {
  const paths = [attach ?? []].flat().filter((path) => typeof path === 'string')
  const doubts = await Promise.all(paths.filter(isHere).map(doubt))
  const told = doubts.filter((one) => one !== null)
  if (told.length === 0) return null
  const message = `${told.join(' ')} Press C-s again to send it anyway.`
  return { problem: { code: 'not-found', message, hint: '' }, doubt: message }
}

function problemOf(error: unknown): Problem {
  if (!isMailError(error)) return { code: 'internal', message: sentenceOf(error), hint: '' }
  const { code, message, hint } = error
  return isElsewhere(error) ? { code, message: storeGone, hint: '' } : { code, message, hint }
}

export async function sendDraft(mailbox: Mailbox, draft: string): Promise<Event> {
  try {
    const { recipients, warnings } = await mailbox.sendDraft({ draft })
    const held = recipients.filter(({ state }) => state === 'held')
    const to = addressList(recipients.map(({ address }) => address))
    const text = [
      `Sent to ${to}`,
      ...(held.length > 0 ? ['Held for recipients who are not registered yet'] : []),
      ...warnings,
    ]
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
  return quiet ? { type: 'draft-gone', draft } : { type: 'done', text: 'Deleted the draft', undoable: false }
}

/** Sends that were under way when a program ended before their time. */
export async function dueDrafts(mailbox: Mailbox): Promise<Event> {
  const { drafts } = await mailbox.listDrafts({ limit: 100 })
  const timed = drafts.filter((draft: DraftValue) => draft.sendAt !== null)
  return { type: 'due-drafts', drafts: timed }
}

/** A message said in a command's line: what it lacks is asked for in its form, and it goes like all that is written there. */
export function writeSaid(state: State, operation: Draftable, input: FormInput): Step {
  return andThen(openSaid(state, operation, input), (next) =>
    next.overlay.type === 'form' ? formEvent(next, next.overlay, key('s', { ctrl: true })) : [next],
  )
}
