import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSignals } from '../../store/sqlite/live/signals.ts'

/** The file that lists the agents of this machine, one a line. */
const listName = '+agents'
const mostAgents = 2_000

/** Has the link keep a signal file for this agent from now on. Where no link ever ran there is no folder, and no guard relies on it. */
export function noteLinkedAgent(folder: string, address: string): void {
  const list = join(folder, 'signals', listName)
  if (!existsSync(list) || existsSync(openSignals(folder).path(address))) return
  try {
    appendFileSync(list, `${address}\n`)
  } catch {
    // The agent's hooks start the program each time.
  }
}

export function linkedAgents(folder: string): readonly string[] {
  const list = join(folder, 'signals', listName)
  if (!existsSync(list)) return []
  const lines = readFileSync(list, 'utf8').split('\n')
  return [...new Set(lines.filter((line) => line !== ''))].slice(-mostAgents)
}

/** Makes an empty list where there is none. Hooks add their agents to a list that exists. */
export function beginLinkedAgents(folder: string): void {
  appendFileSync(join(folder, 'signals', listName), '', { mode: 0o600 })
}
