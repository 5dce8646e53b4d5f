import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { pause } from '../after.ts'
import { MailError } from '../domain/errors.ts'
import { hasDraft, isShell, takesNudges } from '../domain/nudge.ts'
import type { Pane, PaneDriver } from '../services/pane-driver.ts'
import { lockPane } from './pane-lock.ts'
import { processTable } from './process-table.ts'
import { isMissing, noTmux, type Tmux, tmux, tmuxOf } from './tmux.ts'

const run = promisify(execFile)
/** Most prompts treat fast input as a paste, and an Enter within a paste sends nothing. */
const beforeEnter = 300
/** Until a prompt has taken the Enter; the next text would otherwise come in one read with it. */
const afterEnter = 300
const facts = '#{pane_id} #{pane_dead} #{pane_in_mode} #{pane_tty} #{pane_current_command}'

/** Panes by way of the tmux program. */
export const panes: PaneDriver = {
  nudge: (pane, text, { force, hint, check }) =>
    typeInto(pane, hint, async (_, looked) => {
      await check()
      if (!force) await requirePrompt(pane, looked, hint)
      return text
    }),
  async capture(pane, hint) {
    const server = await tmuxOf(pane, hint)
    const { id } = await look(server, pane, hint)
    return server('capture-pane', '-p', '-t', id)
  },
  async show(pane, hint) {
    const server = await tmuxOf(pane, hint)
    await look(server, pane, hint)
    await server('select-window', '-t', pane.id)
    await server('select-pane', '-t', pane.id)
    // Where the pane is of another session, the person's terminal is taken there; perhaps no terminal shows tmux.
    await server('switch-client', '-t', pane.id).catch(() => undefined)
    const [shown, session = ''] = (
      await server('display-message', '-p', '-t', pane.id, '#{session_attached} #{session_name}')
    )
      .trimEnd()
      .split(/ (.*)/su)
    if (shown === '0')
      throw new MailError(
        'conflict',
        `No terminal shows the tmux session ${session}.`,
        `Attach to it with \`tmux attach -t ${session}\`.`,
      )
  },
}

/**
 * Types a line that is asked for last of all, where a coding agent waits at an empty prompt. @throws MailError `not-found` ·
 * `conflict`: no coding agent, or somebody has begun to type
 */
export function typeAtPrompt(pane: Pane, ask: () => Promise<string>): Promise<void> {
  return typeInto(pane, '', async (server, looked) => {
    await requirePrompt(pane, looked, '')
    if (looked.inMode) throw new MailError('conflict', `Somebody reads in pane ${pane.id}.`, '')
    const screen = await server('capture-pane', '-e', '-p', '-t', looked.id)
    const at = await server('display-message', '-p', '-t', looked.id, '#{cursor_x} #{cursor_y}')
    const [column = 0, line = 0] = at.trim().split(' ').map(Number)
    if (hasDraft(screen, { column, line }))
      throw new MailError('conflict', `The prompt in pane ${pane.id} is not empty.`, '')
    return ask()
  })
}

/** Types what is answered, and Enter, while nobody else types there. */
async function typeInto(
  pane: Pane,
  hint: string,
  ask: (server: Tmux, looked: Looked) => Promise<string>,
): Promise<void> {
  const server = await tmuxOf(pane, hint)
  const { id } = await look(server, pane, hint)
  const unlock = await lockPane((await server('display-message', '-p', '#{socket_path}')).trimEnd(), id)
  try {
    const looked = await look(server, pane, hint)
    if (looked.dead) throw new MailError('conflict', `The program in pane ${pane.id} has ended.`, hint)
    const text = await ask(server, looked)
    if (looked.inMode) await leaveMode(server, id)
    await type(server, id, text)
    await pause(beforeEnter)
    await server('send-keys', '-t', id, 'Enter')
    await pause(afterEnter)
  } finally {
    unlock()
  }
}

/** Whether a terminal shows it now; true if that is unknown. */
export async function isLookedAt(pane: string): Promise<boolean> {
  const shown = '#{pane_active} #{window_active} #{?session_attached,1,0}'
  const answer = await tmux('display-message', '-p', '-t', pane, shown).catch(() => '1 1 1')
  return answer.trim() === '1 1 1'
}

type Looked = {
  readonly id: string
  readonly dead: boolean
  readonly inMode: boolean
  readonly terminal: string
  readonly command: string
}

async function look(server: Tmux, { id: pane }: Pane, hint: string): Promise<Looked> {
  const answer = await server('display-message', '-p', '-t', pane, facts).catch((error: unknown) => {
    throw isMissing(error) ? noTmux(hint) : new MailError('not-found', `There is no tmux pane ${pane}.`, hint)
  })
  const [id = '', dead, mode, terminal = '', ...command] = answer.trimEnd().split(' ')
  // Some versions answer an unknown pane with nothing, or with another.
  if (id === '' || (pane.startsWith('%') && id !== pane))
    throw new MailError('not-found', `There is no tmux pane ${pane}.`, hint)
  return {
    id,
    dead: dead === '1',
    inMode: mode !== '0' && mode !== '',
    terminal,
    command: command.join(' '),
  }
}

/** @throws MailError `conflict` the pane does not show a coding agent's prompt */
async function requirePrompt(pane: Pane, { command, terminal }: Looked, hint: string): Promise<void> {
  if (takesNudges([{ name: command, words: [] }])) return
  if (!isShell(command) && takesNudges(await foreground(terminal))) return
  throw new MailError(
    'conflict',
    isShell(command)
      ? `Pane ${pane.id} shows ${command}, which would run the text.`
      : `Pane ${pane.id} shows ${command}, which is not a known coding agent.`,
    hint,
  )
}

/** The programs in front of a terminal: `node` or `python` may be a coding agent, and may be anything. */
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

/** Copy mode would take the text for its own commands. */
async function leaveMode(server: Tmux, pane: string): Promise<void> {
  await server('copy-mode', '-q', '-t', pane).catch(() => server('send-keys', '-t', pane, '-X', 'cancel'))
}

/** A semicolon at the end would part two commands of tmux. */
async function type(server: Tmux, pane: string, text: string): Promise<void> {
  await server('send-keys', '-t', pane, '-l', '--', text.replace(/;$/u, '\\;'))
}
