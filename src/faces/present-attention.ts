import type { AttentionGroup, AttentionReason } from '../domain/attention.ts'

type Heading = {
  readonly one: string
  readonly many: string
  /** How its agents come into it; a reason that is about agents or queues themselves has none. */
  readonly way?: 'from' | 'by' | 'of' | 'to'
}

const headings: Readonly<Record<AttentionReason, Heading>> = {
  asks: { one: 'agent waits for you', many: 'agents wait for you' },
  escalation: { one: 'escalation', many: 'escalations', way: 'from' },
  'caller-waits': { one: 'caller that waits', many: 'callers that wait' },
  'request-failed': { one: 'failed request', many: 'failed requests', way: 'by' },
  failed: { one: 'message you failed', many: 'messages you failed', way: 'from' },
  loop: { one: 'loop that holds mail back', many: 'loops that hold mail back' },
  deadlock: { one: 'deadlocked debate', many: 'deadlocked debates' },
  silent: { one: 'silent agent', many: 'silent agents' },
  unheard: { one: 'agent that did not answer its bell', many: 'agents that did not answer their bells' },
  unhooked: { one: 'agent whose hooks never ran', many: 'agents whose hooks never ran' },
  abandoned: { one: 'message left in progress', many: 'messages left in progress', way: 'by' },
  waiting: { one: 'ended agent with unread mail', many: 'ended agents with unread mail' },
  undelivered: { one: 'swarm that mail does not reach', many: 'swarms that mail does not reach' },
  'past-due': { one: 'draft that is past due', many: 'drafts that are past due' },
  dead: { one: 'dead letter', many: 'dead letters', way: 'of' },
  'queue-failed': { one: 'queue with failed items', many: 'queues with failed items' },
  'queue-paused': { one: 'paused queue with items', many: 'paused queues with items' },
  overdue: { one: 'overdue answer', many: 'overdue answers', way: 'to' },
  unanswered: { one: 'unanswered request', many: 'unanswered requests', way: 'to' },
  urgent: { one: 'urgent', many: 'urgent', way: 'from' },
}

/** `15 urgent from 9 agents`. */
export function headingOf({ why, count, agents }: AttentionGroup): string {
  const { one, many, way } = headings[why]
  const heading = `${count} ${count === 1 ? one : many}`
  return way === undefined ? heading : `${heading} ${way} ${agents} agent${agents === 1 ? '' : 's'}`
}

const minute = 60_000

/** How long until a deadline, or since: `due in 1h 20m`, `25m overdue`. */
export function countdown(deadline: string, now: number): string {
  const left = Date.parse(deadline) - now
  const long = lengthOf(Math.abs(left))
  return left < 0 ? `${long} overdue` : `due in ${long}`
}

function lengthOf(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / minute)
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60]
  if (days > 0) return hours > 0 ? `${days}d ${hours}h` : `${days}d`
  if (hours > 0) return rest > 0 ? `${hours}h ${rest}m` : `${hours}h`
  return minutes > 0 ? `${minutes}m` : 'under 1m'
}
