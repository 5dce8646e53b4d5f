import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programFile, quietEnvironment } from './batch.ts'
import type { Ran } from './cli.ts'
import { patience } from './patience.ts'

type Options = { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv }

const asRoot = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']
/** A machine of its own: nothing that runs the tests is above the programs in it. */
const machine = ['unshare', ...asRoot, '--pid', '--fork', '--mount-proc']

const works = (command: readonly string[]) => spawnSync(command[0] ?? '', command.slice(1)).status === 0

/** Whether this system lets tests make a terminal on a machine of its own. */
export const hasMachines = works([...machine, 'true']) && works(['script', '-qec', 'true', '/dev/null'])

export const quoted = (words: readonly string[]) =>
  words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')

/** Runs a line of shell in the shell of a machine's only terminal, where a person sits. */
export function runInShell(line: string, { cwd = '/', env = {} }: Options = {}): Ran {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-shell-'))
  const errors = join(folder, 'errors')
  // A person's shell gives each job a group of its own, and stays above it.
  const shell = quoted([...machine, 'bash', '-c', `set -m\n{ ${line}\n} 2>${quoted([errors])}; exit $?`])
  const { status, stdout } = spawnSync('script', ['-qec', shell, '/dev/null'], {
    cwd,
    env: { ...quietEnvironment(), SHELL: '/bin/sh', ...env },
    encoding: 'utf8',
    timeout: patience,
    killSignal: 'SIGKILL',
    // `script` ends early where nothing can be read any more.
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const err = readFileSync(errors, 'utf8')
  rmSync(folder, { recursive: true })
  return { code: status, out: stdout.replaceAll('\r\n', '\n'), err }
}

/** The same for one command of the program. */
export function runAsPerson(args: readonly string[], options: Options = {}): Ran {
  return runInShell(quoted([process.execPath, programFile, ...args]), options)
}
