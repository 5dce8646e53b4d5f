import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, expect, it } from 'vitest'
import { type Batch, openBatch } from '../support/batch.ts'
import { copiesUnlikeTheirLog, tornDeeds } from '../support/logged-copies.ts'
import { anyKey } from '../support/monkey.ts'
import { generator, proof, scaled } from '../support/scale.ts'
import type { Program } from '../support/terminal.ts'
import { provedAsItStands } from '../support/terminal-repaint.ts'
import { controlBytesOnTheWire, ownSequences } from '../support/terminal-wire.ts'
import { copiedWorld, leaveAll, start, watchpost } from '../support/terminal-world.ts'

const presses = scaled(500, 20_000)
const seed = Number(process.env['WATCHPOST_SEED'] ?? 2_027)
const random = generator(seed)
/** The clipboard is a sequence of its own, and somebody who looks away is told by the bell. */
const allowed = [...ownSequences, /\x1b\]52;c;[\w+/=]*\x07/gu, /\x07/gu]
/** What is written in one sitting is looked at as a whole, again and again. */
const longestSitting = 2_000
const aDay = 86_400_000
const folder = mkdtempSync(join(tmpdir(), 'watchpost-monkey-'))

afterAll(async () => {
  await leaveAll()
  rmSync(folder, { recursive: true, force: true })
})

/** Programs that a key would start are not there, and files that it would write lie in a folder of its own. */
const env = {
  PATH: folder,
  HOME: folder,
  XDG_STATE_HOME: folder,
  XDG_CONFIG_HOME: folder,
  EDITOR: '/bin/true',
  PAGER: '/bin/true',
}
/** What is pressed while a pager has the terminal, or nobody any more, is not to come back from it. */
const silently = '/bin/stty -echo; exec "$@"'
const size = { columns: 130, rows: 32 }

it(
  proof('keys at random while mail arrives: no crash, the screen as a repaint has it', presses, 'keys'),
  async () => {
    const store = await copiedWorld()
    const mail = openBatch(['--store', store, '--as', 'swarm_dev/tester'])
    let sitting = await sit(store)
    let sent = 0
    for (let pressed = 1; pressed <= presses; pressed += 1) {
      if (sitting.hasLeft()) sitting = await sit(store)
      await sitting.seat.send(anyKey(random))
      if (pressed % 3 === 0) sent = arrive(mail, sent)
      if (pressed % 5 === 0) await new Promise((next) => setTimeout(next, 5))
      if (pressed % 100 !== 0) continue
      await everySent(mail, sent)
      await check(sitting, `seed ${seed}, key ${pressed}`)
      if (pressed % longestSitting === 0) await leave(sitting)
    }
    await leave(sitting)
    await mail.finish()
    expect(mail.lines.filter(({ ok }) => !ok)).toEqual([])
    expectLogged(store)
  },
)

type Sitting = { readonly seat: Program; readonly hasLeft: () => boolean }

async function sit(store: string): Promise<Sitting> {
  const command = ['/bin/sh', '-c', silently, 'sh', ...watchpost(store, 'lea')]
  const seat = start(command, { env, cwd: folder, ...size })
  await seat.sees(' live ')
  let gone = false
  const ended = (): void => {
    gone = true
  }
  seat.exited(aDay).then(ended, ended)
  return { seat, hasLeft: () => gone }
}

/** Mail from another process, some of it pressing, some of it an answer, some of it strange. */
function arrive(mail: Batch, sent: number): number {
  const priority = random() < 0.2 ? 'urgent' : 'normal'
  const body = random() < 0.2 ? '\x1b[31m日本\u0301 \x9b2J\u202e' : 'Look.'
  mail.feed([
    { command: 'send', input: { to: ['lea'], subject: `News ${sent}`, body, priority, again: true } },
  ])
  return sent + 1
}

async function everySent(mail: Batch, sent: number): Promise<void> {
  while (mail.lines.length < sent) await new Promise((next) => setTimeout(next, 5))
}

/** Nothing was on the wire that is not ours, and the screen is what a repaint makes of it. */
async function check({ seat, hasLeft }: Sitting, when: string): Promise<void> {
  if (!hasLeft()) await provedAsItStands(seat, hasLeft, when)
  expect(controlBytesOnTheWire(seat.bytes(), allowed), when).toEqual([])
  if (hasLeft())
    expect(await seat.exited(), `${when}: ${seat.screen().join('\n')}`).toMatchObject({ code: 0 })
}

async function leave(sitting: Sitting): Promise<void> {
  const { seat, hasLeft } = sitting
  if (!hasLeft()) seat.signal('SIGTERM')
  expect([0, 128 + 15]).toContain((await seat.exited()).code)
}

/** Whatever was done is what the log tells. */
function expectLogged(store: string): void {
  const database = new Database(join(store, 'mail.db'), { readonly: true })
  try {
    const holds = ['held_by', 'held_until', 'attempts'] as const
    expect(copiesUnlikeTheirLog(database, ['owes', ...holds])).toEqual([])
    expect(tornDeeds(database)).toEqual([])
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
    const done = database
      .prepare("SELECT count(*) FROM deeds WHERE actor_id = (SELECT id FROM agents WHERE address = 'lea')")
      .pluck()
      .get()
    // How many of the keys meet a row depends on how fast each of them is.
    expect(done).toBeGreaterThan(presses / 1_000)
  } finally {
    database.close()
  }
}
