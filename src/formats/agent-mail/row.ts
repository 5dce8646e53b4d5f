import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { given, optionalText, requiredName, requiredText, UnreadableError } from '../fields.ts'
import type { Found } from '../format.ts'
import { emptyParcel, type ParcelCopy, unreadCopy } from '../parcel.ts'
import {
  addressOf,
  idOf,
  isOverseer,
  momentOf,
  optionalMoment,
  pathsOf,
  priorityOf,
  threadOf,
} from './words.ts'

/** A record of the store. @throws UnreadableError */
export function readRow(record: JsonObject, where: string): readonly Found[] {
  switch (record['type']) {
    case 'agent':
      return readAgent(record, where)
    case 'message':
      return [{ type: 'parcel', where, parcel: parcelOf(record) }]
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

function parcelOf(record: JsonObject) {
  const project = requiredName(record, 'project')
  const id = String(given(record, 'id'))
  const sender = requiredName(record, 'sender')
  const all = recipientsOf(record)
  const named = (kind: string) => all.filter((one) => one.kind === kind).map(({ copy }) => copy.owner)
  const topic = optionalText(record, 'topic')
  return {
    ...emptyParcel,
    id: idOf(project, id),
    from: addressOf(optionalText(record, 'senderProject') ?? project, sender),
    fromKind: isOverseer(sender) ? ('user' as const) : null,
    to: named('to'),
    cc: named('cc'),
    kind: kindOf(given(record, 'ackRequired')),
    priority: priorityOf(optionalText(record, 'importance')),
    subject: requiredText(record, 'subject'),
    body: requiredText(record, 'body'),
    attachments: pathsOf(record['attachments']),
    tags: topic === null || topic === '' ? [] : [topic],
    sentAt: momentOf(record['created'], 'created_ts'),
    ...threadOf(project, optionalText(record, 'thread'), id),
    copies: all.map(({ copy }) => copy),
  }
}

/** An acknowledgement is asked for: that is owed, other mail is told. */
export function kindOf(ackRequired: Json | undefined): 'request' | 'notification' {
  return ackRequired === true || ackRequired === 1 ? 'request' : 'notification'
}

function recipientsOf(record: JsonObject): readonly { readonly kind: string; readonly copy: ParcelCopy }[] {
  const list = record['to']
  if (!Array.isArray(list)) throw new UnreadableError('it has no recipients')
  return (list as readonly Json[]).flatMap((one) => {
    if (!isJsonObject(one)) return []
    const owner = addressOf(requiredName(one, 'project'), requiredName(one, 'name'))
    const acknowledgedAt = optionalMoment(one['ackAt'], 'ack_ts')
    const readAt = optionalMoment(one['readAt'], 'read_ts') ?? acknowledgedAt
    const status = readAt === null ? ('unread' as const) : ('read' as const)
    const kind = optionalText(one, 'kind') ?? 'to'
    return [{ kind, copy: { ...unreadCopy, owner, status, readAt, acknowledgedAt } }]
  })
}
