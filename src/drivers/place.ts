import { fstatSync } from 'node:fs'
import type { Seen } from '../domain/identity.ts'
import type { Ancestor } from '../domain/lineage.ts'
import { isTmux } from '../domain/terminal-programs.ts'
import { firstProcess, lineFrom } from './processes.ts'

/** A tmux server that does not answer within this time has nobody attached, ms. */
const tmuxLimit = 2_000

type Pane = { readonly pane: string | null; readonly paneServer: string | null }
export type Place = Pick<Seen, 'line' | 'first' | 'terminal' | 'clients'>

/** What the machine shows of the place in which this program runs. */
export function lookAround(at: Pane): Place {
  const line = lineFrom(process.pid)
  const terminal = isTerminal(0) && isTerminal(1)
  const server = line.find(isTmux)
  let clients: ReturnType<Seen['clients']> | undefined
  return {
    line,
    first: firstProcess(),
    terminal,
    clients: () => (clients ??= server === undefined ? [] : clientsOf(server, at)),
  }
}

/** Only a device can be one: `node:tty` brings the sockets with it, and most programs of agents have pipes. */
function isTerminal(descriptor: number): boolean {
  try {
    if (!fstatSync(descriptor).isCharacterDevice()) return false
  } catch {
    return false
  }
  return process.getBuiltinModule('node:tty').isatty(descriptor)
}

/** Where the environment names another server than the one above, it says nothing of who is attached to this one. */
function clientsOf(server: Ancestor, { pane, paneServer }: Pane): readonly (readonly Ancestor[])[] {
  const [, socket, pid] = /^(.*),(\d+)$/u.exec(paneServer ?? '') ?? []
  if (pane === null || socket === undefined || Number(pid) !== server.pid) return []
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  const words = ['-S', socket, 'list-clients', '-t', pane, '-F', '#{client_pid}']
  const { status, stdout } = spawnSync('tmux', words, { encoding: 'utf8', timeout: tmuxLimit })
  if (status !== 0) return []
  return stdout
    .split('\n')
    .filter((line) => /^\d+$/u.test(line))
    .map((line) => lineFrom(Number(line)))
}
