import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { prompting } from '../support/prompting.ts'
import { until } from '../support/soon.ts'
import { copiedWorld, openOutside, watchpost } from '../support/terminal-world.ts'

const run = promisify(execFile)
const isThere = spawnSync('tmux', ['-V']).status === 0
const folder = mkdtempSync(join(tmpdir(), 'watchpost-nudge-'))
const socket = join(folder, 'socket')

async function tmux(...args: readonly string[]): Promise<string> {
  const { TMUX, TMUX_PANE, CI, WATCHPOST_AGENT, CLAUDE_SESSION_ID, CLAUDE_CODE_SESSION_ID, ...env } =
    process.env
  const { stdout } = await run('tmux', ['-S', socket, '-f', '/dev/null', ...args], {
    env: { ...env, LANG: 'C.UTF-8' },
  })
  return stdout.trim()
}

afterAll(async () => {
  if (isThere) await tmux('kill-server').catch(() => undefined)
  rmSync(folder, { recursive: true, force: true })
})

const screen = () => tmux('capture-pane', '-p', '-t', 'w:0.0')
const sees = (text: string) => until(async () => (await screen()).includes(text), screen)
const press = async (...keys: readonly string[]) => {
  for (const key of keys) await tmux('send-keys', '-t', 'w:0.0', key)
}

describe.skipIf(!isThere)('an agent in a pane of its own', () => {
  it('is nudged and jumped to by key, which sends no mail', async () => {
    const store = await copiedWorld()
    const harness = prompting(folder)
    await tmux('new-session', '-d', '-s', 'w', '-x', '140', '-y', '40', 'sh')
    await tmux('new-window', '-d', '-t', 'w', `exec ${harness.command()}`)
    const pane = await tmux('display', '-p', '-t', 'w:1', '#{pane_id}')
    await until(async () => harness.isReady(await tmux('capture-pane', '-p', '-t', pane)), 'its prompt')
    const outside = await openOutside(store)
    const lea = await outside.as('lea')
    await lea.updateAgent({ agent: 'coo', pane })
    const sent = async () => (await lea.inbox({ sent: true })).messages.length
    const before = await sent()
    await press(watchpost(store, 'lea').join(' '), 'Enter')
    await sees(' live')
    await press('!')
    await sees('Type to coo:')
    await press('look', 'Space', 'at', 'Space', 'main', 'Enter')
    await sees(`Typed to coo in pane ${pane}`)
    await until(() => harness.entered() === '[watchpost: lea] look at main\n', screen)
    expect(await sent()).toBe(before)
    await press('J')
    await until(async () => (await tmux('display', '-p', '-t', 'w', '#{window_index}')) === '1', 'its window')
    await tmux('kill-window', '-t', 'w:1')
    await press('!', 'x', 'Enter')
    await sees(`There is no tmux pane ${pane}.`)
    await outside.close()
  })
})
