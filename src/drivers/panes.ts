import { MailError } from '../domain/errors.ts'
import type { Pane, PaneDriver } from '../services/pane-driver.ts'
import { lookAt } from './pane-look.ts'
import { paneTitles } from './pane-titles.ts'
import { tmux, tmuxOf } from './tmux.ts'
import { typeAtPrompt } from './type-at-prompt.ts'

/** Panes by way of the tmux program. */
export const panes: PaneDriver = {
  nudge: (pane, text, { force, hint, check }) =>
    typeAtPrompt(pane, { ask: () => check().then(() => text), hint, force, leavesCopyMode: true }),
  async capture(pane, hint) {
    const server = await tmuxOf(pane, hint)
    const { id } = await lookAt(server, pane, hint)
    return server('capture-pane', '-p', '-t', id)
  },
  titles: paneTitles,
  async show(pane, hint) {
    const server = await tmuxOf(pane, hint)
    await lookAt(server, pane, hint)
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
        `Attach to it with \`${await wordsFor(pane)} attach -t ${session}\`.`,
      )
  },
}

/** How a person calls the server of a pane: one that plain `tmux` does not reach, by its socket. */
async function wordsFor({ server }: Pane): Promise<string> {
  const plain = await tmux('display-message', '-p', '#{socket_path},#{pid}').catch(() => '')
  const socket = server?.replace(/,\d+$/u, '')
  return socket === undefined || server === plain.trim() ? 'tmux' : `tmux -S ${socket}`
}

/** Whether a terminal shows it now; true if that is unknown. */
export async function isLookedAt(pane: string): Promise<boolean> {
  const shown = '#{pane_active} #{window_active} #{?session_attached,1,0}'
  const answer = await tmux('display-message', '-p', '-t', pane, shown).catch(() => '1 1 1')
  return answer.trim() === '1 1 1'
}
