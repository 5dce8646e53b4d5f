import { type Decision, decisionLine } from '../../domain/debates/decision.ts'
import { resolutionPayload } from '../../domain/debates/resolution.ts'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { parseDate } from '../../domain/moment.ts'
import { own } from '../../domain/own.ts'
import { metaOf } from '../exact.ts'
import { given, texts, UnreadableError } from '../fields.ts'
import type { Found } from '../format.ts'
import { emptyParcel, type Parcel, type ParcelCopy, unreadCopy, untimed } from '../parcel.ts'
import { reading } from '../reading.ts'
import { normalName, type Shared } from './message.ts'
import { byUs, isResolved, listIn, sharedKey } from './shared.ts'

/** The recipient of a shared entry that names none. */
const somebody = 'foreman'

/** Reads the shared files, entry by entry. The source has no example of them, so names that it uses elsewhere are understood. */
export function readShared(value: Json, where: string, box: Shared): readonly Found[] {
  const list = listIn(box, value)
  if (list === null) return [{ type: 'skipped', where, why: 'it has no list of entries' }]
  const read = reading((record, at) => readEntry(record, at, box))
  return list.flatMap((entry, at) => {
    const place = list.length === 1 && !Array.isArray(value) ? where : `${where}[${at}]`
    return read(typeof entry === 'string' ? { [mainField[box]]: entry } : entry, place)
  })
}

const mainField = { consensus: 'decision', blockers: 'issue', topic: 'topic' } as const
const fields: Readonly<Record<Shared, readonly string[]>> = {
  consensus: ['decision', 'statement', 'approach', 'summary', 'topic'],
  blockers: ['issue', 'description', 'statement', 'reason', 'topic', 'message'],
  topic: ['topic', 'title', 'name', 'statement', 'message'],
}

function readEntry(record: JsonObject, where: string, box: Shared): readonly Found[] {
  // We wrote this entry about the present debate ourselves; it holds nothing new.
  if (box === 'topic' && record['by'] === byUs) return []
  const said = fields[box].find((name) => textIn(record, name) !== null)
  const text = said === undefined ? null : textIn(record, said)
  if (text === null) throw new UnreadableError(`it has no ${fields[box].slice(0, 2).join(' or ')}`)
  const parcel = parcelOf(record, box, text)
  const meta = { ...metaOf(`cccc ${box}`, {}, record), places: [`cccc ${box}`] }
  const decision = box === 'consensus' ? decisionIn(record, parcel, text) : null
  return [{ type: 'ruling', where, parcel: { ...parcel, meta }, decision }]
}

function parcelOf(record: JsonObject, box: Shared, text: string): Parcel {
  const from = normalName(textIn(record, 'decided_by', 'raised_by', 'set_by', 'from') ?? somebody)
  const named = participantsIn(record).filter((name) => name !== from)
  const to = box === 'blockers' ? ['human'] : named.length > 0 ? named : [somebody]
  const { task, thread } = placeIn(record)
  const common = {
    ...emptyParcel,
    from,
    to,
    task,
    thread,
    sentAt: timeIn(record),
    copies: copiesOf(record, box, to),
  }
  const id = `${box}/${sharedKey(record)}`
  switch (box) {
    case 'consensus':
      return {
        ...common,
        id,
        kind: 'directive',
        subject: `Decided: ${text}`.slice(0, 200),
        body: `Decision:\n\n${text}`,
        payload: { ...record, ...resolutionPayload({ decision: text, rationale: null, informed: [] }) },
      }
    case 'blockers':
      return {
        ...common,
        id,
        kind: 'escalation',
        subject: `Blocked: ${text}`.slice(0, 200),
        body: text,
        tags: ['blocker'],
        payload: record,
      }
    case 'topic':
      return {
        ...common,
        id,
        kind: 'notification',
        subject: `Topic: ${text}`.slice(0, 200),
        body: text,
        payload: record,
      }
  }
}

/** Decisions are history; a blocker is open until its entry says otherwise. */
function copiesOf(record: JsonObject, box: Shared, to: readonly string[]): readonly ParcelCopy[] {
  if (box === 'topic') return []
  const isOver = box === 'consensus' || isResolved(record)
  return isOver ? to.map((owner) => ({ ...unreadCopy, owner, status: 'archived', was: 'completed' })) : []
}

function placeIn(record: JsonObject): { readonly task: string | null; readonly thread: string | null } {
  const context = record['context']
  const task =
    textIn(record, 'task_id', 'task') ?? (isJsonObject(context) ? textIn(context, 'task_id') : null)
  return { task, thread: textIn(record, 'thread') ?? task }
}

function decisionIn(record: JsonObject, { sentAt, task }: Parcel, text: string): Decision {
  const number = (name: string) => {
    const value = record[name]
    return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null
  }
  const participants = participantsIn(record)
  return {
    task: decisionLine(textIn(record, 'topic') ?? task ?? text),
    title: decisionLine(text),
    approach: decisionLine(textIn(record, 'approach') ?? text),
    decidedAt: sentAt,
    participants,
    rounds: Math.floor(number('rounds') ?? 0),
    agreement: Math.min(1, number('agreement') ?? 1),
    forcedBy: textIn(record, 'decided_by', 'forced_by'),
    summary: listOf(record, 'summary').map(decisionLine),
  }
}

function participantsIn(record: JsonObject): readonly string[] {
  const name = ['participants', 'peers', 'agreed_by', 'to'].find((one) => given(record, one) !== undefined)
  return name === undefined ? [] : [...new Set(texts(record, name).map(normalName))]
}

function listOf(record: JsonObject, name: string): readonly string[] {
  const value = record[name]
  return Array.isArray(value) ? (value as readonly Json[]).filter((one) => typeof one === 'string') : []
}

function textIn(record: JsonObject, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = own(record, name)
    if (typeof value === 'string' && value.trim() !== '') return value
  }
  return null
}

function timeIn(record: JsonObject): number {
  const text = textIn(record, 'timestamp', 'decided_at', 'raised_at', 'decided', 'since')
  const at = text === null ? Number.NaN : parseDate(text)
  // A decision counts in any spelling, and without its time too.
  return at > -8e15 && at < 8e15 ? at : untimed
}
