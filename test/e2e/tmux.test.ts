import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { until } from '../support/soon.ts'
import { repainted } from '../support/terminal-repaint.ts'
import { copiedWorld, watchpost } from '../support/terminal-world.ts'

const run = promisify(execFile)
const isThere = spawnSync('tmux', ['-V']).status === 0
const folder = mkdtempSync(join(tmpdir(), 'watchpost-tmux-'))
const socket = join(folder, 'socket')

async function tmux(...args: readonly string[]): Promise<string> {
  const { TMUX, TMUX_PANE, CI, ...env } = process.env
  const { stdout } = await run('tmux', ['-S', socket, '-f', '/dev/null', ...args], {
    env: { ...env, LANG: 'C.UTF-8' },
  })
  return stdout
}

afterAll(async () => {
  if (isThere) await tmux('kill-server').catch(() => undefined)
  rmSync(folder, { recursive: true, force: true })
})

const plain = (): Promise<string> => tmux('capture-pane', '-p', '-t', 'w')
const written = join(folder, 'wire')
const wire = (): string => readFileSync(written, 'latin1')
const clears = (): number => wire().split('\x1b[2J').length

/** Settles once nothing more is written. */
async function rest(): Promise<void> {
  for (let known = -1; known !== wire().length; ) {
    known = wire().length
    await new Promise((settle) => setTimeout(settle, 200))
  }
}

async function proved(keys: readonly string[], shows: string | RegExp): Promise<void> {
  for (const key of keys) await tmux('send-keys', '-t', 'w', key)
  await until(async () => {
    const text = await plain()
    return typeof shows === 'string' ? text.includes(shows) : shows.test(text)
  }, plain)
  const [before, after] = await repainted({
    wire,
    rest,
    picture: () => tmux('capture-pane', '-p', '-e', '-t', 'w'),
    async repaint() {
      const known = clears()
      await tmux('send-keys', '-t', 'w', 'C-l')
      await until(() => clears() > known, 'a repaint')
    },
  })
  expect(after, `after ${keys.join(' ')}`).toBe(before)
}

describe.skipIf(!isThere)('in a real tmux', () => {
  it('shows after every step what a repaint shows', async () => {
    writeFileSync(written, '')
    const store = await copiedWorld()
    const command = watchpost(store, 'lea')
    await tmux('new-session', '-d', '-s', 'w', '-x', '120', '-y', '30', 'sh')
    await tmux('pipe-pane', '-t', 'w', `cat >> ${written}`)
    await tmux('send-keys', '-t', 'w', command.join(' '), 'Enter')
    await proved([], ' live')
    await proved(['j', 'j'], /▸!! ● critic +↩ response +Re/u)
    await proved(['Enter'], /▾ ○ critic/u)
    await proved(['z', 'R'], 'Code review')
    await proved(['r', 'Y', 'e', 's'], /Reply to .*Yes/u)
    await proved(['Escape'], '─ Thread')
    await proved(['H'], 'Hand off')
    await proved(['Escape'], '─ Thread')
    await proved(['?'], '─ Keys ─')
    await proved(['q', 'q', '/', 's', 'c', 'h'], 'Search sch')
    await tmux('resize-window', '-t', 'w', '-x', '80', '-y', '24')
    await proved(['e'], 'Search sche')
    await tmux('send-keys', '-t', 'w', 'Escape')
    await until(async () => (await plain()).includes('─ Inbox ─'), plain)
    await tmux('send-keys', '-t', 'w', 'q')
    await until(async () => (await tmux('display', '-p', '-t', 'w', '#{alternate_on}')).trim() === '0', plain)
    expect(await tmux('display', '-p', '-t', 'w', '#{cursor_flag}')).toBe('1\n')
  })
})
