import { spawnSync } from 'node:child_process'
import { chownSync, cpSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, describe, expect, it } from 'vitest'
import { leaveAll, openOutside } from '../support/terminal-world.ts'
import { openHome } from '../support/trusted-stores.ts'

afterAll(leaveAll)

const live = / live\s*$/mu

describe.concurrent('the list of stores', () => {
  it('goes to another store and comes back to the selected message, on the same terminal', async () => {
    const home = openHome()
    await home.project('alpha', 3)
    await home.project('beta', 2)
    const seat = await home.sit('alpha')
    await seat.sees(live)
    await seat.press('j')
    await seat.sees(/▸ .*alpha mail 2/u)
    await seat.press('g', 'p')
    await seat.sees(/▸ . alpha .* 3 .* open/u)
    await seat.sees(/beta .* 2 /u)
    const before = seat.bytes().length
    await seat.press('j', 'Enter')
    await seat.sees('Now in beta')
    await seat.sees(/▸ .*beta mail 1/u)
    await seat.misses('alpha mail')
    await seat.press('g', 'p')
    await seat.sees(/▸ . beta .* open/u)
    await seat.sees(/alpha .* 3 /u)
    await seat.press('j', 'Enter')
    await seat.sees('Now in alpha')
    await seat.sees(/▸ .*alpha mail 2/u)
    const written = seat.bytes().subarray(before).toString('latin1')
    expect(written).not.toMatch(/\x1b\[\?1049[hl]|\x1b\[2J/u)
    await seat.press('C-c')
    expect((await seat.exited()).code).toBe(0)
  })

  it('sends what is in its grace and keeps drafts, and nobody is in the old store any more', async () => {
    const home = openHome()
    const alpha = await home.project('alpha')
    const beta = await home.project('beta')
    const seat = await home.sit('alpha')
    await seat.sees(live)
    await seat.press('r')
    await seat.sees('Reply to')
    await seat.type('Half a thought')
    await seat.press('Esc')
    await seat.misses('Reply to')
    await seat.sees(/alpha mail 1.* (?:draft here|✎)/u)
    await seat.press('r')
    await seat.sees('Reply to scout')
    await seat.sees(/Message +Half a thought/u)
    await seat.type(' of mine')
    await seat.press('C-s')
    await seat.sees(/u to undo/u)
    await seat.press('g', 'p')
    await seat.sees(/beta .* 1 /u)
    await seat.press('j', 'Enter')
    await seat.sees('Now in beta')
    const [there, here] = [await openOutside(alpha), await openOutside(beta)]
    const lea = await there.as('lea')
    expect((await lea.thread({ message: 'Q8Y7D' })).messages).toHaveLength(2)
    expect((await lea.presence({})).presence).toEqual([])
    expect((await (await here.as('lea')).presence({})).presence).toHaveLength(1)
    await there.close()
    await here.close()
  })

  it('lists Attention of all stores, and goes to a row of another one', async () => {
    const home = openHome()
    await home.project('alpha')
    const beta = await home.project('beta')
    const outside = await openOutside(beta)
    const scout = await outside.as('scout')
    await scout.send({ to: ['lea'], subject: 'First', body: 'x', priority: 'urgent' })
    await scout.send({ to: ['lea'], subject: 'Fire', body: 'x', priority: 'urgent' })
    await outside.close()
    const seat = await home.sit('alpha')
    await seat.sees(live)
    await seat.press('g', 'p')
    await seat.sees(/beta .* 3 /u)
    await seat.press('a')
    await seat.sees(/▸.*beta .*urgent and unread .*First/u)
    await seat.press('G')
    await seat.sees(/▸.*beta .*urgent and unread .*Fire/u)
    await seat.press('Enter')
    await seat.sees('Now in beta')
    await seat.sees(/▸ .*Fire/u)
    await seat.sees(/▸ Attention/u)
    await seat.press('g', 'p')
    await seat.sees('Stores')
    await seat.press('a')
    await seat.sees('Attention of all stores')
    await seat.press('Esc')
    await seat.sees(/beta .* open/u)
    await seat.press('Esc')
    await seat.misses('~/alpha')
  })

  it('speaks each store on an accessible screen, and goes to one', async () => {
    const home = openHome()
    await home.project('alpha')
    await home.project('beta')
    const seat = await home.sit('alpha', ['--accessible'])
    await seat.sees('alpha mail 1')
    await seat.press('g', 'p')
    await seat.sees(/alpha, open, nothing waits for you, 1 unread.* 1 of 2/u)
    await seat.press('j')
    await seat.sees(/beta, .*2 of 2/u)
    await seat.press('Enter')
    await seat.sees('beta mail 1')
  })

  it('is filtered by words, and keeps a store that was chosen by its path', async () => {
    const home = openHome()
    await home.project('alpha')
    await home.project('beta')
    const named = await home.project('gamma')
    rmSync(join(home.stateFolder, 'trusted'), { recursive: true })
    await home.project('beta')
    const seat = await home.sit('alpha', ['--store', named])
    await seat.sees(live)
    await seat.press('g', 'p')
    await seat.sees(/gamma .* open/u)
    await seat.press('/')
    await seat.type('be')
    await seat.press('Enter')
    await seat.misses('~/gamma')
    await seat.press('Enter')
    await seat.sees('Now in beta')
    await seat.press('g', 'p')
    await seat.sees(/gamma .* 1 /u)
    await seat.press('j', 'Enter')
    await seat.sees('Now in gamma')
  })
})

type Spoiling = {
  readonly what: string
  readonly word: string
  readonly why: RegExp
  readonly spoil: (store: string) => void
}

const pipe = (path: string) => expect(spawnSync('mkfifo', [path]).status).toBe(0)

const spoilings: readonly Spoiling[] = [
  {
    what: 'a pipe in place of the database',
    word: 'refused',
    why: /is not a regular file/u,
    spoil(store) {
      rmSync(join(store, 'mail.db'))
      pipe(join(store, 'mail.db'))
    },
  },
  {
    what: 'a link in place of the folder',
    word: 'gone|refused',
    why: /is a link/u,
    spoil(store) {
      renameSync(store, `${store}-kept`)
      symlinkSync(`${store}-kept`, store)
    },
  },
  {
    what: 'a copy of the folder',
    word: 'refused',
    why: /was moved, copied or restored/u,
    spoil(store) {
      renameSync(store, `${store}-kept`)
      cpSync(`${store}-kept`, store, { recursive: true })
    },
  },
  {
    what: 'a store of a newer version',
    word: 'newer version',
    why: /has schema 9999/u,
    spoil(store) {
      const database = new Database(join(store, 'mail.db'))
      database.pragma('user_version = 9999')
      database.close()
    },
  },
  {
    what: 'a damaged database',
    word: 'damaged',
    why: /is damaged/u,
    spoil: (store) => writeFileSync(join(store, 'mail.db'), 'no database '.repeat(1000)),
  },
]

describe.concurrent('a store that cannot be opened', () => {
  it.each(spoilings)(
    '$what is one word in its row, and a sentence on Enter',
    async ({ word, why, spoil }) => {
      const home = openHome()
      await home.project('alpha')
      const beta = await home.project('beta')
      await home.project('gamma')
      spoil(beta)
      const seat = await home.sit('alpha')
      await seat.sees(live)
      await seat.press('g', 'p')
      await seat.sees(new RegExp(`beta +(?:${word})`, 'u'))
      await seat.sees(/gamma .* 1 /u)
      await seat.press('j', 'Enter')
      await seat.sees(why)
      await seat.press('Esc')
      await seat.sees('alpha mail 1')
      await seat.press('e')
      await seat.sees('Archived 1 message')
    },
  )

  it('that goes while it is listed says so, and is nothing to wait for', async () => {
    const home = openHome()
    await home.project('alpha')
    const beta = await home.project('beta')
    const seat = await home.sit('alpha')
    await seat.sees(live)
    await seat.press('g', 'p')
    await seat.sees(/beta .* 1 /u)
    rmSync(beta, { recursive: true })
    await seat.sees(/beta +gone/u)
    await seat.press('G', 'Enter')
    await seat.sees('There is no store at')
  })

  it.runIf(process.getuid?.() === 0)("is refused in somebody else's folder", async () => {
    const home = openHome()
    await home.project('alpha')
    const beta = await home.project('beta')
    chownSync(beta, 12_345, 12_345)
    const seat = await home.sit('alpha')
    await seat.sees(live)
    await seat.press('g', 'p')
    await seat.sees(/beta +refused/u)
    await seat.press('j', 'Enter')
    await seat.sees('belongs to another user')
  })
})
