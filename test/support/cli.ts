import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, lstatSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { folderKey } from '../../src/store-place/trust.ts'
import { programFile, quietEnvironment } from './batch.ts'
import { removeAll } from './remove-all.ts'

export type Ran = { readonly code: number | null; readonly out: string; readonly err: string }
type Options = { readonly input?: string | Buffer; readonly env?: NodeJS.ProcessEnv; readonly cwd?: string }

/** The built program on a store of its own, run as a person or an agent would: each call is one process. */
export type Desk = {
  readonly folder: string
  readonly store: string
  run(args: readonly string[], options?: Options): Ran
  /** Runs with `--json`; the command must succeed. */
  json<T = Answer>(...args: readonly string[]): T
  /** Many commands in one process; each must succeed. */
  batch(lines: readonly { command: string; input?: object; as?: string }[]): readonly Answer[]
  start(args: readonly string[], variables?: NodeJS.ProcessEnv): ChildProcess
  close(): void
}

// What a command prints is checked by its schema elsewhere; here tests look at what they speak of.
// biome-ignore lint/suspicious/noExplicitAny: the value of any command
export type Answer = any

/** @param agents registered beforehand, besides the person at the keyboard */
export function openDesk(agents: readonly string[] = [], swarm?: string): Desk {
  const like = JSON.stringify([tmpdir(), agents, swarm])
  const known = made.get(like)
  if (known !== undefined) return copyOf(known)
  const desk = deskIn(newFolder())
  const { code, err } = desk.run(['init', '--test', ...(swarm === undefined ? [] : ['--swarm', swarm])])
  if (code !== 0) throw new Error(err)
  if (agents.length > 0) desk.batch(agents.map((agent) => ({ command: 'agents register', input: { agent } })))
  made.set(like, copyOf(desk))
  return desk
}

/** Stores as they were made, by who is in them: a file of tests makes each once and copies it, which saves two processes a test. */
const made = new Map<string, Desk>()

/** Another desk like this one: for tests that begin alike, it is made once. */
export function copyOf(desk: Desk): Desk {
  const folder = newFolder()
  copyDesk(desk.folder, folder)
  return deskIn(folder)
}

/** A desk with what is done here, once for all tests that begin with it. */
export function openPrepared(agents: readonly string[], prepare: (desk: Desk) => void): Desk {
  const known = prepared.get(prepare)
  if (known !== undefined) return copyOf(known)
  const desk = openDesk(agents)
  prepare(desk)
  prepared.set(prepare, copyOf(desk))
  return desk
}
const prepared = new Map<(desk: Desk) => void, Desk>()

const newFolder = () => mkdtempSync(join(tmpdir(), 'watchpost-cli-'))

function deskIn(folder: string): Desk {
  const store = join(folder, '.watchpost')
  const env = { ...quietEnvironment(), HOME: folder }
  const desk: Desk = {
    folder,
    store,
    run(args, options = {}) {
      const done = spawnSync(process.execPath, [programFile, ...args], {
        cwd: options.cwd ?? folder,
        env: { ...env, ...options.env },
        input: options.input ?? '',
        encoding: 'utf8',
        maxBuffer: 64 * 1024 * 1024,
      })
      return { code: done.status, out: done.stdout, err: done.stderr }
    },
    json(...args) {
      const { code, out, err } = desk.run([...args, '--json'])
      if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${err}`)
      return JSON.parse(out) as never
    },
    batch(lines) {
      const input = lines.map((line) => `${JSON.stringify({ input: {}, ...line })}\n`).join('')
      const { out, err } = desk.run(['batch'], { input })
      const answers = out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Answer)
      const failed = answers.find(({ ok }) => !ok)
      if (failed || answers.length !== lines.length)
        throw new Error(`batch: ${JSON.stringify(failed)} ${err}`)
      return answers.map(({ value }) => value as Answer)
    },
    start: (args, variables = {}) =>
      spawn(process.execPath, [programFile, ...args], {
        cwd: folder,
        env: { ...env, ...variables },
        stdio: 'pipe',
      }),
    // The far end of a line to the store outlives the command, and may still write while its folder goes.
    close: () => removeAll(folder),
  }
  return desk
}

/** A copy that is trusted where it is. */
function copyDesk(from: string, to: string): void {
  cpSync(from, to, { recursive: true })
  const records = join(to, '.local/state/watchpost/trusted')
  for (const name of readdirSync(records)) {
    const file = join(records, name)
    const [, ...rest] = readFileSync(file, 'utf8').split('\n')
    writeFileSync(file, [folderKey(lstatSync(join(to, '.watchpost'))), ...rest].join('\n'))
  }
}

/** The address of the person at the keyboard. */
export function personAt(desk: Desk): string {
  return desk.json('whoami').address as string
}
