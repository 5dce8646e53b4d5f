import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { programFile, quietEnvironment } from '../support/batch.ts'
import { bytesOfKey } from '../support/pty-keys.ts'
import { soon, until } from '../support/soon.ts'
import {
  emptyStore,
  leaveAll,
  openOutside,
  type Seat,
  seatAt,
  sitDown,
  start,
} from '../support/terminal-world.ts'

const home = mkdtempSync(join(tmpdir(), 'watchpost-home-'))
mkdirSync(join(home, '.config/watchpost'), { recursive: true })
writeFileSync(join(home, '.config/watchpost/config.yaml'), 'approvals: on\napprovals_wait: 9m\n')
afterAll(async () => {
  await leaveAll()
  rmSync(home, { recursive: true, force: true })
})

const request = readFileSync(
  fileURLToPath(new URL('../faces/hook/fixtures/permission-request.json', import.meta.url)),
  'utf8',
)

async function storeOf(): Promise<string> {
  const store = await emptyStore(['nux'])
  const outside = await openOutside(store)
  const doer = { actor: 'nux', principal: null, session: null, command: 'agents register' }
  await outside.store.roster.register({ address: 'lea', longForm: null, kind: 'user' }, doer, Date.now())
  await outside.close()
  return store
}

/** The hook of a coding agent's session, as it is run there. */
function hookOf(store: string) {
  const env = { ...quietEnvironment(), HOME: home, WATCHPOST_AGENT: 'nux' }
  const child = spawn(process.execPath, [programFile, '--store', store, 'hook'], { env, stdio: 'pipe' })
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stdin.end(request)
  const ended = new Promise<string>((resolve) => child.on('close', () => resolve(out)))
  return { ended, kill: () => child.kill('SIGKILL') }
}

const here = { HOME: home, XDG_CONFIG_HOME: undefined, XDG_STATE_HOME: undefined, XDG_DATA_HOME: undefined }

/** A person at a terminal, named by nobody but their own environment. */
async function person(
  store: string,
  size: { readonly columns: number; readonly rows: number },
): Promise<Seat> {
  const command = [process.execPath, programFile, '--store', store, '--open', 'attention']
  const program = start(command, { ...size, env: { ...here, WATCHPOST_AGENT: 'lea' } })
  await program.sees(/ (live|↻)\s*$/mu)
  return seatAt(program, store)
}

/** Until a request was visible for a moment, the screen refuses the key; then it closes the request. */
async function answerRead(seat: Seat, key: string): Promise<void> {
  await until(async () => {
    await seat.press(key)
    await seat.quiet()
    return !seat.screen().join('\n').includes('Request of nux')
  }, 'the end of the request')
}

const decisionIn = (out: string) => JSON.parse(out).hookSpecificOutput.decision

it.each([
  [{ columns: 120, rows: 30 }, 'Alt-y', { behavior: 'allow' }, /Allowed: nux continues/u],
  [
    { columns: 80, rows: 24 },
    'Alt-n',
    { behavior: 'deny', message: 'Denied by lea.' },
    /Denied: nux continues/u,
  ],
] as const)('a person at %j answers the request of an agent with %s', async (size, key, decision, told) => {
  const store = await storeOf()
  const seat = await person(store, size)
  const hook = hookOf(store)
  await seat.sees(/nux +waits for you: Bash rm -rf build/u)
  await seat.press('Enter')
  await seat.sees(/Request of nux(.|\n)*waits \d+ s for your answer(.|\n)*rm -rf build/u)
  await answerRead(seat, key)
  expect(decisionIn(await hook.ended)).toEqual(decision)
  await seat.sees(told)
  await seat.misses('waits for you')
  expect(statSync(join(home, '.local/state/watchpost/approval-key')).mode & 0o777).toBe(0o600)
  const { approvals } = await (await (await seat.outside()).as('lea')).showAgent({ agent: 'nux' })
  expect(approvals).toMatchObject([{ by: 'lea', outcome: 'given' }])
})

it('keys in a row decide nothing, nor does --as; a hook that dies leaves the prompt to its agent', async () => {
  const store = await storeOf()
  const hook = hookOf(store)
  const flagged = await sitDown({ store, env: here, flags: ['--open', 'attention'] })
  await flagged.sees(/waits for you: Bash rm -rf build/u)
  await flagged.send(`${bytesOfKey('Enter')}${bytesOfKey('Alt-y')}`)
  await flagged.sees('Request of nux')
  await flagged.sees('Read the request first')
  const outside = await flagged.outside()
  expect(await outside.store.requests.approvals('nux', 5)).toEqual([])
  await answerRead(flagged, 'Alt-y')
  await soon(async () =>
    expect(await outside.store.requests.approvals('nux', 5)).toMatchObject([
      { by: 'lea', outcome: 'decisions by --as do not count' },
    ]),
  )
  hook.kill()
  expect(await hook.ended).toBe('')
  await flagged.press('Enter')
  await flagged.sees('This request can no longer be answered here')
})
