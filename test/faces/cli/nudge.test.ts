import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { quietEnvironment } from '../../support/batch.ts'
import { type Desk, openDesk } from '../../support/cli.ts'

const hasTmux = spawnSync('tmux', ['-V']).status === 0

let desk: Desk
let folder: string
beforeAll(() => {
  desk = openDesk(['critic', 'bare'])
  folder = mkdtempSync(join(tmpdir(), 'watchpost-tmux-'))
})
afterAll(() => {
  desk.close()
  rmSync(folder, { recursive: true, force: true })
})

const environment = () => ({ TMUX_TMPDIR: folder })
const nudge = (...args: readonly string[]) => desk.run(['nudge', ...args], { env: environment() })

describe('is refused', () => {
  test.each([
    ['an unknown agent', ['nobody', 'x'], 3, 'No agent is called nobody'],
    ['an empty text', ['bare', ' '], 2, 'A nudge needs a text'],
    ['no pane', ['bare', 'x'], 3, 'watchpost send bare'],
  ] as const)('%s', (_, args, code, said) => {
    const done = nudge(...args)
    expect([done.code, done.out]).toEqual([code, ''])
    expect(done.err).toContain(said)
  })
})

describe.skipIf(!hasTmux)('in a tmux of its own', () => {
  const tmux = (...args: readonly string[]) =>
    execFileSync('tmux', args, { env: { ...quietEnvironment(), ...environment() }, encoding: 'utf8' }).trim()
  const typed = () => readFileSync(join(folder, 'typed'), 'utf8')
  /** A program that keeps what is typed; its pane is the agent's. */
  function openPane(command: string): string {
    const pane = tmux('new-window', '-d', '-P', '-F', '#{pane_id}', command)
    desk.json('agents', 'update', 'critic', '--pane', pane)
    return pane
  }
  async function openListener(): Promise<string> {
    const pane = openPane(`exec cat > ${join(folder, 'typed')}`)
    await sees(() => tmux('display-message', '-p', '-t', pane, '#{pane_current_command}') === 'cat')
    return pane
  }
  async function sees(look: () => boolean): Promise<void> {
    for (let tries = 0; tries < 1_200 && !look(); tries += 1)
      await new Promise((next) => setTimeout(next, 25))
    expect(look()).toBe(true)
  }

  beforeAll(() => {
    tmux('-f', '/dev/null', 'new-session', '-d', '-x', '80', '-y', '24', 'cat')
    tmux('set-option', '-g', 'remain-on-exit', 'on')
  })
  afterAll(() => {
    tmux('kill-server')
  })

  test.each([
    ['plain', 'Look at your inbox'],
    ['what tmux would read', 'Enter ; kill-server \\; -t $HOME `id` \'q\' "d" #{pane_id};'],
    ['what begins like a flag', '-l -R'],
    ['other scripts', 'Grüße, 日本'],
  ])('types literally: %s', async (_, text) => {
    const pane = await openListener()
    const done = nudge('critic', '--json', '--', text)
    expect(done.err).toBe('')
    expect(JSON.parse(done.out)).toEqual({ pane })
    await sees(() => typed() === `${text}\n`)
  })

  test('leaves copy mode first', async () => {
    const pane = await openListener()
    tmux('copy-mode', '-t', pane)
    expect(nudge('critic', 'q after all').code).toBe(0)
    await sees(() => typed() === 'q after all\n')
    expect(tmux('display-message', '-p', '-t', pane, '#{pane_in_mode}')).toBe('0')
  })

  test('a pane whose program ended, or that is gone, suggests mail', async () => {
    const pane = openPane('true')
    await sees(() => tmux('display-message', '-p', '-t', pane, '#{pane_dead}') === '1')
    expect(nudge('critic', 'x')).toMatchObject({
      code: 4,
      err: expect.stringContaining('watchpost send critic'),
    })
    tmux('kill-pane', '-t', pane)
    expect(nudge('critic', 'x')).toMatchObject({
      code: 3,
      err: expect.stringContaining('watchpost send critic'),
    })
  })

  test('a shell would run it, so it takes --force', async () => {
    const pane = openPane('sh')
    await sees(() => tmux('display-message', '-p', '-t', pane, '#{pane_current_command}') === 'sh')
    const text = `echo ran > ${join(folder, 'ran')}`
    expect(nudge('critic', text)).toMatchObject({
      code: 4,
      err: expect.stringContaining('would run the text'),
    })
    expect(nudge('critic', text, '--force').code).toBe(0)
    await sees(() => spawnSync('test', ['-s', join(folder, 'ran')]).status === 0)
  })

  test('stores nothing', () => {
    expect(desk.json('inbox', 'critic', '--all').messages).toEqual([])
  })
})
