import { afterAll, describe, expect, it } from 'vitest'
import { programFile } from '../support/batch.ts'
import { soon } from '../support/soon.ts'
import {
  emptyStore,
  leaveAll,
  openOutside,
  type Seat,
  sitDown,
  start,
  watchpost,
} from '../support/terminal-world.ts'

afterAll(leaveAll)

const hour = 3_600_000
const sizes = [
  { columns: 120, rows: 30 },
  { columns: 80, rows: 24 },
] as const

/** 215 urgent messages of two agents before an escalation that nobody read. */
async function floodedStore(): Promise<string> {
  const store = await emptyStore(['lea', 'bob', 'nux'])
  const outside = await openOutside(store)
  const [bob, nux] = [await outside.as('bob'), await outside.as('nux')]
  for (let count = 0; count < 215; count += 1)
    await (count % 2 === 0 ? bob : nux).send({
      to: ['lea'],
      subject: `Red run ${count}`,
      priority: 'urgent',
      kind: 'notification',
    })
  await nux.escalate({ to: 'lea', subject: 'Which store', deadline: '2h', option: ['Keep it', 'Move it'] })
  await outside.close()
  return store
}

const as = async (seat: Seat, address = 'lea') => (await seat.outside()).as(address)
const flooded = floodedStore()
const copyOf = async (): Promise<string> => {
  const { cpSync } = await import('node:fs')
  const { newPlace } = await import('../support/terminal-world.ts')
  const place = newPlace()
  cpSync(await flooded, place, { recursive: true })
  return place
}

describe.each(sizes)('at $columns×$rows', (size) => {
  it('an escalation behind 215 urgent messages leads Attention, and the others unfold', async () => {
    const seat = await sitDown({ store: await copyOf(), ...size })
    await seat.press(']')
    await seat.sees(/▸ !! nux +escalat.*due in (1h 59m|2h)/u)
    await seat.sees(/215 urgent from 2 agents/u)
    await seat.sees(/6 of 216/u)
    await seat.misses('Red run 5')
    await seat.press('j')
    await seat.sees(/▸ 215 urgent/u)
    await seat.press('Enter')
    await seat.sees(/Red run 9/u)
    await seat.press('G')
    await seat.sees(/▸ .*Red run 214/u)
    await seat.press('g', 'g', 'j', 'Enter')
    await seat.misses('Red run 5')
  })

  it('] and [ go from problem to problem, from anywhere, and open the next one in the thread', async () => {
    const seat = await sitDown({ store: await copyOf(), ...size })
    await seat.press('j', ']')
    await seat.sees(/▸ !! nux +escalat/u)
    await seat.press(']')
    await seat.sees(/▸ ! +bob .*Red run 0/u)
    await seat.press('[')
    await seat.sees(/▸ !! nux +escalat/u)
    await seat.press('[')
    await seat.sees('No more problems above.')
    await seat.press('Enter')
    await seat.sees(/decision due in/u)
    await seat.press(']')
    await seat.sees(/─ Thread · 1 message(.|\n)*Red run 0/u)
  })

  it('an escalation is decided in a dialog, by Enter, in its thread, and its row leaves', async () => {
    const seat = await sitDown({ store: await copyOf(), ...size })
    await seat.press(']')
    await seat.sees(/▸ !! nux +escalat/u)
    await seat.press('C')
    await seat.sees(/▸ 1\. Keep it/u)
    await seat.press('j')
    await seat.sees(/▸ 2\. Move it/u)
    await seat.press('Esc')
    await seat.misses('Move it')
    await seat.press('C', 'j', 'Enter')
    await seat.misses(/nux +escalat/u)
    const nux = await as(seat, 'nux')
    await soon(async () => {
      const { messages } = await nux.inbox({ body: true })
      expect(messages).toMatchObject([{ from: 'lea', kind: 'response', body: 'Decision: Move it' }])
      expect(messages[0]?.thread).toBe((await nux.inbox({ sent: true })).messages[0]?.thread)
    })
  })
})

it('a problem that somebody else solves leaves the list and the count', async () => {
  const seat = await sitDown({ store: await copyOf(), columns: 120, rows: 30 })
  await seat.sees(/Attention +99\+|Attention +216/u)
  await seat.press(']')
  await seat.sees(/▸ !! nux +escalat/u)
  const lea = await as(seat)
  const [row] = (await lea.attention({ why: 'escalation' })).attention
  await lea.ack({ messages: [row?.message?.id ?? ''] })
  await seat.misses(/nux +escalat/u)
  await seat.sees(/Attention +215/u)
})

it('a reminder is written to whoever has not answered, in the thread of the request', async () => {
  const store = await emptyStore(['lea', 'bob', 'nux'])
  const outside = await openOutside(store)
  const { seat: sit } = await import('../../src/entry/demo/mailbox-context.ts')
  const { openMailbox } = await import('../../src/mailbox.ts')
  const early = openMailbox(await sit(outside.store, 'lea', { now: () => Date.now() - 30 * hour }))
  const { id } = await early.send({ to: ['bob', 'nux'], subject: 'Which seed?' })
  await (await outside.as('nux')).reply({ message: id, body: 'The first.' })
  await outside.close()
  const seat = await sitDown({ store, columns: 120, rows: 30 })
  await seat.press(']')
  await seat.sees(/▸ !! bob +has not answered/u)
  await seat.press('m')
  await seat.sees('Re: Which seed?')
  await seat.type('A word would do.')
  await seat.press('C-s')
  const bob = await as(seat, 'bob')
  await soon(async () => {
    const { messages } = await bob.inbox({ body: true })
    expect(messages.map(({ body }) => body)).toContain('A word would do.')
    const reminder = messages.find(({ body }) => body === 'A word would do.')
    expect(reminder).toMatchObject({ thread: id, replyTo: id, to: ['bob'] })
  })
  expect((await (await as(seat, 'nux')).inbox({})).messages.map(({ subject }) => subject)).toEqual([
    'Which seed?',
  ])
})

it('the command lists the escalation first and counts the rest', async () => {
  const { execFileSync } = await import('node:child_process')
  const run = (...args: string[]) =>
    execFileSync(process.execPath, [programFile, '--store', store, '--as', 'lea', 'attention', ...args], {
      encoding: 'utf8',
    })
  const store = await copyOf()
  // Lea is an agent here, so what others wrote stands between marked lines.
  const [, ...lines] = run().split('\n')
  expect(lines[0]).toBe('1 escalation from 1 agent')
  expect(lines[1]).toMatch(/^ {2}escalated to you, due in .*watchpost reply/u)
  expect(lines[2]).toBe('215 urgent from 2 agents (20 shown; all: `watchpost attention --why urgent`)')
  expect(JSON.parse(run('--json', '--count'))).toMatchObject({ attention: [], total: 216 })
})

it('told in lines, Attention says its groups', async () => {
  const store = await copyOf()
  const seat = start([...watchpost(store, 'lea'), '--accessible'], { columns: 180, rows: 60 })
  await seat.sees('Press ? for the keys, q to quit.')
  await seat.press(']')
  await seat.sees(/Attention, 7 rows, most serious first/u)
  await seat.sees(/nux, escalated to you, Escalation: Which store, due in .*, C to decide, 1 of 7/u)
  await seat.press('j')
  await seat.sees(/215 urgent from 2 agents, 5 shown, Enter lists all, 2 of 7/u)
})
