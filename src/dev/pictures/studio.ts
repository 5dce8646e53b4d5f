import { cpSync, rmSync } from 'node:fs'
import { openDrawing } from '../../../components/drawing.tsx'
import { bareText } from '../../../components/frame-text.ts'
import type { MailStore } from '../../../store/mail-store.ts'
import { openSqliteStore } from '../../../store/sqlite/sqlite-store.ts'
import { patience } from '../../../test/support/patience.ts'
import { bytesOfKey } from '../../../test/support/pty-keys.ts'
import { openEmulator, type ScreenCell } from '../../../test/support/terminal-emulator.ts'
import { newPlace } from '../../../test/support/terminal-world.ts'
import type { OwnTheme } from '../../domain/settings/own-themes.ts'
import { keysOf } from '../../entry/approvals-of.ts'
import { seedDemoWorld } from '../../entry/demo/demo-world.ts'
import { seat } from '../../entry/demo/mailbox-context.ts'
import { initialState } from '../../faces/tui/loop/initial.ts'
import { openProgram, type Program } from '../../faces/tui/loop/program.ts'
import { update } from '../../faces/tui/loop/update.ts'
import { type Size, type State, withSession } from '../../faces/tui/state.ts'
import { openKeyReader } from '../../faces/tui/terminal/key-reader.ts'
import { openScreen } from '../../faces/tui/terminal/screen.ts'
import { ownTheme } from '../../faces/tui/text/own-theme.ts'
import type { ThemeChoice } from '../../faces/tui/text/theme.ts'
import { type Mailbox, openMailbox } from '../../mailbox.ts'

// Times of the clock are told as the machine's place has them.
process.env['TZ'] = 'UTC'

/** When all pictures are taken: a day on which nothing depends. */
const noon = Date.UTC(2027, 0, 31, 12)
/** Half a minute after what happened last, so that every age is as far from its next as it can be. */
const now = (): number => noon + 20_000
/**
 * So many looks, this far apart, ms, find the same screen once everything has come. Looks are counted, not time: while a busy
 * machine stops this process, time passes and the program's own timers do not run.
 */
const [stillLooks, lookEvery] = [30, 20]

export type Studio = {
  press(...keys: readonly string[]): Promise<void>
  type(text: string): Promise<void>
  paste(text: string): Promise<void>
  sees(text: string | RegExp): Promise<void>
  misses(text: string | RegExp): Promise<void>
  until(what: string, holds: (lines: readonly string[]) => boolean): Promise<void>
  screen(): string[]
  readonly state: State
  /** Waits until nothing is under way or will be in a while, and nothing changes. */
  settled(): Promise<void>
  resize(size: Size): void
  /** The screen as it is now, as a terminal of another size and theme would have it. */
  frame(size: Size, theme: ThemeChoice): string
  /** Somebody else before the same store, at the same time. */
  as(address: string): Promise<Mailbox>
  close(): Promise<void>
}

type Filling = (store: MailStore, at: number) => Promise<void>

export type StudioOptions = {
  readonly size: Size
  readonly fill?: Filling
  readonly readOnly?: boolean
  /** Canned replies of the settings. */
  readonly replies?: Readonly<Record<string, string>>
  /** Themes of the settings, as a terminal with every colour has them. */
  readonly ownThemes?: readonly OwnTheme[]
}

/**
 * The terminal inbox but for its terminal: keys' bytes go in, cells come out, and the clock stands still, so that a
 * scene gives the same pictures at any hour and on any machine.
 */
