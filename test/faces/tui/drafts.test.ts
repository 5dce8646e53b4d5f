import { expect, it } from 'vitest'
import { openTimers } from '../../../src/faces/tui/loop/effects/stalls.ts'
import type { Row } from '../../../src/faces/tui/model/list.ts'
import type { DraftValue } from '../../../src/values/drafts-schema.ts'
import { noon, sitBefore } from '../../support/tui-state.ts'

const fields = { to: ['critic'], subject: 'Half', body: 'Half a thought' }
const draft: DraftValue = { id: 'D1', operation: 'send', fields, savedAt: '', sendAt: null }
const row: Row = { type: 'draft', id: 'D1', draft }
const due = new Date(noon + 60_000).toISOString()
const problem = { code: 'not-found', message: 'There is no template MERGE.', hint: '' } as const

it('leaves a draft that was only looked at as it was', () => {
  const sitting = sitBefore([row]).press('Enter')
  expect(sitting.state.overlay).toMatchObject({ type: 'form', draft: 'D1' })
  sitting.taken()
  sitting.press('Esc')
  expect(sitting.state.overlay.type).toBe('none')
  expect(sitting.taken().map(({ type }) => type)).not.toContain('delete-draft')
})

it('asks before it closes over a draft that was changed', () => {
  const sitting = sitBefore([row]).press('Enter').type('x').press('Esc')
  expect(sitting.state.overlay).toMatchObject({ type: 'form', form: { asking: true } })
})

it('takes a send back that is opened among the drafts within its grace', () => {
  const timed = { ...draft, sendAt: due }
  const sitting = sitBefore([{ ...row, draft: timed }])
  sitting.tell({ type: 'draft-saved', why: 'send', draft: timed }).press('Enter')
  expect(sitting.state).toMatchObject({ overlay: { type: 'form', draft: 'D1' }, outbox: { sending: [] } })
  expect(sitting.effects).toContainEqual(
    expect.objectContaining({ type: 'save-draft', why: 'keep', draft: 'D1', sendIn: null }),
  )
})

it('lets what was refused go by itself no more', () => {
  const sitting = sitBefore([])
  sitting.tell({ type: 'draft-saved', why: 'send', draft: { ...draft, sendAt: due } })
  sitting.taken()
  sitting.tell({ type: 'draft-refused', draft: 'D1', problem })
  expect(sitting.taken()).toContainEqual({
    type: 'save-draft',
    why: 'keep',
    operation: 'send',
    fields,
    draft: 'D1',
    sendIn: null,
  })
  expect(sitting.state.overlay).toMatchObject({ type: 'form', form: { error: problem.message } })
})

it('waits no longer for a draft that was thrown away elsewhere', () => {
  const sitting = sitBefore([])
  sitting.tell({ type: 'draft-saved', why: 'send', draft: { ...draft, sendAt: due } })
  sitting.tell({ type: 'draft-gone', draft: 'D1' })
  expect(sitting.state).toMatchObject({ overlay: { type: 'none' }, outbox: { sending: [] } })
})

it('keeps what is written also while one types on without a rest', async () => {
  const rung = await new Promise<number>((settle) => {
    let keys = 0
    const timers = openTimers(() => {
      clearInterval(typing)
      settle(keys)
    })
    const typing = setInterval(() => {
      keys += 1
      timers.start('autosave', 40, true)
    }, 5)
  })
  expect(rung).toBeGreaterThan(1)
})
