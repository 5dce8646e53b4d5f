import { breakpointSubject, completeSubject, type TaskStatus } from './task.ts'

/** A MAIL task: the messages with its id, and its participants. Times are milliseconds since 1970. */
export type Commission = {
  readonly id: string
  /** The UUID that other swarms know it by. */
  readonly wire: string
  readonly owner: string
  /** The owner among them. */
  readonly contributors: readonly string[]
  readonly entrypoint: string | null
  readonly maxSteps: number | null
  readonly startedAt: number
  readonly status: TaskStatus
  readonly completedAt: number | null
  /** The message that ended it last. */
  readonly ended: number | null
  readonly messages: number
}

/** The initial data of a task. */
export type NewCommission = Pick<Commission, 'id' | 'wire' | 'owner' | 'contributors' | 'entrypoint'> & {
  readonly startedAt: number
  readonly maxSteps: number | null
}

/** A task without messages. */
export function begun(commission: NewCommission): Commission {
  return { ...commission, status: 'running', completedAt: null, ended: null, messages: 0 }
}

/** Subjects in which the system speaks (MAIL 1.3, Error Handling). */
export const systemSubjects = {
  breakpoint: breakpointSubject,
  /** The owner called the task off. */
  canceled: '::task_canceled::',
  complete: completeSubject,
  error: '::task_error::',
  recipient: '::invalid_recipient::',
  router: '::router_error::',
  steps: '::maximum_steps_reached::',
  swarm: '::swarm_changed::',
} as const

const partyRoles = ['admin', 'user', 'swarm'] as const
/** An instance: `role:id@swarm`. Ids may contain colons and at signs (MAIL 1.3, Ownership & Contributing). */
export type Party = {
  readonly role: (typeof partyRoles)[number]
  readonly id: string
  readonly swarm: string
}

export function parseParty(text: string): Party | null {
  const [, role, id, swarm] = /^(admin|user|swarm):(.+)@([^@:\s]+)$/su.exec(text) ?? []
  if (role === undefined || id === undefined || swarm === undefined) return null
  return { role: role as Party['role'], id, swarm }
}

export function partyText({ role, id, swarm }: Party): string {
  return `${role}:${id}@${swarm}`
}