export async function openStudio({
  size,
  fill = seedDemoWorld,
  readOnly = false,
  replies = {},
  ownThemes = [],
}: StudioOptions): Promise<Studio> {
  const location = newPlace()
  cpSync(await filled(fill), location, { recursive: true })
  const store = await openSqliteStore(location, { create: false, durability: 'normal' })
  const keyRing = keysOf({ stateFolder: newPlace() })
  const as = async (address: string) =>
    openMailbox(await seat(store, address, { swarm: 'swarm_dev', command: 'screen', keys: keyRing, now }))
  const person = { address: 'lea', kind: 'user', principal: null }
  const first = initialState(person, 'swarm_dev', size, now())
  let drawn = 0
  const program = openProgram({
    mailbox: await as('lea'),
    now,
    // What is said at the foot stays, however long a busy machine takes.
    still: 'toast',
    state: withSession(first, { readOnly, replies, pair: { ...first.session.pair, terminal: 'studio' } }),
    draw: () => {
      drawn += 1
      setImmediate(() => program.written(drawn))
      return drawn
    },
    repaint: () => undefined,
    suspend: () => undefined,
    edit: () => Promise.resolve({ problem: 'No editor here.' }),
    handOut: () => Promise.resolve(null),
  })
  const reader = openReader()
  const text = () => reader.read(program.state)
  const keys = openKeyReader((event) => program.dispatch(event))
  const send = async (bytes: string): Promise<void> => {
    keys.push(Buffer.from(bytes))
    await (bytes === '\x1b' ? later(80) : later(0))
    await program.quiet()
  }
  const until: Studio['until'] = (what, holds) =>
    eventually(
      () => holds(text().split('\n')),
      () => `Waited for ${what}; the screen is:\n${text()}`,
    )
  return {
    as,
    until,
    get state() {
      return program.state
    },
    async press(...labels) {
      for (const label of labels) await send(bytesOfKey(label))
    },
    type: send,
    paste: (pasted) => send(`\x1b[200~${pasted.replaceAll('\n', '\r')}\x1b[201~`),
    sees: (wanted) => until(`${wanted} to be seen`, (lines) => has(lines, wanted)),
    misses: (wanted) => until(`${wanted} to be gone`, (lines) => !has(lines, wanted)),
    screen: () => text().split('\n'),
    settled: () => stillnessOf(program, text),
    resize: ({ columns, rows }) => program.dispatch({ type: 'resize', columns, rows }),
    frame(size, theme) {
      const [state] = update(program.state, { type: 'resize', ...size })
      return frameOf(state, theme, ownThemes)
    },
    async close() {
      keys.close()
      reader.close()
      await program.close()
      await store.close()
      rmSync(location, { recursive: true, force: true })
    },
  }
}

/** The stores that were filled, by what filled them. */
const stores = new Map<Filling, Promise<string>>()

/** A store that is filled once and copied. */
function filled(fill: Filling): Promise<string> {
  const known = stores.get(fill) ?? fillStore(fill)
  stores.set(fill, known)
  return known
}

async function fillStore(fill: Filling): Promise<string> {
  const location = newPlace()
  const store = await openSqliteStore(location, { create: true, durability: 'normal', swarm: 'swarm_dev' })
  await fill(store, noon)
  await store.close()
  return location
}

async function stillnessOf(program: Program, text: () => string): Promise<void> {
  for (let known = '', still = 0; still < stillLooks; still += 1, await later(lookEvery)) {
    await program.quiet()
    const {
      clock: { later: awaited, topicsLater },
    } = program.state
    if (text() !== known || awaited || topicsLater) still = 0
    known = text()
  }
}

/** Reads states as text, each drawn over the last. A scene that waits asks for the same one again and again. */
function openReader() {
  let frame = ''
  let last: { readonly state: State | null; readonly text: string } = { state: null, text: '' }
  const canvas = { columns: 0, rows: 0, draw: (drawn: string) => void (frame = drawn) }
  const drawing = openDrawing(canvas, 'bare', false)
  return {
    read(state: State): string {
      if (state === last.state) return last.text
      Object.assign(canvas, state.session.size)
      drawing.draw(state)
      last = { state, text: bareText(frame) }
      return last.text
    },
    close: () => drawing.close(),
  }
}

function frameOf(state: State, theme: ThemeChoice, own: readonly OwnTheme[]): string {
  let frame = ''
  const canvas = { ...state.session.size, draw: (drawn: string) => void (frame = drawn) }
  const looks = Object.fromEntries(own.map((one) => [one.name, ownTheme(one, 'direct')]))
  const drawing = openDrawing(canvas, theme, false, looks)
  drawing.draw(state)
  drawing.close()
  return frame
}

/** A frame as a terminal shows it. */
export async function cellsOf(frame: string, size: Size): Promise<ScreenCell[][]> {
  const terminal = openEmulator(size)
  let written = '\x1b[?7l'
  const screen = openScreen({ output: { ...size, write: (data) => (written += data) } })
  screen.draw(frame)
  screen.close()
  await terminal.write(written)
  return terminal.cells()
}

async function eventually(holds: () => boolean, told: () => string): Promise<void> {
  for (const start = performance.now(); !holds(); await later(10))
    if (performance.now() - start > patience) throw new Error(told())
}

function has(lines: readonly string[], text: string | RegExp): boolean {
  const screen = lines.join('\n')
  return typeof text === 'string' ? screen.includes(text) : text.test(screen)
}

export function later(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
