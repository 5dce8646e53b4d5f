import type { Socket } from 'node:net'
import { type IPty, spawn } from '@lydell/node-pty'
import { atRest } from './at-rest.ts'
import { patience } from './patience.ts'
import { bytesOfKey } from './pty-keys.ts'
import { openEmulator, type ScreenCell } from './terminal-emulator.ts'

export type ProgramOptions = {
  readonly columns?: number
  readonly rows?: number
  /** Added to this process's environment; undefined takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly cwd?: string
}

export type Exit = { readonly code: number; readonly signal: number | undefined }

export type Program = {
  /** Keys as keymaps spell them: `press('j', 'C-d', 'Enter')`. */
  press(...keys: readonly string[]): Promise<void>
  type(text: string): Promise<void>
  /** As a bracketed paste. */
  paste(text: string): Promise<void>
  /** Sends bytes as they are. */
  send(bytes: string): Promise<void>
  /** Waits until the text is on the screen. */
  sees(text: string | RegExp, timeout?: number): Promise<void>
  /** Waits until the text is not on the screen. */
  misses(text: string | RegExp, timeout?: number): Promise<void>
  /** Waits until the screen satisfies something. */
  until(what: string, holds: (lines: readonly string[]) => boolean, timeout?: number): Promise<void>
  /** Waits until the program has nothing more to do, and all that it wrote is on the screen. */
  quiet(silence?: number): Promise<void>
  screen(): string[]
  cells(): ScreenCell[][]
  /** Each row as a text, in which a cell that looks unlike the usual one says how. */
  looks(): string[]
  cursor(): { readonly x: number; readonly y: number }
  isAlternate(): boolean
  resize(columns: number, rows: number): void
  /** Everything the program has written so far. */
  bytes(): Buffer
  readonly pid: number
  signal(name: NodeJS.Signals): void
  exited(timeout?: number): Promise<Exit>
  kill(): Promise<void>
}

/**
 * As long as this a program does nothing that has done what it was told, ms: what it waits for itself is shorter. The system tells
 * whether it does anything, so a program that only waits for its turn is not taken for one at rest.
 */
const usualSilence = 150
/**
 * What means something of its own behind ESC comes later than this after Escape, ms. A terminal has no other way to tell the
 * Escape key from the start of a sequence, so this is a time by nature; it begins once the program has read the key.
 */
const escapePause = 80
const meansMore = /^[[O\]P_\r\x7fbdf\x1b]/u

/** What a program left behind may keep its terminal open for ever, ms. */
const longestOpen = 2_000

/**
 * node-pty closes a terminal 200 ms after its program ended: on a busy machine before the system has handed over what the program
 * wrote last. The system itself says when that was all, by an error.
 */
function readToTheEnd(pty: IPty): void {
  const { _socket: socket } = pty as unknown as { readonly _socket: Socket }
  const destroy = socket.destroy.bind(socket)
  socket.destroy = (error) => {
    if (error !== undefined) return destroy(error)
    const timer = setTimeout(destroy, longestOpen)
    socket.once('close', () => clearTimeout(timer))
    return socket
  }
}

/** Runs a real program in a terminal without a window. */
export function openProgram(command: readonly string[], options: ProgramOptions = {}): Program {
  const { columns = 120, rows = 30, cwd = process.cwd() } = options
  const [file = '', ...rest] = command
  const emulator = openEmulator({ columns, rows })
  const env = cleanEnvironment(options.env)
  // The null encoding hands out bytes, which the type definitions do not know.
  const name = env['TERM'] ?? 'xterm-256color'
  const pty = spawn(file, rest, { cols: columns, rows, cwd, env, name, encoding: null })
  readToTheEnd(pty)
  const chunks: Buffer[] = []
  const watchers = new Set<() => void>()
  let exit: Exit | undefined
  let hasEscaped = false

  const changed = (): void => {
    for (const watcher of [...watchers]) watcher()
  }
  pty.onData((data: string | Buffer) => {
    const bytes = Buffer.from(data)
    chunks.push(bytes)
    void emulator.write(bytes).then(changed)
  })
  pty.onExit(({ exitCode, signal }) => {
    exit = { code: exitCode, signal: signal || undefined }
    // What it wrote last may still be on its way into the screen.
    void emulator.write('').then(changed)
  })
  emulator.onReply((data) => exit === undefined && pty.write(data))

  const describe = (): string => {
    const ending = exit === undefined ? '' : `\n(exited with ${exit.code})`
    return `the screen is:\n${emulator.lines().join('\n').trimEnd()}${ending}`
  }
  const wait = (what: string, holds: () => boolean, timeout: number): Promise<void> =>
    new Promise((settle, fail) => {
      const finish = (end: () => void): void => {
        clearTimeout(timer)
        watchers.delete(check)
        end()
      }
      const check = (): void => {
        if (holds()) finish(settle)
      }
      const timer = setTimeout(
        () => finish(() => fail(new Error(`Waited for ${what}; ${describe()}`))),
        timeout,
      )
      watchers.add(check)
      check()
    })
  const until: Program['until'] = (what, holds, timeout = patience) =>
    wait(what, () => holds(emulator.lines()), timeout)
  const quiet = async (silence = usualSilence): Promise<void> => {
    for (let before = -1; before !== chunks.length; ) {
      before = chunks.length
      await atRest(pty.pid, silence)
    }
    await emulator.write('')
  }
  const send = async (bytes: string): Promise<void> => {
    if (hasEscaped && meansMore.test(bytes)) await atRest(pty.pid, escapePause)
    pty.write(bytes)
    hasEscaped = bytes === '\x1b'
  }
  const exited = async (timeout = patience): Promise<Exit> => {
    await wait('the program to end', () => exit !== undefined, timeout)
    return exit ?? { code: -1, signal: undefined }
  }
  return {
    async press(...keys) {
      for (const key of keys) await send(bytesOfKey(key))
    },
    type: send,
    paste: (text) => send(`\x1b[200~${text.replaceAll('\n', '\r')}\x1b[201~`),
    send,
    sees: (text, timeout) => until(`${text} to be seen`, (lines) => has(lines, text), timeout),
    misses: (text, timeout) => until(`${text} to be gone`, (lines) => !has(lines, text), timeout),
    until,
    quiet,
    screen: () => emulator.lines(),
    cells: () => emulator.cells(),
    looks: () => emulator.looks(),
    cursor: () => emulator.cursor(),
    isAlternate: () => emulator.isAlternate,
    resize(nextColumns, nextRows) {
      emulator.resize(nextColumns, nextRows)
      pty.resize(nextColumns, nextRows)
    },
    bytes: () => Buffer.concat(chunks),
    pid: pty.pid,
    signal: (name) => void process.kill(pty.pid, name),
    exited,
    async kill() {
      if (exit === undefined) pty.kill('SIGKILL')
      await exited()
    },
  }
}

function has(lines: readonly string[], text: string | RegExp): boolean {
  const screen = lines.join('\n')
  return typeof text === 'string' ? screen.includes(text) : text.test(screen)
}

/** With `CI` set, even to nothing, Ink draws nothing; the test run's own settings are none of the program's. */
function cleanEnvironment(added: ProgramOptions['env'] = {}): Record<string, string> {
  const { CI, CONTINUOUS_INTEGRATION, NODE_EXTRA_CA_CERTS, NO_COLOR, FORCE_COLOR, TMUX, VITEST, ...rest } =
    process.env
  const merged = { ...rest, TERM: 'xterm-256color', COLORTERM: 'truecolor', LANG: 'C.UTF-8', ...added }
  return Object.fromEntries(
    Object.entries(merged).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
