import type { JsonObject } from '../../domain/json.ts'
import type { DraftValue } from '../../values/drafts-schema.ts'
import type { FullMessageValue, SentValue } from '../../values/mail-schema.ts'
import { readBody } from '../http/fields.ts'
import { Refusal } from '../http/refusal.ts'
import { findDraft, requirePlain, requireSentBefore } from './drafts.ts'
import { requireOwnTask } from './own-task.ts'
import { nameOf, readRecipients } from './recipients.ts'
import { invalid } from './statuses.ts'
import { readTags } from './tags.ts'
import { hereFor, type Visit } from './visit.ts'
import { aboutOf, tagsOf, taskOf } from './wire/draft.ts'
import { wireMessage } from './wire/message.ts'
import { ownKey, readSaid } from './wire/metadata.ts'

/** `POST /drafts/{draft_id}/send`: to the recipients that the request names. Asked again, it answers as before. */
export async function sendDraft(visit: Visit): Promise<JsonObject> {
  const fields = readBody(visit.call.body, invalid)
  const recipients = fields.texts('recipients')
  if (recipients === undefined) throw invalid('recipients is missing', ['body', 'recipients'])
  const [to, tags, said] = [await readRecipients(visit, recipients), readTags(fields) ?? [], readSaid(fields)]
  await requireOwnTask(visit, said)
  const draft = await findDraft(visit)
  if (draft === null) return again(visit, to)
  requirePlain(draft)
  await requireOwnTask(visit, { task: said.task ?? taskOf(draft) })
  const { option, ...written } = said
  const { mailbox } = visit
  const { operation, addressed } = await addressing(visit, draft, to, option !== undefined)
  await mailbox.saveDraft({
    operation,
    id: draft.id,
    fields: { ...addressed, ...(option !== undefined && { option }) },
    ...written,
    ...(tags.length > 0 && { tag: [...new Set([...tagsOf(draft), ...tags])] }),
  })
  const sent = await mailbox.sendDraft({ draft: draft.id })
  return sentMessage(visit, sent.id, sent)
}

type Addressed = { readonly operation: 'send' | 'reply'; readonly addressed: JsonObject }

/** An answer to whoever wrote is a reply, with all that follows from that; to others it is a message that says what it answers. */
async function addressing(
  visit: Visit,
  draft: DraftValue,
  to: readonly string[],
  decides: boolean,
): Promise<Addressed> {
  const about = aboutOf(draft)
  // The request names all recipients: a draft that was begun elsewhere may have more.
  const { message: _, replyTo: _r, to: _t, cc: _c, all: _a, ...rest } = draft.fields
  const isDecision = decides || rest['option'] !== undefined
  if (about !== null) {
    const { from } = await shown(visit, about)
    const [only, ...others] = to
    if (others.length === 0 && only !== undefined && nameOf(only) === from)
      return { operation: 'reply', addressed: { ...rest, message: about } }
  }
  if (isDecision)
    throw invalid('option decides a message of whoever is answered alone', ['body', 'recipients'])
  if (about === null) return { operation: 'send', addressed: { ...rest, to } }
  return { operation: 'send', addressed: { kind: 'response', ...rest, to, replyTo: about } }
}

/**
 * A client that did not get the answer sends again, and gets it.
 * @throws Refusal 404 where nothing was sent · 409 where it was sent to others
 */
async function again(visit: Visit, to: readonly string[]): Promise<JsonObject> {
  const { id } = (await requireSentBefore(visit)).message
  const message = await shown(visit, id)
  const before = [...message.to, ...message.cc].map(nameOf)
  const isSame = before.length === to.length && to.every((address) => before.includes(nameOf(address)))
  if (!isSame) throw new Refusal(409, `this draft was sent already, to ${before.join(', ')}`)
  return sentMessage(visit, id, null)
}

async function sentMessage(visit: Visit, id: string, sent: SentValue | null): Promise<JsonObject> {
  const { world, owner } = visit
  const uuid = (await world.mailbox.wireIds({ ids: [id] })).get(id) ?? ''
  const lying = await world.mailbox.boxEntry({ owner, box: 'outbox', uuid })
  if (lying === null) throw new Refusal(404, 'what was sent is not there any more')
  const full = await shown(visit, id)
  const here = await hereFor(visit)
  const { recipients, warnings, absent = [], problems = [] } = sent ?? {}
  return {
    message: wireMessage(lying, full, here),
    metadata:
      sent === null ? {} : { [ownKey]: { recipients, warnings, absent, problems } as unknown as JsonObject },
  }
}

/** A message as it is, without marking anything. */
async function shown({ mailbox }: Visit, id: string): Promise<FullMessageValue> {
  const { value } = await mailbox.read({ messages: [id], peek: true })
  const [full] = value.messages
  if (full === undefined) throw new Refusal(404, 'there is no such message')
  return full
}
