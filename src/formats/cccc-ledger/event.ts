import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import type { Kind } from '../../domain/kind.ts'
import { given, optionalText, requiredName, requiredText, requiredTime, texts, timeOf } from '../fields.ts'
import type { Found } from '../format.ts'
import { subjectOf } from '../names.ts'
import { emptyParcel, unreadCopy } from '../parcel.ts'
import { reading } from '../reading.ts'
import type { Group } from './group.ts'

/** An event of a ledger, or the document beside it that says how far each actor has read. @throws UnreadableError */
export function readRecord(record: JsonObject, where: string, group: Group): readonly Found[] {
  const isOfCursors = given(record, 'kind') === undefined && isJsonObject(record['cursors'])
  return isOfCursors ? readCursors(record, where, group) : readEvent(record, where, group)
}

/** Most events are of the program's own work. */
function readEvent(record: JsonObject, where: string, group: Group): readonly Found[] {
  const data = isJsonObject(record['data']) ? record['data'] : {}
  switch (requiredName(record, 'kind')) {
    case 'actor.add':
      return addActor(record, data, where, group)
    case 'actor.remove':
      return removeActor(data, where, group)
    case 'chat.message':
      return readMessage(record, data, where, group)
    case 'mail.read':
    case 'chat.read':
      return marksOf(group, where, {
        actor: requiredName(data, 'actor_id'),
        until: requiredName(data, 'event_id'),
        at: requiredTime(record, 'ts'),
      })
    default:
      return []
  }
}

function addActor(record: JsonObject, data: JsonObject, where: string, group: Group): readonly Found[] {
  const actor = isJsonObject(data['actor']) ? data['actor'] : {}
  const id = requiredName(actor, 'id')
  const left = group.add(id)
  const at = requiredTime(record, 'ts')
  const owner = group.address(id)
  const role = optionalText(actor, 'role') ?? (group.isForeman(id) ? 'foreman' : 'peer')
  return [
    agentFound(where, owner, role, 'frozen'),
    ...left.map((mail) => markFound(where, { id: mail.id, owner, status: 'archived', at })),
  ]
}

function removeActor(data: JsonObject, where: string, group: Group): readonly Found[] {
  const named = isJsonObject(data['actor']) ? data['actor'] : {}
  const id = optionalText(data, 'actor_id') ?? optionalText(named, 'id')
  if (id === null) return []
  group.remove(id)
  return [agentFound(where, group.address(id), null, 'dead')]
}

function agentFound(where: string, address: string, role: string | null, state: 'frozen' | 'dead'): Found {
  return {
    type: 'agent',
    where,
    agent: { address, role, swarm: null, session: null, tags: [], state, lastSeen: null },
  }
}

/** Only mail waits to be read. What was sent, and what asks for a reply, was put before its reader at once. */
function readMessage(record: JsonObject, data: JsonObject, where: string, group: Group): readonly Found[] {
  const id = requiredName(record, 'id')
  const sentAt = requiredTime(record, 'ts')
  const sender = requiredName(record, 'by')
  const body = requiredText(data, 'text')
  const mode = optionalText(data, 'message_mode')
  // What went to another group is in the ledger of that group.
  const abroad = optionalText(data, 'dst_group_id')
  const owners = abroad === null ? group.recipients(sender, texts(data, 'to')) : []
  const { text: _text, to: _to, reply_to: _reply, attachments: _attachments, ...more } = data
  const waits = (owner: string) => mode === 'mail' && owner !== 'user'
  for (const owner of owners) if (waits(owner)) group.wait(owner, { id, at: sentAt })
  const parcel = {
    ...emptyParcel,
    id,
    from: group.address(sender),
    to: owners.map(group.address),
    kind: kindOf(mode, given(data, 'reply_to')),
    subject: subjectOf(body),
    body,
    sentAt,
    replyTo: optionalText(data, 'reply_to'),
    attachments: pathsOf(data['attachments']),
    copies: owners.map((owner) => ({
      ...unreadCopy,
      owner: group.address(owner),
      status: waits(owner) ? ('unread' as const) : ('read' as const),
    })),
    meta: { 'cccc-ledger': { group: requiredName(record, 'group_id'), ...more } },
  }
  return [{ type: 'parcel', where, parcel }]
}

function kindOf(mode: string | null, replyTo: Json | undefined): Kind {
  if (mode === 'request_reply') return 'request'
  return replyTo === undefined ? 'notification' : 'response'
}

function pathsOf(attachments: Json | undefined): readonly string[] {
  if (!Array.isArray(attachments)) return []
  return (attachments as readonly Json[]).flatMap((one) => {
    const path = isJsonObject(one) ? one['path'] : undefined
    return typeof path === 'string' && path !== '' ? [path] : []
  })
}

/** `state/read_cursors.json`: how far each actor has read, where an event does not say it. */
function readCursors(record: JsonObject, where: string, group: Group): readonly Found[] {
  const cursors = isJsonObject(record['cursors']) ? record['cursors'] : {}
  return Object.entries(cursors).flatMap(([actor, cursor]) => {
    if (!isJsonObject(cursor) || actor.trim() === '') return []
    const read = reading((one, at) => readCursor(one, at, { actor, group }))
    return read(cursor, `${where} ${actor}`)
  })
}

function readCursor(
  cursor: JsonObject,
  where: string,
  { actor, group }: { readonly actor: string; readonly group: Group },
): readonly Found[] {
  const until = optionalText(cursor, 'event_id') ?? ''
  const written = optionalText(cursor, 'updated_at') ?? ''
  const at = written === '' ? null : timeOf(written, 'updated_at')
  return marksOf(group, where, { actor, until, at })
}

type Read = { readonly actor: string; readonly until: string; readonly at: number | null }

function marksOf(group: Group, where: string, { actor, until, at }: Read): readonly Found[] {
  const owner = group.address(actor)
  return group
    .read(actor, until)
    .map((mail) => markFound(where, { id: mail.id, owner, status: 'read', at: at ?? mail.at }))
}

function markFound(where: string, mark: Extract<Found, { type: 'mark' }>['mark']): Found {
  return { type: 'mark', where, mark }
}
