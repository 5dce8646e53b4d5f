import { execFile, spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, it } from 'vitest'
import { agentName, fillStore } from '../../src/dev/bench/fill.ts'
import { noteTranscript } from '../../src/drivers/transcripts/transcripts.ts'
import { proved } from '../support/terminal-repaint.ts'
import { copiedWorld, emptyStore, leaveAll, sitDown, start, watchpost } from '../support/terminal-world.ts'

const run = promisify(execFile)
const isThere = spawnSync('tmux', ['-V']).status === 0
const folder = mkdtempSync(join(tmpdir(), 'watchpost-fleet-'))
const socket = join(folder, 'socket')

async function tmux(...args: readonly string[]): Promise<string> {
  const { TMUX, TMUX_PANE, CI, ...env } = process.env
  const { stdout } = await run('tmux', ['-S', socket, '-f', '/dev/null', ...args], {
    env: { ...env, LANG: 'C.UTF-8' },
  })
  return stdout.trim()
}

afterAll(async () => {
  await leaveAll()
  if (isThere) await tmux('kill-server').catch(() => undefined)
  rmSync(folder, { recursive: true, force: true })
})

const sizes = [
  { columns: 200, rows: 50 },
  { columns: 120, rows: 30 },
  { columns: 80, rows: 24 },
  { columns: 50, rows: 20 },
]

describe.concurrent('the board of the fleet', () => {
  it.each(sizes)('is opened, sorted, filtered, and followed while others work, at %o', async (size) => {
    const seat = await sitDown(size)
    await seat.press('B')
    await seat.sees('by state')
    await seat.sees(/▸ ◌ .*librarian/u)
    await proved(seat, ['s'], 'by name')
    await proved(seat, ['j'], 'by name')
    await seat.press('/')
    await seat.type('critic')
    await seat.sees(/▸ [◐◌◆] .*critic/u)
    await seat.press('Enter')
    await seat.sees('/critic ·')
    const { as } = await seat.outside()
    const lea = await as('lea')
    const critic = await as('swarm_dev/critic')
    await critic.send({ to: ['coo'], subject: 'I am here' })
    await seat.sees(/▸ ◆ .*critic.* now /u)
    const { id } = await lea.send({ to: ['swarm_dev/critic'], subject: 'Look at it', kind: 'request' })
    await critic.process({ messages: [id] })
    await seat.sees(/▸ ◐ .*critic/u)
    if (size.columns >= 80) await seat.sees(/◐ .*critic.*Look at/u)
    await critic.fail({ messages: [id], reason: 'it is gone' })
    await seat.sees(/▸ ◆ .*critic/u)
    await seat.press('Enter')
    await seat.sees('Agent swarm_dev/critic')
    await seat.sees('1 today')
    await seat.sees('Mail')
    await seat.press('G')
    await seat.misses(/↓ \d+ more/u)
    await seat.sees(/\d[mhd] +(?:sent|got|answered) /u)
    await seat.press('q')
    await seat.sees('/critic ·')
    await seat.press('Esc')
    await seat.misses('/critic ·')
    const again = await lea.send({ to: ['swarm_dev/critic'], subject: 'Once more', kind: 'request' })
    await critic.fail({ messages: [again.id], reason: 'it is still gone' })
    await seat.sees(size.columns >= 90 ? '· 1 failing ·' : '· ✗ 1 ·')
    await proved(seat, ['q'], 'Inbox')
  })

  it('scrolls through 2,000 agents', async () => {
    const store = await emptyStore(['lea'])
    fillStore(store, { messages: 20_000, agents: 2_000 }, Date.now())
    const seat = await sitDown({ store, as: agentName(0), columns: 160, rows: 40 })
    await seat.press('B')
    await seat.sees(/1–3\d of 2,00\d/u)
    await seat.press('G')
    await seat.sees(/of 2,00\d ─╯/u)
    await proved(seat, ['k'], /of 2,00\d/u)
    await seat.press('g', 'g')
    await seat.sees(/1–3\d of/u)
    for (let held = 0; held < 10; held += 1) {
      const before = seat.screen().join('\n')
      await seat.send('j'.repeat(30))
      await seat.until('other rows', (lines) => lines.join('\n') !== before)
    }
    await proved(seat, ['C-d'], /of 2,00\d/u)
  })

  it('shows how much of its context an agent has used, as its transcript grows', async () => {
    const state = join(folder, 'state')
    const transcript = join(folder, 'session.jsonl')
    const used = (tokens: number) =>
      appendFileSync(
        transcript,
        `${JSON.stringify({ type: 'assistant', message: { usage: { input_tokens: tokens } } })}\n`,
      )
    used(61_000)
    const notes = join(state, 'watchpost', 'transcripts')
    noteTranscript(notes, { session: 's-1', harness: 'Claude Code', path: transcript }, Date.now())
    const seat = await sitDown({ columns: 130, rows: 30, env: { XDG_STATE_HOME: state } })
    const critic = await (await seat.outside()).as('swarm_dev/critic')
    await critic.beat({ session: 's-1' })
    await seat.press('B')
    await seat.sees(/swarm_dev\/cri\S* .* 61k /u)
    used(124_000)
    await seat.sees(/swarm_dev\/cri\S* .* 124k /u)
    await seat.press('/')
    await seat.type('critic')
    await seat.press('Enter', 'Enter')
    await seat.sees('context  124k tokens')
  })

  it('is told line by line to a screen reader', async () => {
    const store = await copiedWorld()
    const seat = start([...watchpost(store, 'lea'), '--accessible'], { columns: 180, rows: 60 })
    await seat.sees('Press ? for the keys, q to quit.')
    await seat.press('B')
    await seat.sees(/Fleet, .*sorted by state/u)
    await seat.sees(/seen .*1 of \d/u)
    await seat.press('j')
    await seat.sees(/2 of \d/u)
    await seat.press('Enter')
    await seat.sees(/Agent, .*\S/u)
    await seat.sees('Timeline')
    await seat.press('q', 'q')
    await seat.sees('Closed.')
  })
})

describe.skipIf(!isThere)('an agent with a pane', () => {
  it('shows its last lines on its page, and they follow it', async () => {
    const seat = await sitDown({ columns: 120, rows: 40 })
    await tmux('new-session', '-d', '-s', 'w', '-x', '80', '-y', '20', 'cat')
    const [pane, server] = (await tmux('display', '-p', '-t', 'w', '#{pane_id} #{socket_path},#{pid}')).split(
      ' ',
    )
    const { store } = await seat.outside()
    const known = await store.roster.find('coo')
    await store.roster.update(
      { address: 'coo', longForm: known?.longForm ?? null, pane: pane ?? '', paneServer: server ?? '' },
      { actor: 'lea', principal: null, session: null, command: 'test' },
      Date.now(),
    )
    await tmux('send-keys', '-t', 'w', 'hello from the pane', 'Enter')
    await seat.press('B', '/')
    await seat.type('coo')
    await seat.press('Enter', 'Enter')
    await seat.sees('│ hello from the pane')
    await tmux('send-keys', '-t', 'w', 'and more', 'Enter')
    await seat.sees('│ and more')
    await tmux('kill-server')
    await seat.sees('The tmux server of pane')
  })
})
