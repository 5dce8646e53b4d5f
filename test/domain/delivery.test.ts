import { describe, expect, test } from 'vitest'
import {
  type Box,
  type Delivery,
  isUnread,
  type Status,
  statuses,
  statusOf,
} from '../../src/domain/delivery.ts'
import { advance, type Verb, verbs } from '../../src/domain/lifecycle.ts'
import { isFailedDebt, owesAnswer } from '../../src/domain/outcome.ts'

const at = 1_800_000_000_000
const lease = { by: 'critic', until: at + 600_000 }

function delivery(box: Box, more: Partial<Delivery> = {}): Delivery {
  return {
    owner: 'critic',
    message: 1,
    box,
    was: box === 'archived' ? 'read' : null,
    via: 'to',
    owes: true,
    expiresAt: null,
    snoozedUntil: null,
    pinned: false,
    readAt: box === 'unread' ? null : at - 1000,
    acknowledgedAt: null,
    completedAt: null,
    heldBy: null,
    heldUntil: null,
    attempts: 0,
    deadReason: null,
    ...more,
  }
}

function moved(copy: Delivery, verb: Verb, more = {}): string {
  const move = {
    verb,
    at,
    until: at + 1000,
    ...(verb === 'process' || verb === 'retry' ? { lease } : {}),
    ...more,
  }
  try {
    return advance(copy, move).box
  } catch (error) {
    return (error as { code: string }).code
  }
}

/** Product design §4: what each verb makes of each status. `-` is a conflict that names the status. */
const lifecycle: Readonly<Record<Verb, readonly string[]>> = {
  //          unread        read          processing    completed     failed        archived
  read: ['read', 'read', 'processing', 'completed', 'failed', 'archived'],
  ack: ['read', 'read', 'processing', 'completed', 'failed', 'archived'],
  process: ['processing', 'processing', 'processing', 'processing', 'processing', '-'],
  retry: ['-', '-', 'processing', '-', 'processing', '-'],
  complete: ['archived', 'archived', 'archived', 'archived', 'archived', '-'],
  fail: ['failed', 'failed', 'failed', '-', 'failed', '-'],
  unread: ['unread', 'unread', 'unread', '-', '-', '-'],
  archive: ['archived', 'archived', 'archived', 'archived', 'archived', 'archived'],
  restore: ['-', '-', '-', '-', '-', 'read'],
  snooze: ['snoozed', 'snoozed', 'snoozed', 'snoozed', 'snoozed', '-'],
  pin: ['unread', 'read', 'processing', 'completed', 'failed', 'archived'],
  unpin: ['unread', 'read', 'processing', 'completed', 'failed', 'archived'],
}

describe('the lifecycle', () => {
  const cases = verbs.flatMap((verb) =>
    statuses.map((status, at): [Verb, Status, string] => [verb, status, lifecycle[verb][at] ?? '']),
  )

  test.each(cases)('%s of %s mail: %s', (verb, status, expected) => {
    expect(moved(delivery(status), verb)).toBe(expected === '-' ? 'conflict' : expected)
  })

  test.each(cases.filter(([, , expected]) => expected === '-'))(
    '%s of %s mail names the status',
    (verb, status) => {
      expect(() => advance(delivery(status), { verb, at, until: at + 1 })).toThrow(status)
    },
  )
})

