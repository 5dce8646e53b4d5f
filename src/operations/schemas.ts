import {
  agent,
  count,
  counts,
  draft,
  event,
  fullMessage,
  id,
  inboxRow,
  list,
  message,
  moment,
  object,
  oneOf,
  problems,
  receipt,
  type Schema,
  text,
  textOrNull,
  yes,
} from './schema-parts.ts'

const states = ['delivered', 'held', 'queued', 'posted', 'remote'] as const
const ways = ['flag', 'environment', 'session', 'pane', 'person'] as const
const recipient = object({ address: text, state: oneOf(states) })
const deed = object({ deed: count, at: moment, what: text, messages: list(id) })

/** JSON Schema (2020-12) of what each operation answers with, by the name it gives in `value`. */
export const schemas = {
  sent: object({ id, thread: id, recipients: list(recipient), duplicate: yes, warnings: list(text) }),
  inbox: object({ owner: text, messages: list(inboxRow), unread: count, next: textOrNull }),
  counts,
  messages: object({ messages: list(fullMessage), problems }, ['problems']),
  oneMessage: object({ message: fullMessage }),
  thread: object({ thread: id, subject: text, messages: list(fullMessage), next: textOrNull }),
  found: object({ messages: list(message), next: textOrNull }),
  resolved: object({
    recipients: list(object({ address: text, via: text })),
    how: list(text),
    unknown: list(text),
  }),
  changed: object({ at: moment }),
  moved: object({ messages: list(message), problems }, ['problems']),
  reversed: {
    oneOf: [object({ what: text, messages: list(message) }), object({ deeds: list(deed) })],
  },
  drafts: object({ drafts: list(draft), next: textOrNull }),
  draft,
  agents: object({ agents: list(agent), next: textOrNull }),
  agent,
  whoami: object({ address: text, actor: text, how: oneOf(ways), session: textOrNull }),
  events: object({ events: list(event), next: textOrNull }),
  receipts: object({ receipts: list(receipt), next: textOrNull }),
} as const satisfies Readonly<Record<string, Schema>>
