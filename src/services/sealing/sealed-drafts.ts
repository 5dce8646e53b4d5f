import type { Draft } from '../../../store/mail-store.ts'
import { MailError } from '../../domain/errors.ts'
import { isJsonObject, type JsonObject } from '../../domain/json.ts'
import { isSealed } from '../../domain/seal.ts'
import type { Context } from '../context.ts'
import { ensureKey } from '../keys/own-key.ts'
import { publicKeys } from '../keys/public-keys.ts'
import { requireRing } from '../keys/ring.ts'
import { requireMessage } from '../lookup.ts'
import { peopleHere } from '../roster/people.ts'
import { textFor } from './opened.ts'

/** The fields that stay plain in a sealed message. A field that is not named here is sealed. */
const plain: ReadonlySet<string> = new Set([
  'to',
  'cc',
  'message',
  'subject',
  'replyTo',
  'thread',
  'replaces',
  'key',
  'task',
  'swarm',
  'tag',
  'kind',
  'priority',
  'attach',
  'seal',
  'all',
  'hold',
  'exclude',
  'again',
  'ttl',
  'expires',
  'empty',
  'option',
])

/** The fields of a draft as the store keeps them: a draft of sealed mail is sealed for its owner and the store's people. */
export async function sealFields(context: Context, fields: JsonObject): Promise<JsonObject> {
  if (!(await isOfSealedMail(context, fields))) return fields
  const ring = await requireRing(context)
  const own = await ensureKey(context, ring, context.actor.address)
  const listed = await publicKeys(context)
  const readers = [context.actor.address, ...(await peopleHere(context))]
  const keys = readers.flatMap((holder) => (listed.get(holder) ?? []).map(({ key }) => key))
  const part = (isPlain: boolean) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => plain.has(name) === isPlain))
  const sealed = await ring.seal(JSON.stringify(part(false)), [own.key, ...keys])
  return { ...part(true), seal: true, sealed }
}

/** Also a draft that answers, forwards or hands over a sealed message. */
async function isOfSealedMail(context: Context, fields: JsonObject): Promise<boolean> {
  if (fields['seal'] === true) return true
  for (const name of ['message', 'replyTo', 'thread']) {
    const id = fields[name]
    if (typeof id !== 'string') continue
    const letter = await requireMessage(context, id).catch(() => null)
    if (letter !== null && isSealed(letter.message.body)) return true
  }
  return false
}

/** A draft as its owner wrote it. One that cannot be opened stays as it is stored. */
export async function openDraft(context: Context, draft: Draft): Promise<Draft> {
  const { sealed, ...fields } = draft.fields
  if (typeof sealed !== 'string') return draft
  const answer = await textFor(context, { body: sealed })
  if ('locked' in answer) return draft
  const secret: unknown = JSON.parse(answer.text)
  return { ...draft, fields: { ...fields, ...(isJsonObject(secret) ? secret : {}) } }
}

/** @throws MailError `not-allowed` for a draft whose key is missing */
export function requireOpenDraft({ id, fields }: Draft): void {
  if (!('sealed' in fields)) return
  throw new MailError(
    'not-allowed',
    `The draft ${id} is sealed, and the key that opens it is missing here. It was not sent.`,
    'Send it where the key is, or delete it: `watchpost draft delete`.',
  )
}
