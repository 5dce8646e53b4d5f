import type { Harness } from './harness.ts'
import { commandLineOf } from './harness-process.ts'
import { type Ancestor, isFromPerson } from './lineage.ts'
import type { AgentSession } from './session.ts'
import { isTmux } from './terminal-programs.ts'

/**
 * Who runs this program, as the machine shows it: variables can be taken away, processes above this one cannot.
 * `unproven`: neither an agent's session nor a person at a terminal, such as cron, a git hook or CI.
 */
export type Identity =
  | { readonly is: 'agent'; readonly why: string }
  | { readonly is: 'person' }
  | { readonly is: 'unproven'; readonly why: string }

export const identities = ['agent', 'person', 'unproven'] as const satisfies readonly Identity['is'][]

/** What the machine shows of a program. */
export type Seen = {
  /** The coding agents whose markers are in the environment. */
  readonly marked: readonly Pick<Harness, 'name'>[]
  /** The program itself, its parent, and so on, as far as they can be seen. */
  readonly line: readonly Ancestor[]
  /** Process 1, also where the line does not reach it. */
  readonly first: Ancestor | null
  /** Standard input and output are a terminal. */
  readonly terminal: boolean
  /** The agents whose sessions recorded a process above this program. */
  readonly recorded: readonly string[]
  /** The lines of the clients that are attached to the tmux session of this program. Looked up where it matters. */
  readonly clients: () => readonly (readonly Ancestor[])[]
}

/** The pure rule: anything that says agent decides, and a person has to be proven. */
export function identify(seen: Seen): Identity {
  const agent = findAgent(seen)
  if (agent !== null) return agent
  if (!seen.terminal) return { is: 'unproven', why: 'there is no terminal' }
  if (isWithPerson(seen)) return { is: 'person' }
  const why = seen.line.some(isTmux)
    ? 'no person is attached to this tmux session'
    : 'no login or window of a person can be seen above this program'
  return { is: 'unproven', why }
}

/** The part of the rule that asks no other program. */
export function findAgent(seen: Seen): Extract<Identity, { is: 'agent' }> | null {
  const { marked, line, first, recorded, terminal } = seen
  const [agent] = recorded
  if (agent !== undefined) return { is: 'agent', why: `a session of ${agent} started this program` }
  const harness = harnessIn([...line.slice(1), ...(first === null ? [] : [first])])
  if (harness !== null) return { is: 'agent', why: `${harness.name} started this program` }
  const [marker] = marked
  if (marker === undefined) return null
  // A tmux server hands the markers that it was started with to the panes of people, too.
  if (terminal && line.some(isTmux) && isWithPerson(seen)) return null
  return { is: 'agent', why: `the environment says that ${marker.name} started this program` }
}

/**
 * Sessions of the process that an agent's program runs in. Those of one beyond the nearest harness are not: that harness has a
 * session of its own, which may not be recorded yet.
 */
export function sessionsAround(
  line: readonly Ancestor[],
  sessions: readonly AgentSession[],
): readonly AgentSession[] {
  for (const process of line.slice(1)) {
    const found = sessions.filter((session) => session.process === process.id)
    if (found.length > 0) return found
    if (commandLineOf(process) !== null) return []
  }
  return []
}

/** What tmux shows is for the clients that are attached to it. */
function isWithPerson({ line, clients }: Seen): boolean {
  if (!line.some(isTmux)) return isFromPerson(line)
  return clients().some(
    (client) => harnessIn(client) === null && !client.slice(1).some(isTmux) && isFromPerson(client),
  )
}

function harnessIn(line: readonly Ancestor[]): Harness | null {
  for (const process of line) {
    const harness = commandLineOf(process)
    if (harness !== null) return harness
  }
  return null
}
