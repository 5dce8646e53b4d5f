import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { seat as seatOf } from '../../src/entry/demo/mailbox-context.ts'
import { openMailbox } from '../../src/mailbox.ts'
import { keysIn } from '../support/keys.ts'
import { filesWith } from '../support/plain-text.ts'
import { until } from '../support/soon.ts'
import { leaveAll, type Seat, sitDown } from '../support/terminal-world.ts'

let state: string
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'watchpost-state-'))
})
afterEach(async () => {
  await leaveAll()
  rmSync(state, { recursive: true, force: true })
})

/** Somebody else's mailbox, with the keys of the same person. */
async function outside(seat: Seat, address: string) {
  const { store } = await seat.outside()
  const keys = keysIn(join(state, 'watchpost'))
  return openMailbox(await seatOf(store, address, { swarm: 'swarm_dev', keys }))
}

it('the person sees a lock, reads the text and answers sealed; the store has none of it', async () => {
  const seat = await sitDown({ env: { XDG_STATE_HOME: state } })
  const bob = await outside(seat, 'bob')
  await bob.send({
    to: ['lea'],
    subject: 'For your eyes',
    body: 'The code is tangerine.',
    priority: 'urgent',
    seal: true,
  })
  await seat.sees(/For your eyes.* ⊠/u)
  await seat.press('g', 'g')
  await seat.press('Enter')
  await seat.sees('The code is tangerine.')
  await seat.sees('⊠ sealed')
  await seat.press('r')
  await seat.sees('Sealed reply to bob')
  await seat.type('I like blackcurrant')
  // Once it is sent, the thread shows it folded.
  await seat.sees('I like blackcurrant')
  await seat.press('Enter')
  const answered = async () => {
    const { messages } = await bob.inbox({ from: ['lea'], unread: true, body: true })
    return messages.find(({ body }) => body === 'I like blackcurrant')
  }
  await until(async () => (await answered()) !== undefined, 'the answer')
  expect(await answered()).toMatchObject({ sealed: true })
  for (const text of ['tangerine', 'blackcurrant'])
    expect([text, filesWith(seat.store, text)]).toEqual([text, []])
})

it('a command of the palette opens a form that says it is sealed', async () => {
  const seat = await sitDown({ env: { XDG_STATE_HOME: state } })
  await seat.press(':')
  await seat.type('send bob --seal')
  await seat.press('Enter')
  await seat.sees('New message, sealed')
  await seat.type('I like blackcurrant')
  await seat.press('C-s')
  const bob = await outside(seat, 'bob')
  const got = async () =>
    (await bob.inbox({ from: ['lea'], body: true })).messages.find(({ sealed }) => sealed)
  await until(async () => (await got()) !== undefined, 'the message')
  expect(await got()).toMatchObject({ sealed: true, body: 'I like blackcurrant' })
  expect(filesWith(seat.store, 'blackcurrant')).toEqual([])
})
