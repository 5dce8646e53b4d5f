import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { given, optionalText, requiredName, requiredText, UnreadableError } from '../fields.ts'
import type { Found } from '../format.ts'
import { emptyParcel, type ParcelCopy, unreadCopy } from '../parcel.ts'
import {
  addressOf,
  isOverseer,
  momentOf,
  type Names,
  nameMessage,
  optionalMoment,
  pathsOf,
  priorityOf,
  threadOf,
} from './words.ts'

/** A record of the store. @throws UnreadableError */
export function readRow(record: JsonObject, where: string, names: Names): readonly Found[] {
  switch (record['type']) {
    case 'agent':
      return readAgent(record, where)
    case 'message':
      return [{ type: 'parcel', where, parcel: parcelOf(record, names) }]
    case 'reservations':
      return [
        {
          type: 'skipped',
          where,
          why: `${record['held']} file reservations still count there; take those that you need again with \`watchpost reserve\``,
        },
      ]
    default:
      throw new UnreadableError(String(record['problem'] ?? 'it is no record of the store'))
  }
}

function readAgent(record: JsonObject, where: string): readonly Found[] {
  const name = requiredName(record, 'name')
  if (isOverseer(name)) return []
  const address = addressOf(requiredName(record, 'project'), name)
  return [
    {
      type: 'agent',
      where,
      agent: {
        address,
        role: null,
        swarm: null,
        session: null,
        tags: [],
        state: given(record, 'retired') === undefined ? 'frozen' : 'dead',
        lastSeen: optionalMoment(record['lastActive'], 'last_active_ts'),
      },
    },
  ]
}

function parcelOf(record: JsonObject, names: Names) {
  const project = requiredName(record, 'project')
  const id = String(given(record, 'id'))
  const sender = requiredName(record, 'sender')
  const kind = kindOf(given(record, 'ackRequired'))
  const sentAt = momentOf(record['created'], 'created_ts')
  const all = recipientsOf(record, kind)
  const named = (as: string) => all.filter((one) => one.as === as).map(({ copy }) => copy.owner)
  const topic = optionalText(record, 'topic')
  return {
    ...emptyParcel,
    id: nameMessage(names, project, id, sentAt),
    from: addressOf(optionalText(record, 'senderProject') ?? project, sender),
    fromKind: isOverseer(sender) ? ('user' as const) : null,
    to: named('to'),
    cc: named('cc'),
    kind,
    priority: priorityOf(optionalText(record, 'importance')),
    subject: requiredText(record, 'subject'),
    body: requiredText(record, 'body'),
    attachments: pathsOf(record['attachments']),
    tags: topic === null || topic === '' ? [] : [topic],
    sentAt,
    ...threadOf(names, project, optionalText(record, 'thread'), id),
    copies: all.map(({ copy }) => copy),
  }
}

type AckKind = 'request' | 'notification'

/** An acknowledgement is asked for: that is owed, other mail is told. */
export function kindOf(ackRequired: Json | undefined): AckKind {
  return ackRequired === true || ackRequired === 1 ? 'request' : 'notification'
}

type Recipient = { readonly as: string; readonly copy: ParcelCopy }

/** A request asks for no more than to be acknowledged: then it is completed. */
function recipientsOf(record: JsonObject, kind: AckKind): readonly Recipient[] {
  const list = record['to']
  if (!Array.isArray(list)) throw new UnreadableError('it has no recipients')
  return (list as readonly Json[]).flatMap((one) => {
    if (!isJsonObject(one)) return []
    const owner = addressOf(requiredName(one, 'project'), requiredName(one, 'name'))
    const acknowledgedAt = optionalMoment(one['ackAt'], 'ack_ts')
    const readAt = optionalMoment(one['readAt'], 'read_ts') ?? acknowledgedAt
    const completedAt = kind === 'request' ? acknowledgedAt : null
    const status = completedAt !== null ? 'completed' : readAt !== null ? 'read' : 'unread'
    const as = optionalText(one, 'kind') ?? 'to'
    return [{ as, copy: { ...unreadCopy, owner, status, readAt, acknowledgedAt, completedAt } }]
  })
}
