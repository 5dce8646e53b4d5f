import type { Kind } from './kind.ts'
import { own } from './own.ts'
import { type Agent, rolesOf } from './roster.ts'

/** How a role of Gas Town should write ("Communication Hygiene: Mail vs Nudge"). */
export type Habits = {
  /** Messages an hour; `null` is as many as it takes. */
  readonly most: number | null
  /** Types of protocol mail that are its business, beside what everyone may send; `null` is any mail at all. */
  readonly only: readonly string[] | null
  /** Roles that it should nudge instead. */
  readonly nudges: readonly string[]
}

export const gasTownHabits = {
  polecat: { most: 1, only: ['POLECAT_DONE'], nudges: [] },
  witness: { most: null, only: ['MERGE_READY', 'RECOVERED_BEAD', 'RECOVERY_NEEDED'], nudges: [] },
  refinery: { most: null, only: ['MERGED', 'MERGE_FAILED', 'REWORK_REQUEST', 'FIX_NEEDED'], nudges: [] },
  deacon: { most: null, only: [], nudges: [] },
  dog: { most: 0, only: [], nudges: [] },
  mayor: { most: null, only: null, nudges: ['deacon/'] },
} as const satisfies Readonly<Record<string, Habits>>

export type GasTownRole = keyof typeof gasTownHabits

/** Kinds of mail that must outlive the recipient's session: a cry for help, and context for a successor. */
const needfulKinds: readonly Kind[] = ['escalation', 'handoff']
const needfulTypes: readonly string[] = ['HELP', 'HANDOFF']
/** Sent by a tool at the end of the work; it counts for nothing. */
const automatic: readonly string[] = ['POLECAT_DONE']

const longBody = 500
const hour = 3_600_000
/** The number of the sender's latest messages that are checked for the same subject. */
export const lookedBack = 5
export const budgetSpan = hour

/** By its role, else by its place: `rig/witness`, `rig/polecats/nux`, `deacon/dogs/rex`, `mayor/`. */
export function gasTownRole(
  agent: Pick<Agent, 'address' | 'longForm' | 'role' | 'tags'>,
): GasTownRole | null {
  const said = rolesOf(agent).map(singular).find(isGasTownRole)
  if (said !== undefined) return said
  const [place = '', part = '', name] = (agent.longForm ?? agent.address).split('/')
  if (place === 'deacon') return part === 'dogs' ? 'dog' : 'deacon'
  if (place === 'mayor') return 'mayor'
  if (part === 'polecats' && name !== undefined) return 'polecat'
  return part === 'witness' || part === 'refinery' ? part : null
}

function singular(role: string): string {
  return role.toLowerCase().replace(/s$/u, '')
}

function isGasTownRole(role: string): role is GasTownRole {
  return Object.hasOwn(gasTownHabits, role)
}

/** The word in capitals that a protocol mail's subject begins with; `null` where it has none. */
export function mailType(subject: string): string | null {
  return /^(?:🤝\s*)?([A-Z][A-Z_]+)(?=[:\s]|$)/u.exec(subject)?.[1] ?? null
}

/** Whether a body has `most` words or more; it stops counting there. */
export function hasWords(body: string, most: number): boolean {
  if (body.length < most * 2 - 1) return false
  let words = 0
  // By where words begin: to match one whole takes as much stack as it is long.
  for (const _ of body.matchAll(/(?:^|\s)\S/gu)) {
    words += 1
    if (words === most) return true
  }
  return false
}

/** The messages an hour that a sender should keep to: its own number goes before its role's. */
export function budgetOf(
  agent: Pick<Agent, 'address' | 'longForm' | 'role' | 'tags' | 'budget'>,
  byRole: Readonly<Record<string, number>>,
): { readonly habits: Habits; readonly role: GasTownRole | null } | null {
  const role = gasTownRole(agent)
  const set =
    agent.budget ??
    rolesOf(agent)
      .map((name) => own(byRole, name))
      .find((most) => most !== undefined)
  if (set !== undefined) return { habits: { most: set, only: null, nudges: [] }, role: null }
  return role === null ? null : { habits: gasTownHabits[role], role }
}

export type Writing = {
  readonly from: string
  readonly kind: Kind
  readonly subject: string
  readonly body: string
  /** It carries something beside its words. */
  readonly laden: boolean
  readonly to: readonly string[]
  /** It answers or continues a thread. Somebody asked for it, so any role may send it. */
  readonly answers: boolean
}

/** Facts about the sender. */
export type Known = {
  readonly budget: ReturnType<typeof budgetOf>
  /** How many it sent within the last hour, as far as its budget goes. */
  readonly sent: number
  /** A message of its own with the same subject that its recipient has not read, or an escalation that is still open. */
  readonly repeats: { readonly id: string; readonly address: string; readonly isRead?: boolean } | null
}

/** Advice, never a refusal: mail that somebody decided to send is sent. */
export function hygieneWarnings(writing: Writing, { budget, sent, repeats }: Known): readonly string[] {
  return [
    repeats &&
      `${repeats.address} ${repeats.isRead ? 'has read and not closed a' : 'has an unread'} message from you with the same subject (${repeats.id}). To send without this warning, add --again.`,
    budget && roleWarning(writing, budget),
    budget && countWarning(writing, budget.habits, sent),
    isEmpty(writing) &&
      'The message has no subject and no body. Add -b TEXT, or -b - to read standard input.',
    hasWords(writing.body, longBody) &&
      `The body has ${longBody} words or more. Consider attaching a file with --attach.`,
  ].filter((warning) => typeof warning === 'string')
}

function isEmpty({ subject, body, laden }: Writing): boolean {
  return !laden && subject.trim() === '' && body.trim() === ''
}

type Budget = NonNullable<Known['budget']>

function roleWarning(writing: Writing, { habits, role }: Budget): string | null {
  const nudged = writing.to.find((address) => habits.nudges.includes(address))
  if (nudged !== undefined && !isNeedful(writing)) return `A ${role} nudges ${nudged}: ${nudge(nudged)}.`
  if (habits.only === null || isNeedful(writing) || habits.most === 0) return null
  const type = mailType(writing.subject)
  if (writing.answers || (type !== null && habits.only.includes(type))) return null
  const business = [...habits.only, 'HELP', 'handoffs', 'escalations'].join(', ')
  return `A ${role} mails ${business}; for the rest ${nudge(writing.to[0])} adds no mail.`
}

function countWarning(writing: Writing, { most }: Habits, sent: number): string | null {
  // An agent that needs help may always say so, even above its limit.
  if (most !== 0 && isNeedful(writing)) return null
  if (most === null || sent < most || automatic.includes(mailType(writing.subject) ?? '')) return null
  return `${writing.from} should send ${most === 0 ? 'no mail' : `${most} an hour at most`}; ${nudge(writing.to[0])} adds no mail.`
}

function isNeedful({ kind, subject }: Writing): boolean {
  return needfulKinds.includes(kind) || needfulTypes.includes(mailType(subject) ?? '')
}

/** Whether a message asks for help. It repeats one that was read, as long as that is open. */
export function isEscalation({ kind, subject }: Pick<Writing, 'kind' | 'subject'>): boolean {
  return kind === 'escalation' || mailType(subject) === 'HELP'
}

function nudge(address = 'AGENT'): string {
  return `\`watchpost nudge ${address} TEXT\``
}
