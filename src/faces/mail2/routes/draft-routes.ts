import { isUuid } from '../../../domain/id.ts'
import type { JsonObject } from '../../../domain/json.ts'
import { mailBoxes } from '../../../domain/mail2/box-order.ts'
import type { DraftValue } from '../../../values/drafts-schema.ts'
import { type BodyFields, readBody } from '../../http/fields.ts'
import type { Route } from '../../http/route.ts'
import { anyObject, body, text, texts } from '../../http/shapes.ts'
import { allDrafts, inOrder, requireDraft, requirePlain } from '../drafts.ts'
import { requireOwnTask } from '../own-task.ts'
import { orderOf } from '../paging.ts'
import { many, one } from '../schemas.ts'
import { sendDraft } from '../send-draft.ts'
import { invalid } from '../statuses.ts'
import { readTags } from '../tags.ts'
import { personal, type Visit } from '../visit.ts'
import { aboutOf, draftMetadata, draftSummary, wireDraft } from '../wire/draft.ts'
import { ownKey, readSaid } from '../wire/metadata.ts'

const written = { subject: text, body: text, reply_to: text, tags: texts, metadata: anyObject }
const gives = one('entry', 'MAILDraftsEntry')

export const draftRoutes: readonly Route[] = [
  personal({
    method: 'GET',
    path: '/drafts',
    summary: 'List your drafts',
    gives: many('entries', 'MAILDraftsEntrySummary'),
    async run(visit) {
      const { offset, limit, newestFirst, by } = orderOf(visit.call.query)
      if (by === 'sent') throw invalid('a draft has no time of sending', ['query', 'sort_by'])
      const drafts = await allDrafts(visit)
      const shown = inOrder(drafts, newestFirst).slice(offset, offset + limit)
      return { entries: shown.map(draftSummary), metadata: { [ownKey]: { total: drafts.length } } }
    },
  }),
  personal({
    method: 'POST',
    path: '/drafts',
    summary: 'Begin a draft; metadata.watchpost may have priority, kind, task, expires, payload and option',
    takes: body(written, ['subject', 'body']),
    gives,
    async run(visit) {
      const fields = readBody(visit.call.body, invalid)
      const words = { subject: requiredIn(fields, 'subject'), body: requiredIn(fields, 'body') }
      const about = await aboutIn(visit, fields)
      const { option, words: others } = changesIn(fields)
      return saved(visit, null, { option, words: { ...others, ...words } }, about)
    },
  }),
  personal({
    method: 'GET',
    path: '/drafts/:draft_id',
    summary: 'Show a draft',
    gives,
    run: async (visit) => entryOf(visit, await requireDraft(visit)),
  }),
  personal({
    method: 'PATCH',
    path: '/drafts/:draft_id',
    summary: 'Change a draft; what is left out stays as it is, and reply_to may be null',
    takes: body(written, []),
    gives,
    async run(visit) {
      const fields = readBody(visit.call.body, invalid)
      const changes = changesIn(fields)
      const about = await aboutIn(visit, fields)
      const draft = await requireDraft(visit)
      requirePlain(draft)
      return saved(visit, draft, changes, about === undefined ? aboutOf(draft) : about)
    },
  }),
  personal({
    method: 'DELETE',
    path: '/drafts/:draft_id',
    summary: 'Delete a draft',
    gives,
    async run(visit) {
      const draft = await requireDraft(visit)
      const entry = await entryOf(visit, draft)
      await visit.mailbox.deleteDraft({ draft: draft.id })
      return entry
    },
  }),
  personal({
    method: 'POST',
    path: '/drafts/:draft_id/send',
    summary: 'Send a draft; a repeat does not send it twice',
    takes: body({ recipients: texts, tags: texts, metadata: anyObject }, ['recipients']),
    gives: one('message', 'MAILMessage'),
    run: sendDraft,
  }),
]

type Changes = ReturnType<typeof changesIn>

function changesIn(fields: BodyFields) {
  const [subject, text, tag] = [wordsIn(fields, 'subject'), wordsIn(fields, 'body'), readTags(fields)]
  const { option, ...said } = readSaid(fields)
  return {
    option,
    words: {
      ...said,
      ...(subject !== undefined && { subject }),
      ...(text !== undefined && { body: text }),
      ...(tag !== undefined && { tag }),
    },
  }
}

/** Stores a draft, new or changed. What it was before stays where nothing else is said. */
async function saved(
  visit: Visit,
  before: DraftValue | null,
  { option, words }: Changes,
  about: string | null | undefined,
): Promise<JsonObject> {
  await requireOwnTask(visit, words)
  const { message: _, replyTo: _r, ...kept } = before?.fields ?? {}
  const answers = about !== null && about !== undefined
  if (option !== undefined && !answers)
    throw invalid('option decides a message: reply_to must name it', ['body', 'reply_to'])
  const { sendAt = null } = before ?? {}
  const draft = await visit.mailbox.saveDraft({
    operation: answers ? 'reply' : 'send',
    ...(before !== null && { id: before.id }),
    ...(sendAt !== null && Date.parse(sendAt) > visit.world.now() && { sendIn: sendAt }),
    fields: { ...kept, ...(answers && { message: about }), ...(option !== undefined && { option }) },
    ...words,
  })
  return entryOf(visit, draft)
}

async function entryOf({ world }: Visit, draft: DraftValue): Promise<JsonObject> {
  const about = aboutOf(draft)
  const uuids = await world.mailbox.wireIds({ ids: about === null ? [] : [about] })
  return { entry: wireDraft(draft, uuids), metadata: draftMetadata(draft) }
}

/** @throws Refusal 422 */
function requiredIn(fields: BodyFields, name: string): string {
  const value = wordsIn(fields, name)
  if (value === undefined) throw invalid(`${name} is missing`, ['body', name])
  return value
}

function wordsIn(fields: BodyFields, name: string): string | undefined {
  const value = fields.text(name)
  if (value?.trim() === '') throw invalid(`${name} is empty`, ['body', name])
  return value
}

/** The short id of what is answered, which is mail of the person; `null` for nothing, `undefined` where nothing is said. */
async function aboutIn({ world, owner }: Visit, fields: BodyFields): Promise<string | null | undefined> {
  const uuid = fields.text('reply_to')
  if (uuid === undefined) return fields.isNull('reply_to') ? null : undefined
  if (!isUuid(uuid)) throw invalid('reply_to is a UUID', ['body', 'reply_to'])
  for (const box of mailBoxes) {
    const lying = await world.mailbox.boxEntry({ owner, box, uuid })
    if (lying !== null) return lying.message.id
  }
  throw invalid('no message of yours has this id', ['body', 'reply_to'])
}
