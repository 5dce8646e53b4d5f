import { expect, it } from 'vitest'
import { seat } from '../../../src/entry/demo/mailbox-context.ts'
import type { BoardRow } from '../../../src/faces/tui/model/board.ts'
import { openMailbox } from '../../../src/mailbox.ts'
import type { MailStore } from '../../../store/mail-store.ts'
import { openPostgresStore } from '../../../store/postgres/postgres-store.ts'
import { openSqliteStore } from '../../../store/sqlite/sqlite-store.ts'
import { diceOf } from '../../fuzz/equality/dice.ts'
import { begin, take } from '../../fuzz/equality/history.ts'
import { draw } from '../../fuzz/equality/steps.ts'
import { postgresWorld, sqliteWorld, type World } from '../../fuzz/equality/world.ts'
import { type AskedScreen, openAskedScreen } from '../../support/asked-screen.ts'
import { openMailRoom } from '../../support/mailbox.ts'
import { withPostgres } from '../../support/postgres.ts'
import { until } from '../../support/soon.ts'

/** Longer than the rest before a screen looks again at debates and tasks. */
const topicsRest = 3_300

it('a screen asks after a change only for what that can have altered', async () => {
  const room = await openMailRoom('dev')
  Object.defineProperty(room, 'now', { get: Date.now })
  const critic = await room.join('critic')
  const bob = await room.join('bob', { kind: 'user' })
  await room.join('lea', { kind: 'user' })
  await critic.send({ to: ['lea'], subject: 'Report', body: 'Read me.' })
  const screen = openAskedScreen(await room.as('lea'), { address: 'lea', terminal: 'here', now: Date.now })
  await screen.taken(topicsRest)
  const asks = { agent: 'critic', session: 's-1', helper: null, kind: 'permission', reason: 'Bash' } as const
  const shown = ['glance', 'inbox', 'receipts', 'thread']
  const topics = ['blockers', 'listDebates', 'listTasks', 'listTasks']
  const cases: readonly [string, () => unknown, readonly string[]][] = [
    ['nothing', () => undefined, []],
    ['its own change', () => screen.press('a'), ['ack', ...shown]],
    ['a question', () => room.store.asks.note({ ...asks, isNotice: false, at: Date.now() }), ['glance']],
    ['a saved search', () => bob.saveView({ name: 'red', query: ['red'] }), ['glance']],
    ['mail', () => critic.send({ to: ['bob'], subject: 'New' }), [...shown, ...topics]],
    ['a reply that begins', () => screen.press('r'), ['here']],
    ["another screen's presence", () => bob.here({ terminal: 'there' }), ['presence']],
  ]
  for (const [what, change, asked] of cases) {
    await change()
    const taken = await screen.taken(asked.includes('listTasks') ? topicsRest : undefined)
    expect(taken.toSorted(), what).toEqual(asked.toSorted())
  }
  await screen.program.close()
  await room.close()
})

const boards: readonly {
  keys: readonly string[]
  name: string
  rows: string
  question: boolean
  view: boolean
}[] = [
  { keys: ['B'], name: 'fleet', rows: 'fleet', question: true, view: false },
  { keys: ['g', 'd'], name: 'debates', rows: 'debateBoard', question: false, view: false },
  { keys: ['g', 'w'], name: 'tasks', rows: 'taskBoard', question: false, view: false },
  { keys: ['g', 'q'], name: 'queues', rows: 'queueBoard', question: false, view: true },
]

it.each(boards)(
  'the board of $name asks after a change only for rows that it can have altered',
  async (board) => {
    const room = await openMailRoom('dev')
    Object.defineProperty(room, 'now', { get: Date.now })
    const critic = await room.join('critic')
    const bob = await room.join('bob', { kind: 'user' })
    await room.join('lea', { kind: 'user' })
    const screen = openAskedScreen(await room.as('lea'), { address: 'lea', terminal: 'here', now: Date.now })
    await screen.taken()
    screen.press(...board.keys)
    await screen.taken()
    const asks = {
      agent: 'critic',
      session: 's-1',
      helper: null,
      kind: 'permission',
      reason: 'Bash',
    } as const
    const cases: readonly [string, () => unknown, boolean][] = [
      [
        'a question',
        () => room.store.asks.note({ ...asks, isNotice: false, at: Date.now() }),
        board.question,
      ],
      ['a saved search', () => bob.saveView({ name: 'red', query: ['red'] }), board.view],
      ['mail', () => critic.send({ to: ['bob'], subject: 'New' }), true],
    ]
    for (const [what, change, isShown] of cases) {
      await change()
      const taken = await screen.taken()
      expect(taken.toSorted(), what).toEqual(isShown ? ['glance', board.rows].toSorted() : ['glance'])
    }
    await bob.here({ terminal: 'there' })
    expect(await screen.taken()).toEqual(['presence'])
    await screen.program.close()
    await room.close()
  },
)

