import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedDemoWorld } from '../../src/entry/demo/demo-world.ts'
import { seat } from '../../src/entry/demo/mailbox-context.ts'
import { type Mailbox, openMailbox } from '../../src/mailbox.ts'
import type { MailStore } from '../../store/mail-store.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { programFile } from './batch.ts'
import { uncapped } from './no-caps.ts'
import { openProgram, type Program, type ProgramOptions } from './terminal.ts'

const folder = mkdtempSync(join(tmpdir(), 'watchpost-world-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
let made = 0
let template: Promise<string> | undefined

/** Who sits before a store for tests is not looked for among the processes above. */
const asTest = { create: true, durability: 'normal', swarm: 'swarm_dev', forTests: true } as const

/** A place for a store of its own, gone with the process. */
export function newPlace(): string {
  return join(folder, String(made++))
}

/** The demo world, its times told from now. */
export async function demoStore(now = Date.now()): Promise<string> {
  const location = newPlace()
  const store = await openSqliteStore(location, asTest)
  await seedDemoWorld(store, now)
  await store.close()
  return location
}

/** A copy of one demo world: whatever a test does to it, the next one finds it whole. */
export async function copiedWorld(): Promise<string> {
  template ??= demoStore()
  const copy = newPlace()
  cpSync(await template, copy, { recursive: true })
  return copy
}

/** A new store with these agents, and nothing in it. */
export async function emptyStore(agents: readonly string[], people: readonly string[] = []): Promise<string> {
  const location = newPlace()
  const store = await openSqliteStore(location, asTest)
  const doer = { actor: agents[0] ?? 'lea', principal: null, session: null, command: 'agents register' }
  for (const address of agents) await store.roster.register({ address, longForm: null }, doer, Date.now())
  for (const address of people)
    await store.roster.register({ address, longForm: null, kind: 'user' }, doer, Date.now())
  await store.close()
  return location
}

/** The same store from this process, which is not the program's. */
export type Outside = {
  as(address: string): Promise<Mailbox>
  readonly store: MailStore
  close(): Promise<void>
}

export async function openOutside(location: string): Promise<Outside> {
  const store = await openSqliteStore(location, { create: false, durability: 'normal' })
  return {
    store,
    async as(address) {
      return openMailbox(await seat(store, address, { swarm: 'swarm_dev', settings: uncapped }))
    },
    close: () => store.close(),
  }
}

const open: { close(): Promise<unknown> }[] = []

/** Ends what the tests of a file left open. */
export async function leaveAll(): Promise<void> {
  await Promise.all(open.splice(0).map((one) => one.close()))
}

/** The command of the program, which opens on the inbox whatever the swarm's trouble. */
export function watchpost(store: string, as: string): readonly string[] {
  return [process.execPath, programFile, '--store', store, '--as', as, '--open', 'inbox']
}

/** Runs a program that `leaveAll` ends. */
export function start(command: readonly string[], options: ProgramOptions = {}): Program {
  const program = openProgram(command, {
    columns: 160,
    rows: 40,
    ...options,
    env: { ...quiet, ...options.env },
  })
  open.push({ close: () => program.kill() })
  return program
}

/** Nothing of the session that runs the tests decides who sits there. */
const quiet: Readonly<Record<string, string | undefined>> = {
  NODE_ENV: 'production',
  NO_COLOR: undefined,
  TMUX_PANE: undefined,
  WATCHPOST_AGENT: undefined,
  WATCHPOST_SESSION: undefined,
  CLAUDE_SESSION_ID: undefined,
  CLAUDE_CODE_SESSION_ID: undefined,
  CODEX_SESSION_ID: undefined,
  CODEX_THREAD_ID: undefined,
  VISUAL: undefined,
  EDITOR: undefined,
}

export type Seat = Program & { readonly store: string; outside(): Promise<Outside> }
export type SeatOptions = ProgramOptions & {
  readonly store?: string
  readonly as?: string
  readonly flags?: readonly string[]
}

/** Somebody sits down before the built program: lea before the demo world unless told otherwise. */
export async function sitDown({
  store: given,
  as = 'lea',
  flags = [],
  ...options
}: SeatOptions = {}): Promise<Seat> {
  const store = given ?? (await copiedWorld())
  const program = start([...watchpost(store, as), ...flags], options)
  await program.sees(/ (live|↻)\s*$/mu)
  return seatAt(program, store)
}

export function seatAt(program: Program, store: string): Seat {
  let outside: Promise<Outside> | undefined
  return Object.assign(program, {
    store,
    outside: () => {
      outside ??= openOutside(store).then((opened) => {
        open.push(opened)
        return opened
      })
      return outside
    },
  })
}
