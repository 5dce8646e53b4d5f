import { afterEach, beforeEach, expect, it } from 'vitest'
import type { NewApproval, RequestStore } from '../../store/mail-store.ts'
import { enroll, hour, minute, type Open, type Opened, start } from './fixture.ts'

export function requestCases(open: Open): void {
  let opened: Opened
  let requests: RequestStore
  beforeEach(async () => {
    opened = await open()
    requests = opened.store.requests
    await enroll(opened.store, 'reader')
  })
  afterEach(() => opened.close())

  const request = (id: string, more: object = {}) => ({
    id,
    agent: 'reader',
    session: 's1',
    helper: null,
    request: '{"tool":"Bash"}',
    since: start,
    until: start + minute,
    process: 'p1',
    ...more,
  })
  const approval = (more: Partial<NewApproval> = {}): NewApproval => ({
    request: 'r1',
    agent: 'reader',
    at: start,
    by: 'lea',
    principal: null,
    verdict: 'allow',
    digest: 'd',
    outcome: 'given',
    signature: 's',
    ...more,
  })

  it('are found by their id, and by the wait that they belong to', async () => {
    await requests.open(request('r1'))
    await requests.open(request('r2', { session: null, helper: 'h1', process: null }))
    const open = { takenAt: null, closedAt: null }
    expect(await requests.find('r1')).toEqual({ ...request('r1'), ...open })
    const asked = { agent: 'reader', session: null, helper: 'h1', since: start }
    expect(await requests.of(asked)).toMatchObject({ id: 'r2', session: null, process: null })
    expect(await requests.of({ ...asked, since: start + 1 })).toBeNull()
    expect(await requests.of({ ...asked, agent: 'stranger' })).toBeNull()
    expect(await requests.find('r3')).toBeNull()
  })

  it('are taken by one alone, and not after they were closed', async () => {
    await requests.open(request('r1'))
    await requests.open(request('r2'))
    const takes = await Promise.all([requests.take('r1', start), requests.take('r1', start)])
    expect(takes.filter(Boolean)).toHaveLength(1)
    await requests.close('r1', start + minute)
    await requests.close('r1', start + hour)
    expect(await requests.find('r1')).toMatchObject({ takenAt: start, closedAt: start + minute })
    await requests.close('r2', start)
    expect(await requests.take('r2', start)).toBe(false)
    expect(await requests.take('r3', start)).toBe(false)
  })

  it('are forgotten a day later; what was decided stays', async () => {
    await requests.open(request('r1'))
    await requests.note(approval())
    await requests.open(request('r2', { since: start + 25 * hour }))
    expect(await requests.find('r1')).toBeNull()
    expect(await requests.approvals('reader', 5)).toHaveLength(1)
  })

  it('have decisions in their order; refused ones are only noted', async () => {
    await requests.note(approval({ verdict: 'deny', at: start + 1 }))
    await requests.note(approval({ outcome: 'by an agent', signature: null, principal: 'reader' }))
    await requests.note(approval({ at: start + 2 }))
    expect(await requests.decisions('r1')).toEqual([
      { verdict: 'deny', digest: 'd', by: 'lea', at: start + 1, signature: 's' },
      { verdict: 'allow', digest: 'd', by: 'lea', at: start + 2, signature: 's' },
    ])
    expect(await requests.decisions('r2')).toEqual([])
    const last = await requests.approvals('reader', 2)
    expect(last.map(({ at, outcome, principal }) => [at, outcome, principal])).toEqual([
      [start + 2, 'given', null],
      [start, 'by an agent', 'reader'],
    ])
    expect(await requests.approvals('other', 5)).toEqual([])
  })
}
