import { isJsonObject, type Json } from './json.ts'
import type { Message } from './message.ts'
import type { AgentKind } from './priority.ts'

/** `breakpoint`: an agent called a tool that only the user can answer; a message goes on with it. */
export const taskStatuses = ['running', 'completed', 'breakpoint'] as const
export type TaskStatus = (typeof taskStatuses)[number]

export const breakpointSubject = '::breakpoint_tool_call::'
export const completeSubject = '::task_complete::'

/** The name used for a swarm without a name. */
export const unnamedSwarm = 'local'

export type Speaker = { readonly address: string; readonly kind: AgentKind; readonly swarm: string | null }

/** The instance of an actor (MAIL, `task_owner`): people have their own, agents use their swarm's. */
export function instanceOf({ address, kind, swarm }: Speaker, own: string | null): string {
  const here = own ?? unnamedSwarm
  if (kind === 'user' || kind === 'admin') return `${kind}:${address}@${here}`
  const theirs = swarm ?? here
  return `swarm:${theirs}@${theirs}`
}

/** The owner, then all other contributors, each once. A peer's message takes precedence. */
export function instancesOf(
  messages: readonly Pick<Message, 'from' | 'meta'>[],
  instance: (from: string) => string | null,
): { readonly owner: string; readonly contributors: readonly string[] } {
  const all = messages
    .flatMap(({ from, meta }) => [...told(meta), instance(from)])
    .filter((one) => one !== null)
  const [owner = `swarm:${unnamedSwarm}@${unnamedSwarm}`] = all
  return { owner, contributors: [...new Set([owner, ...all])] }
}

function told(meta: Json | undefined): readonly string[] {
  if (!isJsonObject(meta)) return []
  const { task_owner: owner, task_contributors: others } = meta
  const list = [owner, ...(Array.isArray(others) ? others : [])]
  return list.filter(
    (one): one is string => typeof one === 'string' && /^(?:admin|user|swarm):.+@[^@]+$/u.test(one),
  )
}

/** Other swarms that contribute to a task. */
export function remoteSwarms(contributors: readonly string[], own: string | null): readonly string[] {
  const swarms = contributors.map((one) => one.slice(one.lastIndexOf('@') + 1))
  return [...new Set(swarms)].filter((swarm) => swarm !== (own ?? unnamedSwarm) && swarm !== unnamedSwarm)
}

/** Breakpoint calls are a list of objects, or one. `null` where they are not. */
export function breakpointCalls(calls: Json): readonly Json[] | null {
  const list = Array.isArray(calls) ? calls : [calls]
  return list.length > 0 && list.every((call) => isJsonObject(call)) ? list : null
}

/** Calls for which the swarm has no breakpoint. A swarm without a list stops at any tool. */
export function strangeTools(calls: readonly Json[], tools: readonly string[]): readonly string[] {
  if (tools.length === 0) return []
  const names = calls.map((call) =>
    isJsonObject(call) && typeof call['name'] === 'string' ? call['name'] : '""',
  )
  return [...new Set(names.filter((name) => !tools.includes(name)))]
}
