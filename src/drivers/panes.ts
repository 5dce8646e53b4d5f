import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { MailError } from '../domain/errors.ts'
import { isShell } from '../domain/nudge.ts'
import type { PaneDriver } from '../operations/operation.ts'

const run = promisify(execFile)
/** What comes at once is taken for a paste by most prompts, and an Enter within a paste sends nothing. */
const beforeEnter = 300
const facts = '#{pane_id} #{pane_dead} #{pane_in_mode} #{pane_current_command}'

/** Panes by way of the tmux program, which finds its server as the person's own commands do. */
export const panes: PaneDriver = {
  async nudge(pane, text, { force, hint }) {
    const { dead, inMode, command } = await look(pane, hint)
    if (dead) throw new MailError('conflict', `The program in pane ${pane} has ended.`, hint)
    if (isShell(command) && !force)
      throw new MailError('conflict', `Pane ${pane} shows ${command}, which would run the text.`, hint)
    if (inMode) await leaveMode(pane)
    await type(pane, text)
    await new Promise((settle) => setTimeout(settle, beforeEnter))
    await tmux('send-keys', '-t', pane, 'Enter')
  },
  async show(pane, hint) {
    await look(pane, hint)
    await tmux('select-window', '-t', pane)
    await tmux('select-pane', '-t', pane)
    // Where the pane is of another session, the person's terminal is taken there; perhaps no terminal shows tmux.
    await tmux('switch-client', '-t', pane).catch(() => undefined)
    const [shown, session = ''] = (
      await tmux('display-message', '-p', '-t', pane, '#{session_attached} #{session_name}')
    )
      .trimEnd()
      .split(/ (.*)/su)
    if (shown === '0')
      throw new MailError(
        'conflict',
        `No terminal shows the tmux session ${session}.`,
        `\`tmux attach -t ${session}\` does.`,
      )
  },
}

/** Whether it is what some terminal shows just now; true where that cannot be told. */
export async function isLookedAt(pane: string): Promise<boolean> {
  const shown = '#{pane_active} #{window_active} #{?session_attached,1,0}'
  const answer = await tmux('display-message', '-p', '-t', pane, shown).catch(() => '1 1 1')
  return answer.trim() === '1 1 1'
}

type Looked = { readonly dead: boolean; readonly inMode: boolean; readonly command: string }

async function look(pane: string, hint: string): Promise<Looked> {
  const answer = await tmux('display-message', '-p', '-t', pane, facts).catch((error: unknown) => {
    throw isMissing(error)
      ? new MailError('not-found', 'There is no tmux on this machine.', hint)
      : new MailError('not-found', `There is no tmux pane ${pane}.`, hint)
  })
  const [id = '', dead, mode, ...command] = answer.trimEnd().split(' ')
  // Some versions answer an unknown pane with nothing, or with another.
  if (id === '' || (pane.startsWith('%') && id !== pane))
    throw new MailError('not-found', `There is no tmux pane ${pane}.`, hint)
  return { dead: dead === '1', inMode: mode !== '0' && mode !== '', command: command.join(' ') }
}

/** Who scrolls back would otherwise have the text taken for commands of copy mode. */
async function leaveMode(pane: string): Promise<void> {
  await tmux('copy-mode', '-q', '-t', pane).catch(() => tmux('send-keys', '-t', pane, '-X', 'cancel'))
}

/** A semicolon at the end would part two commands of tmux. */
async function type(pane: string, text: string): Promise<void> {
  await tmux('send-keys', '-t', pane, '-l', '--', text.replace(/;$/u, '\\;'))
}

async function tmux(...args: readonly string[]): Promise<string> {
  const { stdout } = await run('tmux', [...args], { timeout: 5000 })
  return stdout
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
