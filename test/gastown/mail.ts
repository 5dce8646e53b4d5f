import { printBead, readBead } from '../../src/formats/gastown/bead.ts'
import { kindOf, numberOf, priorityOf } from '../../src/formats/gastown/words.ts'
import type { Parcel } from '../../src/formats/parcel.ts'
import { type Judge, picked } from './case.ts'

type Bead = Readonly<Record<string, unknown>> & { readonly labels?: readonly string[] }
type Fields = Readonly<Record<string, unknown>>

/** Gas Town's tests leave out what every bead of its own has. */
const usual = {
  id: 'hq-1',
  title: 'Subject',
  status: 'open',
  assignee: 'gastown/Toast',
  created_by: 'mayor/',
  created_at: '2026-03-16T14:30:00Z',
}

function parcelOf(bead: Bead): Parcel {
  const labels = (bead as { readonly labels?: readonly string[] }).labels ?? []
  const isPosted = labels.some((label) => /^(?:queue|channel):/u.test(label))
  const [found] = readBead({ ...usual, ...(isPosted && { assignee: '' }), ...bead } as never, 'line 1')
  if (found?.type !== 'parcel') throw new Error('no parcel')
  return found.parcel
}

const iso = (at: number | null | undefined) =>
  at === null || at === undefined ? null : new Date(at).toISOString().replace('.000Z', 'Z')

function told(parcel: Parcel): Fields {
  const [copy] = parcel.copies
  const [to = ''] = parcel.to
  const place = (type: string) => (to.startsWith(`${type}:`) ? to.slice(type.length + 1) : '')
  const acked = copy?.acknowledgedAt ?? null
  return {
    id: parcel.id,
    subject: parcel.subject,
    body: parcel.body,
    from: parcel.from,
    to,
    thread_id: parcel.thread,
    reply_to: parcel.replyTo,
    priority: parcel.priority,
    read: copy !== undefined && copy.status !== 'unread',
    queue: place('queue'),
    channel: place('channel'),
    claimed_by: copy?.claimedBy ?? '',
    claimed_at: iso(copy?.claimedAt),
    state: acked === null ? 'pending' : 'acked',
    delivery_state: acked === null ? 'pending' : 'acked',
    acked_by: acked === null ? '' : copy?.owner,
    acked_at: iso(acked),
    delivery_acked_by: acked === null ? '' : copy?.owner,
    delivery_acked_at: iso(acked),
  }
}

const word: Judge = (input: string | number, expected: string) => [priorityOf(input), expected]
const type: Judge = (input: string, expected: string) => [kindOf(input), kindOf(expected)]

export const mailJudges: Readonly<Record<string, Judge>> = {
  'priority.to_int': (input: string, expected: number) => [numberOf(priorityOf(input)), expected],
  'priority.parse': word,
  'priority.from_int_bead': word,
  'type.parse': type,
  'message.from_bead': (bead: Bead, { type: foreign, ...expected }: Fields & { type?: string }) => {
    const parcel = parcelOf(bead)
    const [ours, theirs] = picked(told(parcel), expected)
    return [
      { ...(ours as Fields), ...(foreign === undefined ? {} : { kind: parcel.kind }) },
      { ...(theirs as Fields), ...(foreign === undefined ? {} : { kind: kindOf(foreign) }) },
    ]
  },
  'message.route_kind': (bead: Bead, expected: string) => [
    parcelOf(bead).to[0]?.startsWith('queue:') ? 'queue' : 'direct',
    expected,
  ],
  'delivery.parse_labels': (labels: readonly string[], expected: Fields) =>
    picked(told(parcelOf({ labels, assignee: 'gastown/worker' })), expected),
  'delivery.ack_labels': (
    { recipient, at, existing }: { recipient: string; at: string; existing: readonly string[] },
    expected: readonly string[],
  ) => {
    const parcel = parcelOf({ labels: existing, assignee: recipient })
    const acknowledged = parcel.copies.map((copy) => ({ ...copy, acknowledgedAt: Date.parse(at) }))
    const { labels } = printBead({ ...parcel, copies: acknowledged, meta: null }) as {
      labels: readonly string[]
    }
    return [labels.filter((label) => label.startsWith('delivery')), expected]
  },
  'labels.from': (labels: readonly string[], expected: string) => {
    const [found] = readBead({ ...usual, labels, created_by: 'nobody' } as never, 'line 1')
    return [found?.type === 'parcel' ? found.parcel.from : null, expected]
  },
}
