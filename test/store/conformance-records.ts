import { afterEach, beforeEach, expect, it } from 'vitest'
import type { MailStore, RecordCursor, StoreRecord } from '../../store/mail-store.ts'
import { act, doer, enroll, minute, type Open, type Opened, send, start, system } from './fixture.ts'

export function recordCases(open: Open): void {
  let opened: Opened
  let store: MailStore
  beforeEach(async () => {
    opened = await open()
    store = opened.store
  })
  afterEach(() => opened.close())

  const reserve = (paths: readonly string[], at: number) =>
    store.reservations.reserve(
      { doer: doer('reader'), at },
      { project: '/p', paths, shared: false, until: at + minute },
    )

  /** One change of every sort: of the roster, mail, a copy, a place, paths, and a lease. */
  async function everything(): Promise<number> {
    await enroll(store, 'writer', 'reader')
    const id = await send(store)
    await act(store, 'reader', 'ack', id)
    await store.roster.setState('writer', 'frozen', system, start)
    await store.groups.create({ name: 'g', members: ['reader'] }, { doer: doer('reader'), at: start })
    await reserve(['src'], start)
    await act(store, 'reader', 'archive', id)
    await store.roster.setState('writer', 'dead', system, start)
    return id
  }

  const told = ({ what, actor, message, owner, about }: StoreRecord) => [what, actor, message, owner, about]

  it('have a place for each change, also for those that no message is about', async () => {
    const id = await everything()
    const { rows } = await store.log.recorded(null, 500)
    expect(rows.map(told)).toEqual([
      ['register', 'system', null, null, 'writer'],
      ['register', 'system', null, null, 'reader'],
      ['sent', 'writer', id, null, 'reader'],
      ['ack', 'reader', id, 'reader', null],
      ['freeze', 'system', null, null, 'writer'],
      ['create-group', 'reader', null, null, 'group:g'],
      ['reserve', 'reader', null, null, 'src'],
      ['archive', 'reader', id, 'reader', null],
      ['retire', 'system', null, null, 'writer'],
    ])
  })

  it('begin again after each of them, and are the same in pages of any size', async () => {
    await everything()
    const { rows, next } = await store.log.recorded(null, 500)
    for (const [at, { cursor }] of rows.entries())
      expect((await store.log.recorded(cursor, 500)).rows.map(told)).toEqual(rows.slice(at + 1).map(told))
    for (const most of [1, 2, 3, rows.length, rows.length + 1])
      expect((await readAll(store, null, most)).map(told)).toEqual(rows.map(told))
    expect((await store.log.recorded(next, 500)).rows).toEqual([])
    expect((await store.log.recorded(await store.log.newestRecord(), 500)).rows).toEqual([])
  })

  it('are nobody’s changes to undo where they are of the roster', async () => {
    const id = await everything()
    expect(
      (await store.log.undoable('reader', 'undo', 1)).map(({ what, messages }) => [what, messages]),
    ).toEqual([['archive', [id]]])
    expect((await store.log.journal('system', null, { limit: 9, after: null })).rows).toEqual([])
  })

  it('mean the same to another opening, and nothing to a store that has recorded less', async () => {
    await everything()
    const cursor = JSON.parse(JSON.stringify(await store.log.newestRecord())) as RecordCursor
    const id = await send(store)
    const other = await opened.again()
    expect((await other.log.recorded(cursor, 9)).rows.map(({ message }) => message)).toEqual([id])
    await expect(store.log.recorded('yesterday' as RecordCursor, 9)).rejects.toMatchObject({ code: 'usage' })
    const beyond = cursor.replaceAll(/\d+/gu, '999999999') as RecordCursor
    await expect(store.log.recorded(beyond, 9)).rejects.toMatchObject({ code: 'conflict' })
  })

  it('mean nothing to a store in which another record has the number of the last one', async () => {
    await everything()
    const all = await readAll(store, null, 500)
    expect(new Set(all.map(({ what }) => what)).size).toBeGreaterThan(2)
    const cursors = [...all.map(({ cursor }) => cursor), await store.log.newestRecord()]
    for (const cursor of cursors) {
      await store.log.recorded(cursor, 9)
      // A restored store grew again: it has as many records, of other times, or of that number none.
      const [place, mark = ''] = cursor.split('~')
      for (const other of [mark.replace(/\d+$/u, '1'), mark.replace(/\d+/u, '900000')])
        await expect(store.log.recorded(`${place}~${other}` as RecordCursor, 9)).rejects.toMatchObject({
          code: 'conflict',
        })
      await store.log.recorded(place as RecordCursor, 9)
    }
    await expect(store.log.recorded(`${cursors[0]}x` as RecordCursor, 9)).rejects.toMatchObject({
      code: 'usage',
    })
  })

  it('are told once each, in the order of their making, while several openings write at once', async () => {
    await enroll(store, 'writer', 'reader')
    const openings = [store, await opened.again(), await opened.again()]
    const writing = openings.map(async (one, who) => {
      const made: string[] = []
      for (let count = 0; count < 12; count += 1) {
        const id = await send(one, { task: `T-${who}` })
        await act(one, 'reader', 'ack', id)
        await one.roster.setState('writer', count % 2 === 0 ? 'frozen' : 'alive', doer(`p${who}`), start)
        made.push(`sent ${id}`, `ack ${id}`)
      }
      return made
    })
    let isOver = false
    const all = Promise.all(writing).finally(() => {
      isOver = true
    })
    const seen: StoreRecord[] = []
    let after: RecordCursor | null = null
    for (let more = true; more; ) {
      more = !isOver
      const rows = await readAll(store, after, 3)
      seen.push(...rows)
      after = rows.at(-1)?.cursor ?? after
      await new Promise((next) => setImmediate(next))
    }
    const mail = seen
      .filter(({ message }) => message !== null)
      .map(({ what, message }) => `${what} ${message}`)
    const made = await all
    expect(mail.toSorted()).toEqual(made.flat().toSorted())
    for (const one of made) expect(mail.filter((record) => one.includes(record))).toEqual(one)
    expect((await readAll(store, null, 500)).length).toBe(seen.length)
  })
}

async function readAll(
  store: MailStore,
  from: RecordCursor | null,
  most: number,
): Promise<readonly StoreRecord[]> {
  const read: StoreRecord[] = []
  for (let after = from, more = true; more; ) {
    const page = await store.log.recorded(after, most)
    read.push(...page.rows)
    after = page.next
    more = page.more
  }
  return read
}
