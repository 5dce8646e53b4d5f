import { afterEach, beforeEach, expect, it } from 'vitest'
import type { AskStore } from '../../store/mail-store.ts'
import { doer, enroll, minute, type Open, type Opened, start } from './fixture.ts'

type Asked = Parameters<AskStore['note']>[0]

export function askCases(open: Open): void {
  let opened: Opened
  let asks: AskStore
  beforeEach(async () => {
    opened = await open()
    asks = opened.store.asks
    await enroll(opened.store, 'reader', 'other')
  })
  afterEach(() => opened.close())

  const note = (more: Partial<Asked> = {}) =>
    asks.note({
      agent: 'reader',
      session: 's1',
      helper: null,
      kind: 'permission',
      reason: 'Bash ls',
      isNotice: false,
      at: start,
      ...more,
    })
  const waiting = async () =>
    (await asks.list()).map(({ agent, sessionId, helper, kind, since }) => [
      agent,
      sessionId,
      helper,
      kind,
      since - start,
    ])

  it('are listed with their session, most pressing first, then longest', async () => {
    await opened.store.sessions.beat('reader', 's1', 'p1', start)
    expect(await note({ kind: 'prompt', session: null })).toBe(true)
    await note({ agent: 'other', at: start + minute })
    await note()
    await note({ agent: 'other', session: 's2', kind: 'question' })
    expect(await waiting()).toEqual([
      ['reader', 's1', null, 'permission', 0],
      ['other', 's1', null, 'permission', minute],
      ['other', 's2', null, 'question', 0],
      ['reader', null, null, 'prompt', 0],
    ])
    const [first, second] = await asks.list()
    expect(first).toMatchObject({ reason: 'Bash ls', session: { id: 's1', process: 'p1' } })
    expect(second?.session).toBeNull()
    expect((await asks.list('reader')).map(({ agent }) => agent)).toEqual(['reader', 'reader'])
  })

  it('are of agents on the roster that are alive', async () => {
    expect(await note({ agent: 'stranger' })).toBe(false)
    expect(await asks.clear('stranger')).toBe(0)
    await note()
    await opened.store.roster.setState('reader', 'frozen', doer('other'), start)
    expect(await waiting()).toEqual([])
  })

  it('begin anew with a request; a notice changes nothing that is as pressing', async () => {
    await note()
    expect(await note({ isNotice: true, at: start + minute })).toBe(false)
    expect(await note({ isNotice: true, kind: 'prompt', at: start + minute })).toBe(false)
    expect(await waiting()).toEqual([['reader', 's1', null, 'permission', 0]])
    expect(await note({ reason: 'Bash rm', at: start + minute })).toBe(true)
    expect(await asks.list()).toMatchObject([{ reason: 'Bash rm', since: start + minute }])
    await asks.clear('reader')
    await note({ kind: 'prompt', isNotice: true })
    expect(await note({ kind: 'question', isNotice: true, at: start + minute })).toBe(true)
    expect(await waiting()).toEqual([['reader', 's1', null, 'question', minute]])
  })

  it('of a helper stand beside those of the agent, whose notices may mean them', async () => {
    await note({ helper: 'h1' })
    expect(await note({ isNotice: true, at: start + minute })).toBe(false)
    await note({ at: start + minute })
    expect(await waiting()).toHaveLength(2)
    expect(await asks.clear('reader', { session: 's1', helper: null })).toBe(1)
    expect(await waiting()).toEqual([['reader', 's1', 'h1', 'permission', 0]])
    expect(await asks.clear('reader', { session: 's1', helper: 'h1' })).toBe(1)
    expect(await asks.clear('reader', { session: 's1', helper: 'h1' })).toBe(0)
    expect(await waiting()).toEqual([])
  })

  it('end by session, by agent, and only there', async () => {
    await note()
    await note({ session: null })
    await note({ session: 's2' })
    await note({ session: 's2', helper: 'h1' })
    await note({ agent: 'other' })
    expect(await asks.clear('reader', { session: 's2' })).toBe(2)
    expect(await asks.clear('reader', { session: null })).toBe(1)
    expect((await waiting()).map(([agent, session]) => [agent, session])).toEqual([
      ['reader', 's1'],
      ['other', 's1'],
    ])
    expect(await asks.clear('reader')).toBe(1)
    expect((await waiting()).map(([agent]) => agent)).toEqual(['other'])
  })
}
