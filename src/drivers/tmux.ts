import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { MailError } from '../domain/errors.ts'
import type { Pane } from '../services/pane-driver.ts'

const run = promisify(execFile)

/** Talks to the server of a pane: the one that was recorded with it, else the one of this terminal. */
export type Tmux = (...args: readonly string[]) => Promise<string>

/** @throws MailError `not-found` the recorded server has ended */
export async function tmuxOf({ id, server }: Pane, hint: string): Promise<Tmux> {
  if (server === null) return tmux
  const [, socket = '', pid] = /^(.*),(\d+)$/su.exec(server) ?? []
  const own: Tmux = (...args) => tmux('-S', socket, ...args)
  const running = await own('display-message', '-p', '#{pid}').catch((error: unknown) => {
    if (isMissing(error)) throw noTmux(hint)
    return ''
  })
  if (running.trim() === pid) return own
  throw new MailError('not-found', `The tmux server of pane ${id} has ended: ${socket}.`, hint)
}

export async function tmux(...args: readonly string[]): Promise<string> {
  const { stdout } = await run('tmux', [...args], { timeout: 5000 })
  return stdout
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

export function noTmux(hint: string): MailError {
  return new MailError('not-found', 'There is no tmux on this machine.', hint)
}
