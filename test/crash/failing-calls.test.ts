import { execFile, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorCodes } from '../../src/domain/errors.ts'
import { exitCodes } from '../../src/faces/cli/exit.ts'
import { flagName } from '../../src/input/input.ts'
import {
  catalogue,
  loadOperation,
  type OperationName,
  operationNames,
} from '../../src/operations/catalogue.ts'
import { examineStore } from '../../store/sqlite/doctor/doctor.ts'
import { inputs } from '../rights/inputs.ts'
import { makeSmall, type Small } from '../rights/small-world.ts'
import { programFile, quietEnvironment } from '../support/batch.ts'
import { noon } from '../support/mailbox.ts'
import { patience } from '../support/patience.ts'
import { proof, scaled } from '../support/scale.ts'

const folder = mkdtempSync(join(tmpdir(), 'watchpost-failing-'))
const library = join(folder, 'failing-calls.so')
const source = join(import.meta.dirname, '../support/failing-calls.c')
const compiled = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl'], {
  encoding: 'utf8',
})
const canFail = process.platform === 'linux' && compiled.status === 0

/** What fails, how, and from which such call on. */
const faults = [
  ['open', 'EMFILE', 1],
  ['open', 'EIO', 3],
  ['create', 'ENOSPC', 1],
  ['create', 'EACCES', 1],
  ['write', 'ENOSPC', 1],
  ['write', 'EIO', 4],
  ['read', 'EIO', 1],
  ['read', 'EIO', 6],
  ['sync', 'EIO', 1],
  ['truncate', 'ENOSPC', 1],
  ['rename', 'EACCES', 1],
  ['unlink', 'EACCES', 1],
  ['mkdir', 'ENOSPC', 1],
  ['map', 'ENOMEM', 1],
  ['lock', 'ENOLCK', 1],
  ['lock', 'EIO', 5],
  ['fork', 'EAGAIN', 1],
  ['connect', 'ECONNREFUSED', 1],
  ['inotify', 'EMFILE', 1],
] as const
type Fault = (typeof faults)[number]

/** Commands that only look, as one would use them. */
const looks: { readonly [K in OperationName]?: (small: Small) => object } = {
  inbox: () => ({}),
  count: () => ({}),
  statusLine: () => ({}),
  thread: ({ things }) => ({ message: things.unread }),
  search: () => ({ query: ['work'] }),
  owed: () => ({}),
  attention: () => ({}),
  listAgents: () => ({}),
  listQueues: () => ({}),
  listChannels: () => ({}),
  listGroups: () => ({}),
  listDrafts: () => ({}),
  history: ({ things }) => ({ message: things.unread }),
  stats: () => ({}),
  whoami: () => ({}),
  backup: () => ({ file: 'copy.backup' }),
}

let small: Small
beforeAll(async () => {
  small = await makeSmall()
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
  rmSync(small.folder, { recursive: true, force: true })
})

/** What b itself may not do. */
const byPerson: readonly OperationName[] = [
  'send',
  'redeliver',
  'retract',
  'continueLoop',
  'stopLoop',
  'resolveDebate',
  'completeTask',
  'registerAgent',
  'updateAgent',
  'removeSwarm',
  'dropDefinition',
  'createToken',
  'revokeToken',
]

const names = operationNames.filter((name) => name in inputs || name in looks)

type Ran = {
  readonly code: number | null
  readonly signal: string | null
  readonly out: string
  readonly err: string
}

/** A command on a copy of the small world, where calls below its folder fail. */
async function run(
  name: OperationName,
  fault: Fault | null,
): Promise<Ran & { readonly wrong: readonly string[]; readonly deeds: number }> {
  const home = mkdtempSync(join(folder, 'home-'))
  const store = join(home, 'store')
  cpSync(small.folder, home, { recursive: true })
  const input = inputs[name]?.(small.things, home) ?? looks[name]?.(small) ?? {}
  const line = [...catalogue[name].command.split(' '), ...(await wordsOf(name, input))]
  const args = [
    programFile,
    ...line,
    '--as',
    byPerson.includes(name) ? 'lea' : 'b',
    '--json',
    '--store',
    store,
  ]
  const [call = '', how = '', from = 1] = fault ?? []
  mkdirSync(join(home, 'tmp'))
  const env = {
    ...quietEnvironment(),
    HOME: home,
    TMPDIR: join(home, 'tmp'),
    WATCHPOST_IDENTITY: 'person',
    WATCHPOST_CLOCK: `+${Math.ceil((noon - Date.now()) / 60_000) + 3}m`,
    ...(fault !== null && { LD_PRELOAD: library, FAIL_CALL: call, FAIL_BELOW: home }),
    FAIL_ERRNO: String(constants.errno[how as keyof typeof constants.errno]),
    FAIL_FROM: String(from),
  }
  const ran = await ended(args, home, env)
  const wrong = [...wrongIn(ran), ...wrongWith(store)]
  const deeds = deedsIn(store)
  rmSync(home, { recursive: true, force: true })
  return { ...ran, wrong, deeds }
}

