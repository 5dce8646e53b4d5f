import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pngOf } from '../../test/support/png.ts'
import { svgOf } from '../../test/support/svg.ts'
import { goTo } from '../../test/support/terminal-roster.ts'
import { demoStore, leaveAll, type Seat, sitDown } from '../../test/support/terminal-world.ts'

type Scene = {
  readonly name: string
  readonly columns: number
  readonly rows: number
  /** Plays until the screen shows what the picture is to show. */
  readonly play: (seat: Seat) => Promise<void>
}

const scene = (name: string, columns: number, rows: number, play: Scene['play']): Scene => ({
  name: `${name}-${columns}x${rows}`,
  columns,
  rows,
  play,
})

/** The first screen, its preview included. */
async function panes(seat: Seat): Promise<void> {
  await seat.sees(/▸!! ● \S+ +\S/u)
  await seat.sees('11 unread')
  const columns = seat.cells()[0]?.length ?? 0
  if (columns >= 90) await seat.sees('librarian')
  if (columns >= 140) await seat.sees('receipts')
}

/** To the message with this subject, wherever the list has it. */
async function select(seat: Seat, subject: string): Promise<void> {
  const here = (): string => seat.screen().find((line) => /▸[ !·]{2} [●○]/u.test(line)) ?? ''
  const titleOf = (): string =>
    /[●○] .*/u.exec(here().slice(here().search(/▸[ !·]{2} [●○]/u)))?.[0].slice(0, 60) ?? ''
  for (let step = 0; step < 20 && !titleOf().includes(subject); step += 1) {
    const before = titleOf()
    await seat.press('j')
    await seat.until('another row', () => titleOf() !== before)
  }
  if (!titleOf().includes(subject)) throw new Error(`No row says ${subject}`)
  // Its preview comes after it.
  await seat.quiet()
}

async function handoff(seat: Seat): Promise<void> {
  await select(seat, 'Implement mailbox')
  await seat.press('Enter')
  await seat.sees(/lea: .*shown/u)
  await seat.press('H')
  await seat.sees('Hand off: Implement mailbox store')
  await seat.type('swarm_dev/cri')
  await seat.sees('› swarm_dev/critic')
  await seat.press('Tab')
  await seat.misses('› swarm_dev/critic')
}

const scenes: readonly Scene[] = [
  scene('panes', 200, 50, panes),
  scene('panes', 120, 30, panes),
  scene('panes', 80, 24, panes),
  scene('panes', 50, 20, panes),
  scene('thread', 200, 50, async (seat) => {
    await select(seat, 'Implement mailbox')
    await seat.press('Enter')
    await seat.sees(/lea: .*shown/u)
  }),
  scene('reply', 120, 30, async (seat) => {
    await select(seat, 'Tests red on main')
    await seat.press('r')
    await seat.sees('Reply to')
    await seat.type('Good: merge once the kill test is')
    await seat.sees('kill test is')
    await seat.sees(/lea: .*shown/u)
  }),
  scene('compose', 120, 30, async (seat) => {
    await seat.press('m')
    await seat.sees('New message')
    await seat.type('broadcast:swarm_dev')
    await seat.press('Tab', 'Tab')
    await seat.type('Freeze at six')
    await seat.press('Tab', 'Tab')
    await seat.type('h')
    await seat.press('Tab')
    await seat.paste(
      'Merge what is green, park the rest.\n\n- the claim is in\n- the kill test waits for review',
    )
    await seat.sees('waits for review')
  }),
  scene('handoff', 120, 30, handoff),
  scene('handoff-preview', 120, 30, async (seat) => {
    await handoff(seat)
    await seat.press('C-s')
    await seat.sees('Work handoff from')
  }),
  scene('attention', 120, 30, async (seat) => {
    await goTo(seat, 'Attention')
    await seat.sees('has not answered')
  }),
  scene('queue', 120, 30, async (seat) => {
    await goTo(seat, 'work')
    await seat.sees(/▸.*Split the claim statement/u)
    await seat.press('t')
    await seat.sees(/▸.*Write the kill test.*lea/u)
    // What was told bears a time of the clock.
    await seat.misses('took ')
  }),
  scene('tag', 120, 30, async (seat) => {
    await goTo(seat, '#inscription')
    await seat.sees(/▸.*The Demotic part/u)
    await seat.press('m')
    await seat.type('Line 12 reads "for ever"')
    await seat.sees('for ever')
  }),
  scene('debate', 120, 30, async (seat) => {
    const as = async (who: string) => (await seat.outside()).as(who)
    const claim = await (await as('swarm_dev/architect')).send({
      to: ['lea', 'swarm_dev/critic'],
      subject: 'Redis for sessions',
      kind: 'claim',
      statement: 'Use Redis for sessions.',
      rationale: 'It is fast, and **shared** by all nodes.',
      evidence: [
        'type=benchmark,source=bench/session.md,data=p99 of 2 ms at 10,000 sessions',
        'Everybody uses it',
      ],
    })
    await (await as('swarm_dev/critic')).reply({
      ...{ message: claim.id, all: true, kind: 'counter' },
      statement: 'JWT needs no store.',
      evidence: ['https://jwt.io says so'],
    })
    // The roster asks for debates a while after a change.
    await new Promise((next) => setTimeout(next, 5_000))
    await goTo(seat, 'Redis')
    await seat.sees('counter JWT needs no store.')
    await seat.press('Enter')
    await seat.sees('round 2/5')
  }),
  scene('help', 120, 30, async (seat) => {
    await seat.press('?')
    await seat.sees('archive the whole thread')
  }),
  scene('search', 120, 30, async (seat) => {
    await seat.press('/')
    await seat.type('from:critic tests')
    await seat.sees('Search from:critic tests')
    await seat.sees('Tests red on main')
  }),
  scene('palette', 120, 30, async (seat) => {
    await seat.press(':')
    await seat.sees(/do +send/u)
    await seat.type('arch')
    await seat.sees(/▸ do +archive/u)
    await seat.sees(/agent +swarm_dev.architect/u)
  }),
  scene('palette-inputs', 80, 24, async (seat) => {
    await seat.press(':')
    await seat.sees(/do +send/u)
    await seat.type('queue create nightly --or')
    await seat.sees(/▸ --order/u)
  }),
  scene('filter', 120, 30, async (seat) => {
    await seat.press('f')
    await seat.type('from:architect schema')
    await seat.sees('⊃ from:architect schema')
    await seat.misses('Tests red on main')
  }),
]

/** Half a minute old, so that no age turns while a scene is played. */
const head = 20_000

async function take({ name, columns, rows, play }: Scene, folder: string): Promise<void> {
  const store = await demoStore(Date.now() - head)
  const seat = await sitDown({ store, columns, rows })
  await panes(seat)
  await play(seat)
  await seat.quiet()
  const svg = svgOf(seat.cells())
  writeFileSync(join(folder, `${name}.svg`), svg)
  writeFileSync(join(folder, `${name}.png`), pngOf(svg, columns > 120 ? 1 : 1.25))
  await leaveAll()
}

/** `npm run screenshots`: plays the built program on the demo world and keeps what its screen shows. */
const folder = process.argv[2] ?? fileURLToPath(new URL('../../screenshots/', import.meta.url))
mkdirSync(folder, { recursive: true })
for (const one of scenes) await take(one, folder)