describe('what a move leaves behind', () => {
  const advanced = (copy: Delivery, verb: Verb, more = {}) =>
    advance(copy, { verb, at, until: at + 1, ...more })

  test('read stamps the time once', () => {
    expect(advanced(delivery('unread'), 'read').readAt).toBe(at)
    expect(advanced(delivery('read'), 'read').readAt).toBe(at - 1000)
  })

  test.each(statuses)('ack stamps the acknowledgement of %s mail', (status) => {
    expect(advanced(delivery(status), 'ack').acknowledgedAt).toBe(at)
  })

  test('ack keeps what is owed, unless it ignores', () => {
    expect(advanced(delivery('unread'), 'ack').owes).toBe(true)
    expect(advanced(delivery('unread'), 'ack', { ignore: true }).owes).toBe(false)
  })

  test('process takes the lease and counts the attempt', () => {
    expect(advanced(delivery('unread'), 'process', { lease })).toMatchObject({
      heldBy: 'critic',
      heldUntil: lease.until,
      attempts: 1,
    })
  })

  test.each(['complete', 'fail', 'archive'] as const)('%s ends the lease', (verb) => {
    const taken = delivery('processing', { heldBy: 'critic', heldUntil: lease.until, attempts: 1 })
    expect(advanced(taken, verb)).toMatchObject({ heldBy: null, heldUntil: null })
  })

  test('complete closes what is owed', () => {
    expect(advanced(delivery('unread'), 'complete').owes).toBe(false)
  })

  test('fail keeps what is owed for a retry, and expects no answer until then', () => {
    const failed = { ...delivery('unread'), ...advanced(delivery('unread'), 'fail') }
    expect([isFailedDebt(failed), owesAnswer(failed)]).toEqual([true, false])
    const again = advanced(failed, 'retry')
    expect([isFailedDebt(again), owesAnswer(again)]).toEqual([false, true])
  })

  test('complete archives unless told to keep', () => {
    expect(advanced(delivery('read'), 'complete')).toMatchObject({
      box: 'archived',
      was: 'completed',
      completedAt: at,
    })
    expect(advanced(delivery('read'), 'complete', { keep: true })).toMatchObject({
      box: 'completed',
      was: null,
    })
  })

  test('complete archives mail that was completed and kept, which keeps its time', () => {
    const kept = delivery('completed', { completedAt: at - 500 })
    expect(advanced(kept, 'complete', { keep: true })).toMatchObject({ box: 'completed' })
    expect(advanced(kept, 'complete')).toMatchObject({
      box: 'archived',
      was: 'completed',
      completedAt: at - 500,
    })
  })

  test('complete of what was completed and archived is done already', () => {
    const done = delivery('archived', { was: 'completed' })
    expect(advanced(done, 'complete').box).toBe('archived')
  })

  test.each(statuses.filter((status) => status !== 'archived'))(
    'restore brings %s mail back as it was',
    (status) => {
      const archived = { ...delivery(status), ...advanced(delivery(status), 'archive') }
      expect(advanced(archived, 'restore')).toMatchObject({ box: status, was: null })
    },
  )

  test('restore gives what was being worked on a lease again, and nothing else one', () => {
    const archived = (was: Status) => delivery('archived', { was, attempts: 1 })
    const free = { heldBy: null, heldUntil: null }
    const held = { heldBy: 'critic', heldUntil: lease.until, attempts: 1 }
    expect(advanced(archived('processing'), 'restore', { lease })).toMatchObject({
      box: 'processing',
      ...held,
    })
    expect(advanced(archived('read'), 'restore', { lease })).toMatchObject({ box: 'read', ...free })
  })

  test('unread forgets that it was read', () => {
    expect(advanced(delivery('read'), 'unread').readAt).toBeNull()
  })

  test('snooze needs a time to come', () => {
    expect(() => advance(delivery('read'), { verb: 'snooze', at, until: at })).toThrow('is in the past')
    expect(() => advance(delivery('read'), { verb: 'snooze', at })).toThrow('is in the past')
  })
})

describe('unread', () => {
  const rows: readonly [string, Delivery, boolean][] = [
    ['unread', delivery('unread'), true],
    ['read', delivery('read'), false],
    ['archived while unread', delivery('archived', { was: 'unread' }), false],
    ['snoozed', delivery('snoozed', { was: 'unread', snoozedUntil: at + 1 }), false],
    ['snoozed until now', delivery('snoozed', { was: 'unread', snoozedUntil: at }), true],
    ['snoozed after reading, and due', delivery('snoozed', { was: 'read', snoozedUntil: at }), false],
    ['expired by the clock', delivery('unread', { expiresAt: at }), false],
    ['not yet expired', delivery('unread', { expiresAt: at + 1 }), true],
    ['dead', delivery('dead', { was: 'unread' }), false],
    ['held', delivery('unread', { heldBy: 'x', heldUntil: at + 60_000 }), true],
  ]

  test.each(rows)('%s', (_, copy, expected) => {
    expect(isUnread(copy, at)).toBe(expected)
  })
})

describe('dead letters', () => {
  const dead = delivery('dead', { was: 'unread' })

  test.each(['read', 'ack', 'process', 'complete', 'fail', 'snooze'] as const)('refuse %s', (verb) => {
    expect(moved(dead, verb)).toBe('conflict')
  })

  test('can be archived and pinned', () => {
    expect(moved(dead, 'archive')).toBe('archived')
    expect(moved(dead, 'pin')).toBe('dead')
  })

  test('keep the status that people see', () => {
    expect(statusOf(dead)).toBe('unread')
  })
})
