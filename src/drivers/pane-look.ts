import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { MailError } from '../domain/errors.ts'
import type { Harness } from '../domain/harness.ts'
import { isShell, takerAmong } from '../domain/nudge.ts'
import type { Screen } from '../domain/prompt-line.ts'
import type { Pane } from '../services/pane-driver.ts'
import { processTable } from './process-table.ts'
import { isMissing, noTmux, type Tmux } from './tmux.ts'

const run = promisify(execFile)
const facts = [
  'pane_id',
  'pane_dead',
  'pane_in_mode',
  'pane_synchronized',
  'cursor_y',
  'pane_tty',
  'pane_current_command',
]
  .map((name) => `#{${name}}`)
  .join(' ')

export type Looked = {
  readonly id: string
  readonly isDead: boolean
  readonly inMode: boolean
  /** What is typed there goes to the other panes of its window, too. */
  readonly isSynchronized: boolean
  readonly terminal: string
  readonly command: string
  readonly screen: Screen
}

/** What tmux knows of a pane and what the pane shows, at one moment. @throws MailError `not-found` */
export async function lookAt(server: Tmux, { id: pane }: Pane, hint: string): Promise<Looked> {
  const answer = await server(
    'display-message',
    '-p',
    '-t',
    pane,
    facts,
    ';',
    'capture-pane',
    '-e',
    '-p',
    '-t',
    pane,
  ).catch((error: unknown) => {
    throw isMissing(error) ? noTmux(hint) : new MailError('not-found', `There is no tmux pane ${pane}.`, hint)
  })
  const [first = '', ...content] = answer.split('\n')
  const [id = '', dead, mode, synchronized, cursorLine, terminal = '', ...command] = first.split(' ')
  // Some versions answer an unknown pane with nothing, or with another.
  if (id === '' || (pane.startsWith('%') && id !== pane))
    throw new MailError('not-found', `There is no tmux pane ${pane}.`, hint)
  return {
    id,
    isDead: dead === '1',
    inMode: mode !== '0' && mode !== '',
    isSynchronized: synchronized === '1',
    terminal,
    command: command.join(' '),
    screen: { content: content.join('\n'), cursorLine: Number(cursorLine) },
  }
}

/** The coding agent in front of a pane. `node` or `python` may be one, and may be anything. */
export async function harnessIn({ command, terminal }: Looked): Promise<Harness | null> {
  if (isShell(command)) return null
  return takerAmong([{ name: command, words: [] }]) ?? takerAmong(await foreground(terminal))
}

async function foreground(terminal: string) {
  const listed = await run('ps', ['-o', 'pid=,pgid=,tpgid=', '-t', terminal], { timeout: 5000 }).catch(
    () => ({ stdout: '' }),
  )
  const table = processTable()
  return listed.stdout.split('\n').flatMap((line) => {
    const [pid, group, front] = line.trim().split(/\s+/u).map(Number)
    const entry = pid === undefined || group !== front ? null : table(pid)
    return entry === null ? [] : [entry]
  })
}