function ended(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Ran> {
  return new Promise((resolve) => {
    const options = { cwd, env, timeout: patience, maxBuffer: 2 ** 24 }
    const child = execFile(process.execPath, args, options, (_, out, err) =>
      resolve({ code: child.exitCode, signal: child.signalCode, out, err }),
    )
    child.stdin?.end()
  })
}

async function wordsOf(name: OperationName, input: object): Promise<readonly string[]> {
  const fields = (await loadOperation(name)).input
  return Object.entries(input).flatMap(([key, value]) => {
    const field = fields[key]
    const values = (Array.isArray(value) ? value : [value]).map(written)
    if (field?.positional) return values
    if (field?.kind === 'flag') return value === true ? [`--${flagName(key)}`] : []
    return values.flatMap((one) => [`--${flagName(key)}`, one])
  })
}

function written(value: unknown): string {
  if (typeof value === 'object') return JSON.stringify(value)
  return value === 0 ? '0s' : String(value)
}

/** A program ends by itself, with a documented code and a sentence. */
function wrongIn({ code, signal, out, err }: Ran): readonly string[] {
  const wrong: string[] = []
  if (signal !== null) wrong.push(`ended by ${signal}`)
  if (code === exitCodes.internal) wrong.push('ended as a bug')
  if (/^\s+at .*:\d+/mu.test(err) || err.includes('node:internal')) wrong.push('printed a stack')
  if (code !== 0 && signal === null) {
    const { error } = lastJson(err) ?? lastJson(out) ?? {}
    if (!errorCodes.some((one) => one === error?.code)) wrong.push(`told no error: ${err.slice(0, 300)}`)
    else if (exitCodes[error?.code as keyof typeof exitCodes] !== code)
      wrong.push(`${error?.code} ended with ${code}`)
  }
  return wrong
}

function lastJson(text: string): { readonly error?: { readonly code: string } } | null {
  try {
    return JSON.parse(text.trim().split('\n').at(-1) ?? '')
  } catch {
    return null
  }
}

function wrongWith(store: string): readonly string[] {
  const how = { repair: false, now: noon, allowNetworkFilesystem: true }
  return examineStore(store, how)
    .filter(({ severity }) => severity === 'damage')
    .map(({ finding, why }) => `${finding}: ${why}`)
}

/** How many changes the log has. */
function deedsIn(store: string): number {
  const database = new Database(join(store, 'mail.db'), { readonly: true })
  try {
    return Number(database.prepare('SELECT count(*) FROM deeds').pluck().get())
  } finally {
    database.close()
  }
}

describe.skipIf(!canFail)('a system call that fails under a command', () => {
  const each = scaled(1, faults.length)

  test.concurrent.each(names.map((name, at) => [catalogue[name].command, name, at] as const))(
    `%s: ${proof('ends with a sentence, and leaves the store sound', each, each === 1 ? 'fault' : 'faults')}`,
    async (_command, name, at) => {
      const control = await run(name, null)
      expect(control, control.err).toMatchObject({ code: 0, wrong: [] })
      for (let turn = 0; turn < each; turn += 1) {
        const fault = faults[(at * 7 + turn * 5) % faults.length]
        const ran = await run(name, fault ?? null)
        const told = `${fault?.join(' ')}: ${ran.code} ${ran.err}`
        expect(ran.wrong, told).toEqual([])
        // What was acknowledged is in the log.
        if (ran.code === 0) expect(ran.deeds, told).toBeGreaterThanOrEqual(control.deeds)
      }
    },
    scaled(patience * 3, patience * 20),
  )
})
