import { appendFileSync, closeSync, constants, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openOwnFile } from '../../store/sqlite/database/own-file.ts'
import { openSignals } from '../../store/sqlite/database/signals.ts'
import { trySmallFile } from '../small-file.ts'

/** The file that lists the agents of this machine, one a line. */
const listName = '+agents'
const mostAgents = 2_000

/** Has the link keep a signal file for this agent from now on. Where no link ever ran there is no folder, and no guard relies on it. */
export function noteLinkedAgent(folder: string, address: string): void {
  const list = join(folder, 'signals', listName)
  if (!existsSync(list) || existsSync(openSignals(folder).path(address))) return
  try {
    append(list, `${address}\n`)
  } catch {
    // The agent's hooks start the program each time.
  }
}

/**
 * The agents whose signal files the link keeps: those that were noted last. The files of all others are removed, because an empty
 * file that nobody keeps would hide mail; the next hook of such an agent starts the program, which notes it again.
 */
export function linkedAgents(folder: string): readonly string[] {
  const list = join(folder, 'signals', listName)
  const lines = (trySmallFile(list, 'store') ?? '').split('\n')
  const agents = [...new Set(lines.filter((line) => line !== '').toReversed())]
  const kept = agents.slice(0, mostAgents)
  if (kept.length === agents.length) return kept
  const { path } = openSignals(folder)
  for (const address of agents.slice(mostAgents)) rmSync(path(address), { force: true })
  // A note that is lost here is written again: there is no file for its agent.
  writeFileSync(`${list}~`, `${kept.toReversed().join('\n')}\n`, { mode: 0o600 })
  renameSync(`${list}~`, list)
  return kept
}

/** Makes an empty list where there is none. Hooks add their agents to a list that exists. */
export function beginLinkedAgents(folder: string): void {
  append(join(folder, 'signals', listName), '')
}

function append(list: string, text: string): void {
  const fd = openOwnFile(list, constants.O_WRONLY | constants.O_APPEND)
  try {
    appendFileSync(fd, text)
  } finally {
    closeSync(fd)
  }
}
