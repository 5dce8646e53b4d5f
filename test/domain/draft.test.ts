import { describe, expect, it } from 'vitest'
import { begunAt, draftOfUuid, leavesAt, newDraftId, uuidOfDraft } from '../../src/domain/draft.ts'
import { isUuid } from '../../src/domain/id.ts'

it.each([
  ['before its time, by itself', { isManual: false, now: 99 }, false],
  ['at its time, by itself', { isManual: false, now: 100 }, true],
  ['before its time, by hand', { isManual: true, now: 0 }, true],
])('a draft leaves at a checkpoint: %s', (_, checkpoint, leaves) => {
  expect(leavesAt(checkpoint, 100)).toBe(leaves)
})

describe('the id of a draft', () => {
  const at = Date.UTC(2027, 0, 31)
  it('says when it was begun, and is a UUID elsewhere', () => {
    for (const random of [0, 0.5, 0.999_999]) {
      const id = newDraftId(at, random)
      const uuid = uuidOfDraft(id) ?? ''
      expect([isUuid(uuid), begunAt(id), draftOfUuid(uuid), draftOfUuid(uuid.toUpperCase())]).toEqual([
        ...[true, at, id, id],
      ])
    }
  })

  it('that somebody chose says nothing', () => {
    for (const id of ['mine', 'D1', 'DABCDEFGHIJ', 'd0000000000a', '']) {
      expect([id, uuidOfDraft(id), begunAt(id)]).toEqual([id, null, null])
    }
    for (const uuid of [
      '64726166-7400-8000-8fff-ffffffffffff',
      '00000000-0000-4000-8000-000000000000',
      'x',
      '',
    ])
      expect([uuid, draftOfUuid(uuid)]).toEqual([uuid, null])
  })
})
