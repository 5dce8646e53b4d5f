import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The built program; long runs name a copy, so that a build meanwhile disturbs nothing. */
export const programFile =
  process.env['WATCHPOST_PROGRAM'] ?? fileURLToPath(new URL('../../dist/watchpost.js', import.meta.url))

/** An environment in which nothing says who is acting, and nothing slows a start. */
export function quietEnvironment(): NodeJS.ProcessEnv {
  const kept = [
    'PATH',
    'HOME',
    'LANG',
    'TMPDIR',
    'XDG_CACHE_HOME',
    ...(process.env['AS_DARWIN'] ? ['NODE_OPTIONS'] : []),
  ]
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => kept.includes(name)))
}

/** Runs one command of the built program and collects what it says. */
export function runProgram(
  args: readonly string[],
  input = '',
  env = quietEnvironment(),
  through: readonly string[] = [],
): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }> {
  return new Promise((resolve, reject) => {
    const [command = '', ...words] = [...through, process.execPath, programFile, ...args]
    const child = spawn(command, words, { env })
    let [out, err] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
    child.on('error', reject).on('close', (code) => resolve({ code, out, err }))
    child.stdin.on('error', () => {}).end(input)
  })
}

export type BatchLine = {
  readonly ok: boolean
  readonly value?: unknown
  readonly error?: { readonly code: string; readonly message: string }
}

/** A `watchpost batch` that is fed line by line, and can be killed at any moment. */
export type Batch = {
  readonly child: ChildProcess
  /** Every complete line that came out so far. */
  readonly lines: readonly BatchLine[]
  /** What was printed without a line end: the torn line of a killed program. */
  readonly closed: Promise<number | null>
  readonly feed: (commands: readonly object[]) => void
  readonly finish: () => Promise<number | null>
}

type BatchOptions = {
  readonly program?: string
  readonly env?: NodeJS.ProcessEnv
  /** A program that starts this one, with its arguments. */
  readonly through?: readonly string[]
  /** Whether `lines` has what came out, as it does unless this is false: a long run has no room for it. */
  readonly keeps?: boolean
}

export function openBatch(
  args: readonly string[],
  onLine: (line: BatchLine) => void = () => {},
  { program = programFile, env = quietEnvironment(), through = [], keeps = true }: BatchOptions = {},
): Batch {
  const [command = '', ...words] = [...through, process.execPath, program, 'batch', ...args]
  const child = spawn(command, words, {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines: BatchLine[] = []
  let rest = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n')
    rest = parts.pop() ?? ''
    for (const part of parts) {
      const line = JSON.parse(part) as BatchLine
      if (keeps) lines.push(line)
      onLine(line)
    }
  })
  child.stdin?.on('error', () => {})
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve))
  /** Once it was told to finish, nothing more: writing after the end would tear what is still on its way. */
  const feed = (commands: readonly object[]) => {
    if (child.stdin?.writable)
      child.stdin.write(commands.map((command) => `${JSON.stringify(command)}\n`).join(''))
  }
  const finish = () => {
    child.stdin?.end()
    return closed
  }
  return { child, lines, closed, feed, finish }
}
