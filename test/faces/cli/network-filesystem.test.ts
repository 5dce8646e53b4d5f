import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { programFile } from '../../support/batch.ts'
import { type Desk, openDesk } from '../../support/cli.ts'
import { callTool, connectMcp } from '../../support/mcp-client.ts'
import { openProgram } from '../../support/terminal.ts'

const disk = fileURLToPath(new URL('../../support/other-disk.cjs', import.meta.url))
const nfs = { NODE_OPTIONS: `--require ${disk}`, FILE_SYSTEM_TYPE: String(0x6969) }
const flag = '--allow-network-filesystem'

// Elsewhere the types of file systems mean something else.
describe.runIf(process.platform === 'linux')('a store on a network disk', () => {
  let desk: Desk
  beforeEach(() => {
    desk = openDesk(['critic', 'lea'])
    desk.json('send', 'critic', '-s', 'Hello', '--as', 'lea')
  })
  afterEach(() => desk.close())

  const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}, input = '') =>
    desk.run(args, { env: { ...nfs, ...env }, input })
  const setting = (folder: string) => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'config.yaml'), 'allow_network_filesystem: true\n')
  }

  test('is refused, naming the folder, the file system and the flag', () => {
    const { code, out, err } = run(['inbox', '--as', 'critic', '--json'])
    expect([code, out]).toEqual([7, ''])
    expect(JSON.parse(err).error).toEqual({
      code: 'not-allowed',
      message: expect.stringContaining(`${desk.store} is on a network or shared file system (NFS)`),
      hint: expect.stringContaining(flag),
    })
  })

  const batch = '{"command":"inbox","input":{},"as":"critic"}\n'
  test.each([
    [['send', 'critic', '-s', 'S', '--as', 'lea'], ''],
    [['status-line', '--as', 'critic'], ''],
    [['batch'], batch],
    [['init'], ''],
    [['setup', 'claude', '--as', 'critic', '--yes'], ''],
  ])('%j works with the flag alone', (args, input) => {
    expect(run(args, {}, input).code).not.toBe(0)
    expect(run([...args, flag], {}, input)).toMatchObject({ code: 0 })
  })

  test('is trusted by a person alone, with the flag, too', () => {
    const { code, err } = run(['trust', flag])
    expect(err).toMatch(/person/u)
    expect([code, err]).toEqual([7, expect.not.stringContaining('NFS')])
  })

  test('a hook says so, and answers with the flag', () => {
    const event = '{"hook_event_name":"UserPromptSubmit","session_id":"s","prompt":"go"}'
    const refused = run(['hook', '--as', 'critic'], {}, event)
    expect(refused).toMatchObject({ code: 0, out: expect.stringContaining('shared file system (NFS)') })
    expect(run(['hook', '--as', 'critic', flag], {}, event).out).toContain('Hello')
  })

  test('tools for agents say so, and work with the flag', async () => {
    for (const args of [[], [flag]]) {
      const connection = await connectMcp(desk, { env: nfs, args })
      const { isError, text } = await callTool(connection, 'inbox').finally(() => connection.client.close())
      expect([isError, text]).toEqual([
        args.length === 0,
        expect.stringContaining(args.length === 0 ? 'shared file system (NFS)' : 'Hello'),
      ])
    }
  })

  test('the terminal inbox opens with the flag', async () => {
    const start = (...args: readonly string[]) =>
      openProgram([process.execPath, programFile, '--as', 'critic', ...args], {
        cwd: desk.folder,
        env: { ...nfs, HOME: desk.folder },
      })
    const refused = start()
    expect((await refused.exited()).code).toBe(7)
    expect(refused.screen().join('\n')).toContain('shared file system (NFS)')
    const screen = start(flag)
    await screen.sees('Hello')
    await screen.press('q')
    expect((await screen.exited()).code).toBe(0)
  })

  test('init leaves nothing behind where it is refused', () => {
    const elsewhere = join(desk.folder, 'deep', 'store')
    expect(run(['init', '--store', elsewhere]).code).toBe(7)
    expect(existsSync(join(desk.folder, 'deep'))).toBe(false)
    expect(run(['init', '--store', elsewhere, flag]).code).toBe(0)
  })

  test("a variable or the user's own settings allow it, and the store's settings cannot", () => {
    const inbox = ['inbox', '--as', 'critic']
    expect(run(inbox, { WATCHPOST_ALLOW_NETWORK_FILESYSTEM: '1' }).code).toBe(0)
    setting(join(desk.folder, '.config', 'watchpost'))
    expect(run(inbox).code).toBe(0)
    setting(desk.store)
    expect(run(inbox)).toMatchObject({ code: 2, err: expect.stringContaining('allow_network_filesystem') })
  })

  test('doctor calls it damage where it is refused, and advice where it is allowed', () => {
    const found = (...args: readonly string[]) => {
      const { code, out } = run(['doctor', '--json', ...args])
      return { code, findings: JSON.parse(out).findings }
    }
    const finding = { finding: 'network-filesystem', where: desk.store }
    expect(found()).toMatchObject({
      code: 6,
      findings: [{ ...finding, severity: 'damage', mend: expect.stringContaining(flag) }],
    })
    expect(found(flag)).toMatchObject({ code: 0, findings: [{ ...finding, severity: 'advice' }] })
  })

  test('other file systems are nothing to speak of', () => {
    const ext4 = { FILE_SYSTEM_TYPE: String(0xef53) }
    expect(run(['inbox', '--as', 'critic'], ext4).code).toBe(0)
    expect(run(['doctor'], ext4)).toMatchObject({ code: 0, out: '' })
  })
})
