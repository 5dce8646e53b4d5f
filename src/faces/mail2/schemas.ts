import type { JsonObject } from '../../domain/json.ts'
import { anyObject, exactly, moment, reference, text, texts, words, yes } from '../http/shapes.ts'

const whole = { type: 'integer' } as const
const maybe = (schema: JsonObject): JsonObject => ({ anyOf: [schema, { type: 'null' }] })
const listOf = (name: string): JsonObject => ({ type: 'array', items: reference(name) })
const uuid = { type: 'string', format: 'uuid' } as const

const summary = { message_id: uuid, subject: text, body_size: whole }

/** The components of our OpenAPI document: what MAIL 2.0 names, as far as it is answered here. */
export const schemas: Readonly<Record<string, JsonObject>> = {
  MAILMessage: exactly({
    mail_version: words(['2.0']),
    message_id: uuid,
    reply_to: maybe(uuid),
    sender: text,
    recipients: texts,
    subject: text,
    body: text,
    tags: texts,
    sent_at: moment,
    metadata: anyObject,
  }),
  MAILInboxEntry: exactly({ message: reference('MAILMessage'), received_at: moment, delivered_by: text }),
  MAILInboxEntrySummary: exactly({
    ...summary,
    sender: text,
    received_at: moment,
    delivered_by: text,
    is_read: yes,
  }),
  MAILOutboxEntry: exactly({
    message: reference('MAILMessage'),
    delivered_at: maybe(moment),
    delivered_by: maybe(text),
  }),
  MAILOutboxEntrySummary: exactly({
    ...summary,
    recipients: texts,
    sent_at: moment,
    delivered_at: maybe(moment),
    delivered_by: maybe(text),
  }),
  MAILTrashEntry: exactly({ message: reference('MAILMessage'), trashed_at: moment }),
  MAILTrashEntrySummary: exactly({ ...summary, sender: text, trashed_at: moment }),
  MAILDraftsEntry: exactly({
    draft: exactly({
      draft_id: uuid,
      subject: text,
      body: text,
      created_at: moment,
      updated_at: maybe(moment),
      reply_to: maybe(uuid),
      tags: texts,
    }),
    sent_at: maybe(moment),
    sent_by: maybe(text),
  }),
  MAILDraftsEntrySummary: exactly({
    draft_id: uuid,
    subject: text,
    body_size: whole,
    created_at: moment,
    updated_at: maybe(moment),
  }),
  MAILList: exactly({
    list_type: words(['list']),
    name: text,
    swarm: text,
    host: text,
    owner: text,
    members: texts,
    policy: exactly({ visibility: text, join_policy: text, send_policy: text }),
    metadata: anyObject,
    list_id: uuid,
    created_at: moment,
    updated_at: moment,
  }),
  Problem: {
    type: 'object',
    required: ['detail'],
    properties: {
      detail: {
        anyOf: [text, { type: 'array', items: exactly({ loc: texts, msg: text, type: text }) }],
      },
    },
  },
}

/** An answer with one thing, or a list of things, under a name. */
export const one = (field: string, schema: string): JsonObject =>
  exactly({ [field]: reference(schema), metadata: anyObject })
export const many = (field: string, schema: string): JsonObject =>
  exactly({ [field]: listOf(schema), metadata: anyObject })
export const grant: JsonObject = exactly({
  access_token: text,
  token_type: words(['bearer']),
  refresh_token: text,
  expires_in: whole,
  metadata: anyObject,
})
export const userAgent: JsonObject = exactly({
  user_agent: exactly({
    user_agent: { type: 'object', required: ['ua_type', 'host'], properties: { ua_type: text, host: text } },
  }),
  metadata: anyObject,
})
export const swarmShape: JsonObject = exactly({
  name: text,
  description: text,
  keywords: texts,
  agents: texts,
  metadata: anyObject,
})
export const swarmSummary: JsonObject = exactly({
  name: text,
  description: text,
  keywords: texts,
  num_agents: whole,
})
export const ok: JsonObject = exactly({ status: words(['ok']) })
export const success: JsonObject = exactly({ status: words(['success']) })
