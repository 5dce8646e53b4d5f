import type { JsonObject } from '../../domain/json.ts'
import { isPlaceName } from '../../domain/places.ts'
import { isoUtc, optionalText, texts, UnreadableError } from '../fields.ts'
import type { ForeignPlace, Found } from '../format.ts'

const idForm = /^(?:hq-(group|channel|q)|gt-(q))-(.+)$/u

/** The Gas Town entity that a bead is; `null` for none. */
export function placeType(record: JsonObject): ForeignPlace['type'] | null {
  const labels = Array.isArray(record['labels']) ? record['labels'] : []
  for (const type of ['group', 'queue', 'channel'] as const) if (labels.includes(`gt:${type}`)) return type
  return null
}

/** A group, queue or channel: `key: value` lines in its description, `null` for an absent value. @throws UnreadableError */
export function readPlace(record: JsonObject, where: string, type: ForeignPlace['type']): readonly Found[] {
  const fields = fieldsOf(optionalText(record, 'description') ?? '')
  const [, kind, rigKind, rest] = idForm.exec(optionalText(record, 'id') ?? '') ?? []
  const name = fields.get('name') ?? (kind !== undefined || rigKind !== undefined ? rest : undefined) ?? ''
  if (!isPlaceName(type, name))
    throw new UnreadableError(`invalid name for a ${type}: ${JSON.stringify(name.slice(0, 80))}`)
  texts(record, 'labels')
  return [{ type: 'place', where, place: placeOf(type, name, fields) }]
}

export function fieldsOf(description: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  for (const line of description.split('\n')) {
    const [, key, value] = /^\s*([a-z_]+):\s*(.*?)\s*$/u.exec(line) ?? []
    if (key !== undefined && value !== undefined && value !== 'null' && value !== '' && !fields.has(key))
      fields.set(key, value)
  }
  return fields
}

function placeOf(
  type: ForeignPlace['type'],
  name: string,
  fields: ReadonlyMap<string, string>,
): ForeignPlace {
  const list = (key: string) =>
    (fields.get(key) ?? '')
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '')
  const count = (key: string) => {
    const value = Number(fields.get(key) ?? 0)
    return Number.isSafeInteger(value) && value > 0 ? value : null
  }
  const status = fields.get('status')
  switch (type) {
    case 'group':
      return { type, name, members: list('members') }
    case 'queue':
      return {
        type,
        name,
        status: status === 'paused' || status === 'closed' ? status : 'active',
        order: fields.get('processing_order') === 'priority' ? 'priority' : 'fifo',
        maxConcurrency: count('max_concurrency'),
        claimers: list('claim_pattern'),
        counts: {
          available: count('available_count') ?? 0,
          processing: count('processing_count') ?? 0,
          completed: count('completed_count') ?? 0,
          failed: count('failed_count') ?? 0,
        },
      }
    case 'channel':
      return {
        type,
        name,
        status: status === 'closed' ? 'closed' : 'active',
        subscribers: list('subscribers'),
        retainCount: count('retention_count'),
        retainHours: count('retention_hours'),
      }
  }
}

const typeTitles = { group: 'Group', queue: 'Queue', channel: 'Channel' } as const

export function printPlace(place: ForeignPlace): JsonObject {
  const { type, name } = place
  const [rig, own] = name.includes('/') ? name.split('/') : [undefined, name]
  const id = type === 'queue' ? `${rig === undefined ? 'hq' : 'gt'}-q-${own}` : `hq-${type}-${name}`
  const made = {
    ...(place.maker == null ? {} : { created_by: place.maker }),
    ...(place.madeAt == null ? {} : { created_at: isoUtc(place.madeAt) }),
  }
  // Gas Town reads the maker in the text, and `bd` in the columns.
  const lines = Object.entries({ name, ...linesOf(place), ...made }).map(
    ([key, value]) => `${key}: ${value === '' ? 'null' : value}`,
  )
  return {
    id,
    title: `${typeTitles[type]}: ${name}`,
    description: lines.join('\n'),
    status: 'open',
    issue_type: type,
    labels: [`gt:${type}`],
    ...made,
  }
}

/** The ids that the bead of a place may have: a queue without a rig in its name may be a town's or a rig's. */
export function otherIdsOf({ type, name }: ForeignPlace): readonly string[] {
  return type === 'queue' && !name.includes('/') ? [`gt-q-${name}`] : []
}

function linesOf(place: ForeignPlace): Readonly<Record<string, string | number>> {
  switch (place.type) {
    case 'group':
      return { members: place.members.join(',') }
    case 'queue': {
      const { available, processing, completed, failed } = place.counts
      return {
        claim_pattern: place.claimers.join(','),
        status: place.status,
        max_concurrency: place.maxConcurrency ?? 0,
        processing_order: place.order,
        available_count: available,
        processing_count: processing,
        completed_count: completed,
        failed_count: failed,
      }
    }
    case 'channel':
      return {
        subscribers: place.subscribers.join(','),
        status: place.status,
        retention_count: place.retainCount ?? 0,
        retention_hours: place.retainHours ?? 0,
      }
  }
}
