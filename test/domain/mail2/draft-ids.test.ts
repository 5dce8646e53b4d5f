import { describe, expect, it } from 'vitest'
import { isUuid } from '../../../src/domain/id.ts'
import { begunAt, draftOfUuid, uuidOfDraft } from '../../../src/domain/mail2/draft-ids.ts'

describe('the id of a draft', () => {
  const at = Date.UTC(2027, 0, 31)
  it('says when it was begun, and is a UUID elsewhere', () => {
    for (const mark of ['000', 'I0Z', 'ZZZ']) {
      const id = `D${at.toString(36).toUpperCase()}${mark}`
      const uuid = uuidOfDraft(id) ?? ''
      expect([isUuid(uuid), begunAt(id), draftOfUuid(uuid), draftOfUuid(uuid.toUpperCase())]).toEqual([
        true,
        at,
        id,
        id,
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
