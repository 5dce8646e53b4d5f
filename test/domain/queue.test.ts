import { describe, expect, test } from 'vitest'
import type { Delivery } from '../../src/domain/delivery.ts'
import { durationText, parseDuration } from '../../src/domain/moment.ts'
import { claimed, completed, renewed, requireClaim, returned, untaken } from '../../src/domain/queue.ts'

const item: Delivery = {
  owner: 'queue:work',
  message: 7,
  box: 'unread',
  was: null,
  via: 'queue:work',
  owes: false,
  expiresAt: null,
  snoozedUntil: null,
  pinned: false,
  readAt: null,
  acknowledgedAt: null,
  completedAt: null,
  heldBy: null,
  heldUntil: null,
  attempts: 0,
  deadReason: null,
}
const taken: Delivery = { ...item, box: 'processing', heldBy: 'nux', heldUntil: 100, attempts: 2, readAt: 5 }

test('a claim is an attempt under a lease', () => {
  expect(claimed(item, 'nux', 100, 5)).toMatchObject({
    box: 'processing',
    heldBy: 'nux',
    heldUntil: 100,
    attempts: 1,
    readAt: 5,
  })
})

describe('who may act on a claim', () => {
  test.each<[string, Delivery, string, number | undefined, string, RegExp]>([
    ['nobody, of what is not claimed', item, 'nux', undefined, 'conflict', /not claimed/u],
    ['nobody but its claimant', taken, 'toast', undefined, 'conflict', /claimed by nux/u],
    ['nobody under an attempt that is over', taken, 'nux', 1, 'stale', /Attempt 1/u],
  ])('%s', (_, delivery, by, attempt, code, message) => {
    const claim = attempt === undefined ? { message: 7 } : { message: 7, attempt }
    expect(() => requireClaim(delivery, by, claim)).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(message) }),
    )
  })

  test('its claimant', () => {
    requireClaim(taken, 'nux', { message: 7 })
    requireClaim(taken, 'nux', { message: 7, attempt: 2 })
  })
})

test('a lease is renewed while it lasts', () => {
  expect(renewed(taken, 300, 99).heldUntil).toBe(300)
  expect(() => renewed(taken, 300, 100)).toThrow(expect.objectContaining({ code: 'stale' }))
})

describe('a try that came to nothing', () => {
  test.each([
    [1, 3, 0, 'unread'],
    [2, 3, 0, 'unread'],
    [3, 3, 0, 'dead'],
    [3, 3, 1, 'unread'],
    [4, 3, 1, 'dead'],
    [1, 1, 0, 'dead'],
  ])('attempt %i of %i with %i given back: %s', (attempts, limit, givenBack, box) => {
    const next = untaken({ ...taken, attempts }, limit, givenBack)
    expect(next).toMatchObject({ box, heldBy: null, heldUntil: null, attempts })
    expect(next.was).toBe(box === 'dead' ? 'failed' : null)
  })
})

test('what is given back is as it was, but for its attempts', () => {
  expect(returned(taken)).toMatchObject({ box: 'unread', readAt: null, heldBy: null, attempts: 2 })
})

test('what is done is archived unless it is kept', () => {
  expect(completed(taken, 9, false)).toMatchObject({
    box: 'archived',
    was: 'completed',
    completedAt: 9,
    heldBy: null,
  })
  expect(completed(taken, 9, true)).toMatchObject({ box: 'completed', was: null })
})

test.each([600_000, 90_000, 5_400_000, 86_400_000, 500, 0, 1])(
  '%i ms as text is read as the same',
  (length) => {
    expect(parseDuration(durationText(length))).toBe(length)
  },
)
test('lengths of time are written as people write them', () => {
  expect([600_000, 90_000, 5_400_000, 604_800_000].map(durationText)).toEqual(['10m', '1m30s', '1h30m', '7d'])
})
