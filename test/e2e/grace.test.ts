import { afterAll, describe, expect, it } from 'vitest'
import { soon } from '../support/soon.ts'
import { emptyStore, leaveAll, openOutside, type Seat, sitDown } from '../support/terminal-world.ts'

afterAll(leaveAll)

/** A store in which a decision and an answer are waited for. */
async function asked(): Promise<string> {
  const store = await emptyStore(['lea', 'nux'])
  const outside = await openOutside(store)
  const nux = await outside.as('nux')
  await nux.escalate({ to: 'lea', subject: 'Which store', deadline: '2h', option: ['Keep it', 'Move it'] })
  await outside.close()
  return store
}

type Way = {
  readonly what: string
  readonly says: string
  readonly begin: (seat: Seat) => Promise<void>
}
const ways: readonly Way[] = [
  {
    what: 'a decision',
    says: 'Decision: Move it',
    async begin(seat) {
      await seat.press('C', 'j', 'Enter')
    },
  },
  {
    what: 'an answer',
    says: 'Move it, please.',
    async begin(seat) {
      await seat.press('r')
      await seat.type('Move it, please.')
      await seat.press('Enter')
    },
  },
]

const endings: readonly (readonly [string, (seat: Seat) => Promise<void>])[] = [
  ['Ctrl-C', (seat) => seat.press('C-c')],
  ['the closed window', async (seat) => seat.signal('SIGHUP')],
  ['SIGTERM', async (seat) => seat.signal('SIGTERM')],
  ['a kill', async (seat) => seat.signal('SIGKILL')],
]

describe.concurrent.each(ways)('$what that is on its way', ({ says, begin }) => {
  it.each(endings)('is sent once, whatever ends the screen: %s', async (_, end) => {
    const seat = await sitDown({ store: await asked(), columns: 120, rows: 30 })
    await seat.press(']')
    await seat.sees(/▸ !! nux +escalat/u)
    await begin(seat)
    await seat.sees(/in \d s/u)
    await end(seat)
    await seat.exited()
    const nux = await (await seat.outside()).as('nux')
    const answers = async () =>
      (await nux.inbox({ body: true, all: true })).messages
        .map(({ body }) => body)
        .filter((body) => body === says)
    // Nobody may be left to send it but the next program that opens the store.
    const next = await sitDown({ store: seat.store, columns: 120, rows: 30 })
    await soon(async () => expect(await answers()).toEqual([says]))
    await next.press('C-c')
    expect(await answers()).toEqual([says])
  })
})
