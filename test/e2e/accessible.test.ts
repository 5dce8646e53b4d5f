import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { soon } from '../support/soon.ts'
import { controlBytesOnTheWire } from '../support/terminal-wire.ts'
import {
  copiedWorld,
  emptyStore,
  leaveAll,
  openOutside,
  type Seat,
  seatAt,
  start,
  watchpost,
} from '../support/terminal-world.ts'

afterAll(leaveAll)

type Ways = {
  readonly flags?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly store?: string
}

async function listen({ flags = ['--accessible'], env = {}, store }: Ways = {}): Promise<Seat> {
  const place = store ?? (await copiedWorld())
  const seat = seatAt(start([...watchpost(place, 'lea'), ...flags], { columns: 180, rows: 60, env }), place)
  await seat.sees('Press ? for the keys, q to quit.')
  return seat
}

/** What is said from here on, in whole. */
const heard = (seat: Seat): (() => string) => {
  const from = seat.bytes().length
  return () => seat.bytes().subarray(from).toString()
}

/** Lines end, and what was typed can be rubbed out; nothing else may move anything. */
const linesOnly = [/\r\n/gu, /\x08 \x08/gu]

describe.concurrent('told in lines', () => {
  it('it says the journal, and whom one acts as', async () => {
    const seat = await listen()
    await seat.press('a')
    await seat.sees('Acknowledged 1 message (u to undo)')
    await seat.press('a')
    await seat.sees(/[0-9A-Z]{5} is already acknowledged$/mu)
    await seat.press('g', 'u')
    await seat.sees(/Journal · your changes, newest first, \d changes/u)
    await seat.sees(/acknowledging, 1 message, Priority change.*, undoable, 1 of \d/u)
    await seat.press('u')
    await seat.sees('Undid: acknowledge 1 message')
    await seat.sees(/acknowledging, 1 message, .*, undone, 1 of \d/u)
    await seat.press('Esc')
    await seat.sees('Closed.')
    await seat.press('1', 'g', 'g')
    for (let steps = 0; steps < 10; steps += 1) await seat.press('j')
    await seat.press('2')
    await seat.sees(/Inbox of swarm_dev\/architect/u)
    await seat.press('A')
    await seat.sees('Acting as swarm_dev/architect: A or leaving the mailbox ends it.')
    await seat.press('1', 'k', '2')
    await seat.sees('You no longer act as swarm_dev/architect.')
  })

  it('one can open, move, read, reply, archive and leave by the keys of the screen', async () => {
    const seat = await listen()
    await seat.sees(/Watchpost, swarm_dev, as lea, 11 unread, 3 urgent/u)
    await seat.sees(/Inbox, 11 rows, priority/u)
    await seat.sees(/unread, urgent, from coo, subject Priority change.*, 1 hour ago, 1 of 11/u)
    await seat.press('j')
    await seat.sees(/unread, urgent, from .*critic, subject Tests red on main, 14 minutes ago,.* 2 of 11/u)
    await seat.press('j', 'Enter')
    await seat.sees(/Thread, 3 messages, Tests red on main/u)
    await seat.sees(/Message 1 of 3, .*folded/u)
    await seat.sees(/The kill test is the one that matters/u)
    const lea = await (await seat.outside()).as('lea')
    await soon(async () => expect((await lea.count({})).total).toBe(10))
    await seat.quiet()
    const moved = heard(seat)
    await seat.press('j')
    await seat.until(
      'the next line',
      () => moved() === 'The kill test is the one that matters. I wait with the merge.\r\n',
    )
    await seat.press('r')
    await seat.sees('Reply to swarm_dev/critic:')
    await seat.type('I look nov')
    await seat.sees('I look nov')
    await seat.press('Backspace')
    await seat.misses('I look nov')
    await seat.type('w')
    await seat.sees(/I look now$/mu)
    await seat.press('Enter')
    await seat.sees('sending in 5 seconds (u to undo)')
    await seat.press('q')
    await seat.sees(/read, urgent, from .*critic.* 3 of 11/u)
    await seat.press('e')
    await seat.sees(/Archived 1 message \(u to undo\)/u)
    await seat.press('1')
    await seat.sees('Roster.')
    await seat.press('j')
    await seat.sees(/^All, 3 of/mu)
    await seat.press('2', 'C-c')
    expect((await seat.exited()).code).toBe(0)
    const { messages } = await lea.search({ query: ['from:lea "I look now"'] })
    expect(messages).toHaveLength(1)
    expect(seat.isAlternate()).toBe(false)
    expect(controlBytesOnTheWire(seat.bytes(), linesOnly)).toEqual([])
  })

  it('new mail, notices, questions, forms, help and what is found are heard', async () => {
    const seat = await listen()
    await (await (await seat.outside()).as('bob')).send({
      to: ['lea'],
      body: 'x\x1b]52;c;eA==\x07\x1b[2J',
      subject: 'Odd\x1b[31m',
    })
    await seat.sees('1 new message, 12 unread, 3 urgent')
    await seat.press('s')
    await seat.sees(/Snooze 1 message until .*: 2h/u)
    await seat.press('Esc', '/')
    await seat.sees('Search:')
    await seat.type('Odd')
    await seat.press('Enter')
    await seat.sees(/Search Odd\*, 1 row/u)
    await seat.sees(/from bob, subject Odd, now, 1 of 1/u)
    await seat.press('Enter')
    await seat.sees(/Message 1 of 1, .*from bob/u)
    await seat.press('m')
    await seat.sees('New message')
    await seat.type('bo')
    await seat.sees('known, bob')
    await seat.press('Tab', 'Tab', 'Tab')
    await seat.sees(/^Subject:/mu)
    await seat.type('Words')
    await seat.press('Esc')
    await seat.sees('Keep this as a draft?')
    await seat.press('y')
    await seat.sees('Saved in Drafts')
    await seat.press(':')
    await seat.sees('Command:')
    await seat.type('whoami')
    await seat.press('Enter')
    await seat.sees('lea (by ')
    await seat.press('q')
    await seat.sees('Closed.')
    await seat.press('?')
    await seat.sees('This help')
    expect(controlBytesOnTheWire(seat.bytes(), linesOnly)).toEqual([])
  })

  it.each([
    { what: 'a terminal that can only print', ways: { flags: [], env: { TERM: 'dumb' } } },
    { what: 'one who only looks', ways: { flags: ['--accessible', '--read-only'] } },
  ])('so it is for $what', async ({ ways }) => {
    const seat = await listen(ways)
    await seat.press('j', 'e')
    await seat.sees(ways.flags.length > 0 ? 'This screen is read-only' : 'Archived 1 message')
    expect(controlBytesOnTheWire(seat.bytes(), linesOnly)).toEqual([])
  })

  it('a line of the help is one key, whatever the width, and names that are offered are said once', async () => {
    const seat = await listen()
    const helped = heard(seat)
    await seat.press('?')
    await seat.sees('This help')
    expect(helped()).toMatch(/^ +r +reply\r$/mu)
    expect(helped()).toMatch(/^ +m +new message; in a channel or tag, post a line\r$/mu)
    await seat.press('Esc')
    await seat.sees('Closed.')
    const offered = heard(seat)
    await seat.press('m')
    for (const letter of 'crit') {
      await seat.type(letter)
      await seat.quiet()
    }
    await seat.until('the names', () => offered().includes('known, swarm_dev/critic'))
    expect(offered().split('known, swarm_dev/critic\r')).toHaveLength(2)
  })

  it('the menu of times is said, what they mean, and until when it snoozed', async () => {
    const seat = await listen()
    await seat.press('s')
    await seat.sees('Press Down to choose, 1h, this evening, tomorrow 9:00, monday 9:00')
    const chosen = heard(seat)
    await seat.press('Down')
    await seat.until('the meaning of 1h', () => /^1h, \w{3} \d+ \w{3} \d\d:\d\d\r$/mu.test(chosen()))
    await seat.press('C-u')
    await seat.type('tomorrow 9:00 or so')
    await seat.sees('tomorrow 9:00 or so, not a time')
    await seat.press('Enter')
    await seat.sees('Not a time. Snooze until')
    await seat.press('C-u')
    await seat.type('monday 9:00')
    await seat.sees(/monday 9:00, Mon \d+ \w{3} 09:00/u)
    await seat.press('Enter')
    await seat.sees(/Snoozed 1 message until Mon \d+ \w{3} 09:00 \(u to undo\)/u)
    expect(controlBytesOnTheWire(seat.bytes(), linesOnly)).toEqual([])
  })

  it('the form of an answer, its quotation and canned replies are said', async () => {
    const home = mkdtempSync(join(tmpdir(), 'watchpost-accessible-'))
    mkdirSync(join(home, 'watchpost'))
    writeFileSync(
      join(home, 'watchpost', 'config.yaml'),
      'replies:\n  later: I look at it tomorrow.\n  never: No.\n',
    )
    const seat = await listen({ env: { XDG_CONFIG_HOME: home } })
    await seat.press('j', 'Enter')
    await seat.sees(/Thread, \d messages/u)
    await seat.press('R')
    await seat.sees('Reply to swarm_dev/critic')
    await seat.sees('Press Tab for the next field, C-s to send, C-g for $EDITOR, Esc to close.')
    await seat.press('Alt-r')
    await seat.sees('2 canned replies, later: I look at it tomorrow.')
    await seat.press('Down')
    await seat.sees(/^never: No\.$/mu)
    await seat.press('Enter')
    await seat.sees(/^Message: No\.$/mu)
    await seat.press('Alt-q')
    await seat.sees(/swarm_dev\/critic wrote:/u)
    await seat.press('Esc')
    await seat.sees('Keep this as a draft?')
    await seat.press('n')
    expect(controlBytesOnTheWire(seat.bytes(), linesOnly)).toEqual([])
  })

  it('Tab takes the channel whose beginning was typed, not everybody', async () => {
    const seat = await listen()
    await seat.press('m')
    await seat.sees('New message')
    await seat.type('#al')
    await seat.sees('known, channel:alerts')
    await seat.press('Tab')
    await seat.sees(/channel:alerts,?\s*$/mu)
    await seat.press('Tab', 'Tab')
    await seat.type('Deploy')
    await seat.press('C-s')
    await seat.sees(/sending in \d/u)
    await seat.press('C-c')
    await seat.exited()
    const lea = await (await seat.outside()).as('lea')
    const { messages } = await lea.inbox({ sent: true, limit: 1 })
    expect(messages[0]).toMatchObject({ subject: 'Deploy', to: ['channel:alerts'] })
  })

  it('what a search found in the text is said, and how much there is in a saved search', async () => {
    const store = await copiedWorld()
    const outside = await openOutside(store)
    await (await outside.as('lea')).saveView({ name: 'merges', query: ['merge'] })
    await outside.close()
    const seat = await listen({ store })
    await seat.press('/')
    await seat.type('merge')
    await seat.sees('Search:')
    await seat.press('Enter')
    await seat.sees(/found …?.*I wait with the merge\./u)
    await seat.press('Esc')
    await seat.sees(/^Inbox, 11 rows/mu)
    await seat.press('1')
    for (let step = 0; step < 9; step += 1) await seat.press('j')
    await seat.sees(/^merges, \d+, \d+ of/mu)
    await seat.press('{')
    await seat.sees(/^(?:Dead letters|Snoozed|I owe|Drafts), \d+ rows?/mu)
    expect(controlBytesOnTheWire(seat.bytes(), linesOnly)).toEqual([])
  })

  it('the boards of work are said row by row, and their columns', async () => {
    const store = await copiedWorld()
    const outside = await openOutside(store)
    const architect = await outside.as('swarm_dev/architect')
    await architect.send({
      to: ['lea'],
      subject: 'Redis for sessions',
      kind: 'claim',
      statement: 'Use Redis for sessions.',
    })
    const night = { to: ['swarm_dev/tester'], subject: 'Sort the night run', body: 'Ten.' }
    await (await outside.as('coo')).send({ ...night, task: 'nightly' })
    await outside.close()
    const seat = await listen({ store })
    await seat.press('g', 'w')
    await seat.sees(/^Tasks, 1 running/mu)
    await seat.sees(
      'Sort the night run, running, owner coo, task nightly, 1 message, begun now, last word now, 1 of 1',
    )
    await seat.press('Esc')
    await seat.sees('Closed.')
    await seat.press('g', 'q')
    await seat.sees(/^Available, 3$/mu)
    await seat.sees('Write the kill test, available, queue work, 3 hours ago, 1 of 3')
    await seat.press('l')
    await seat.sees(/^Processing, 1$/mu)
    await seat.sees(/^Split the claim statement, processing, queue work, implementer, .* left, 1 of 1/mu)
    await seat.press('Esc', 'g', 'd')
    await seat.sees('Redis for sessions, open, architect, 1 round, last word now, 1 of 1')
    await seat.press('Enter')
    await seat.sees(/^Debate, Redis for sessions$/mu)
    await seat.sees(/claim, .*case, Use Redis for sessions/u)
    expect(controlBytesOnTheWire(seat.bytes(), linesOnly)).toEqual([])
  })

  it('an empty mailbox says what to do', async () => {
    const seat = await listen({ store: await emptyStore(['lea']) })
    await seat.sees('No open mail.')
    await seat.sees('m writes a message')
  })
})
