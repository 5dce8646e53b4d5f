import type { Json, JsonObject } from '../../../domain/json.ts'
import { begunAt, uuidOfDraft } from '../../../domain/mail2/draft-ids.ts'
import { uuidOfName } from '../../../services/tasks/task-ids.ts'
import type { DraftValue } from '../../../values/drafts-schema.ts'
import { shownBody, shownSubject, slugsAmong } from './message.ts'
import { ownKey } from './metadata.ts'

/** A draft's id for clients. An id that somebody chose has a UUID that is found again by going through the drafts. */
export function draftUuid({ id }: Pick<DraftValue, 'id'>): string {
  return uuidOfDraft(id) ?? uuidOfName(`draft ${id}`)
}

/** The message that a draft answers or passes on, by its short id. */
export function aboutOf({ fields }: DraftValue): string | null {
  const about = fields['message'] ?? fields['replyTo'] ?? null
  return typeof about === 'string' ? about : null
}

export function tagsOf({ fields }: DraftValue): readonly string[] {
  return textsIn(fields['tag'])
}

export function taskOf({ fields }: DraftValue): string | undefined {
  const task = fields['task']
  return typeof task === 'string' ? task : undefined
}

export function wireDraft(draft: DraftValue, uuids: ReadonlyMap<string, string>): JsonObject {
  const about = aboutOf(draft)
  return {
    draft: {
      ...heading(draft),
      body: shownBody(textIn(draft, 'body')),
      reply_to: about === null ? null : (uuids.get(about) ?? null),
      tags: slugsAmong(tagsOf(draft)),
    },
    sent_at: null,
    sent_by: null,
  }
}

export function draftSummary(draft: DraftValue): JsonObject {
  return { ...heading(draft), body_size: [...textIn(draft, 'body')].length }
}

/** What MAIL 2.0 has no word for. */
export function draftMetadata({ id, operation, fields, sendAt }: DraftValue): JsonObject {
  const { subject: _, body: _b, tag: _t, message: _m, replyTo: _r, ...rest } = fields
  return { [ownKey]: { id, operation, sendAt, ...rest } }
}

function heading(draft: DraftValue): JsonObject {
  const created = createdAt(draft)
  return {
    draft_id: draftUuid(draft),
    subject: shownSubject(textIn(draft, 'subject')),
    created_at: created,
    updated_at: draft.savedAt > created ? draft.savedAt : null,
  }
}

/** When it was begun; where its id does not say, when it was saved last. */
export function createdAt({ id, savedAt }: Pick<DraftValue, 'id' | 'savedAt'>): string {
  const begun = begunAt(id)
  return begun === null || begun > Date.parse(savedAt) ? savedAt : new Date(begun).toISOString()
}

function textIn({ fields }: DraftValue, name: string): string {
  const text = fields[name]
  return typeof text === 'string' ? text : ''
}

function textsIn(value: Json | undefined): readonly string[] {
  const list = Array.isArray(value) ? (value as readonly Json[]) : [value]
  return list.filter((one) => typeof one === 'string')
}