/** What a screen shows of the store; the selection, the window and what is still to come are its own. */
function shownBy({ program: { state } }: AskedScreen) {
  const { list, thread, roster, board } = state.panes
  const { agents, unread, dead, drafts, places, views, topics, attention, counts } = roster
  return {
    unread,
    dead,
    drafts,
    places,
    views,
    attention,
    counts,
    // Under a board nobody sees the panes.
    ...(board === null && { agents, topics }),
    rows:
      board === null
        ? list.rows
        : board.tables.map(({ rows, count }) => ({ rows: rows.map(withoutPulse), count })),
    thread: thread === null ? null : { messages: thread.messages, debate: thread.debate },
    others: state.session.pair.others.map(({ terminal, thread }) => ({ terminal, thread })),
  }
}

/** What an agent did in the last hour is counted only now and then. */
function withoutPulse(row: BoardRow): BoardRow {
  if (!('pulse' in row)) return row
  const { pulse: _, ...rest } = row
  return rest
}

/** Longer than all rests, and shorter than a screen's fallback of a minute. */
const longest = 20_000
const [before, rounds, roundsOnBoards] = [40, 30, 12]

/** Another program changes anything at random; the screen then shows what one shows that is opened now. */
async function expectFresh(
  world: World,
  again: () => Promise<MailStore>,
  seed: number,
  keys: readonly string[] = [],
): Promise<void> {
  const dice = diceOf(seed)
  const course = await begin([world], seed, dice)
  for (let at = 0; at < before; at += 1) await take(course, await draw(dice, course.seen))
  const store = await again()
  const sit = async (): Promise<AskedScreen> => {
    const mailbox = openMailbox(await seat(store, 'lea', { now: () => course.now, swarm: 'swarm_dev' }))
    const opened = openAskedScreen(mailbox, { address: 'lea', terminal: null, now: () => course.now })
    await until(() => opened.program.state.session.live)
    opened.press(...keys)
    await until(() => opened.program.state.panes.board?.known !== false)
    return opened
  }
  const screen = await sit()
  try {
    for (let round = 0; round < (keys.length > 0 ? roundsOnBoards : rounds); round += 1) {
      // Time stands: what it alters rings no bell. One change, so that no other one hides what it forgot to name.
      await take(course, { ...(await draw(dice, course.seen)), later: 0 })
      const fresh = await sit()
      await fresh.program.quiet()
      await until(
        () => JSON.stringify(shownBy(screen)) === JSON.stringify(shownBy(fresh)),
        () => ({ seed, round, screen: shownBy(screen), fresh: shownBy(fresh) }),
        longest,
      )
      await fresh.program.close()
    }
  } finally {
    await screen.program.close()
    await store.close()
    await world.close()
  }
}

const seeds = process.env['WATCHPOST_SEED'] === undefined ? [1, 2] : [Number(process.env['WATCHPOST_SEED'])]

it.each(seeds)(
  'shows what a new screen shows after any changes of another program (seed %i)',
  async (seed) => {
    const world = await sqliteWorld()
    const again = () => openSqliteStore(world.store.location, { create: false, durability: 'normal' })
    await expectFresh(world, again, seed)
  },
)

it.each(boards)('the board of $name shows what a new one shows after any changes', async ({ keys }) => {
  const world = await sqliteWorld()
  const again = () => openSqliteStore(world.store.location, { create: false, durability: 'normal' })
  await expectFresh(world, again, 3, keys)
})

await withPostgres((server) => {
  it.each(seeds)('shows the same on PostgreSQL (seed %i)', async (seed) => {
    const world = await postgresWorld(server)
    await expectFresh(world, () => openPostgresStore(world.store.location, { create: false }), seed)
  })
})
