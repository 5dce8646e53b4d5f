import { wordsOf } from '../query/words.ts'

/** An agent that may be chosen, with what it has open: unread mail, work in progress, and answers that it owes. */
export type Candidate = {
  readonly agent: string
  readonly roles: readonly string[]
  readonly tags: readonly string[]
  readonly open: number
  readonly owed: number
}

/** Why an agent cannot be chosen. */
export const leftOut = ['silent', 'frozen', 'excluded', 'not-allowed', 'full'] as const
export type LeftOut = { readonly agent: string; readonly why: (typeof leftOut)[number] }

/** Like work that an agent ended. `likeness` is from 0 to 1. */
export type LikeWork = {
  readonly agent: string
  readonly message: number
  readonly ended: 'done' | 'failed'
  readonly likeness: number
}

/** Points for and against an agent; `score` is their sum. */
export type Ranked = {
  readonly agent: string
  readonly score: number
  readonly fit: number
  readonly work: number
  readonly load: number
  readonly failures: number
  /** Roles and tags that the message names. */
  readonly named: readonly string[]
  readonly done: number
  readonly failed: number
  readonly open: number
  readonly owed: number
  /** The most similar work that it ended, at most three. */
  readonly like: readonly number[]
}

/** The most that each part can give or take. A failure on like work weighs more than a full desk. */
const most = { fit: 20, work: 50, load: 30, failures: 40 }
const [forTag, forWord] = [10, 5]
/** The most similar pieces of work count; the hundredth alike proves nothing more. */
const mostAlike = 5
/** This many open items cost half of the points for load; this much similar work makes a failure count half. */
const [halfLoad, halfTrust] = [5, 0.5]

/**
 * Orders agents by how well they suit a message, best first. Equal scores are ordered by what is open and then by name, so
 * the same facts always give the same order.
 */
export function rankCandidates(
  message: { readonly tags: readonly string[]; readonly words: readonly string[] },
  candidates: readonly Candidate[],
  works: readonly LikeWork[],
): readonly Ranked[] {
  const byAgent = new Map<string, LikeWork[]>()
  for (const one of works) byAgent.set(one.agent, [...(byAgent.get(one.agent) ?? []), one])
  return candidates
    .map((candidate) => pointsOf(message, candidate, byAgent.get(candidate.agent) ?? []))
    .toSorted(
      (one, other) =>
        other.score - one.score ||
        one.open + one.owed - other.open - other.owed ||
        (one.agent < other.agent ? -1 : 1),
    )
}

function pointsOf(
  message: { readonly tags: readonly string[]; readonly words: readonly string[] },
  { agent, roles, tags, open, owed }: Candidate,
  works: readonly LikeWork[],
): Ranked {
  const sorted = works.toSorted((one, other) => other.likeness - one.likeness || other.message - one.message)
  const done = sorted.filter(({ ended }) => ended === 'done')
  const failed = sorted.filter(({ ended }) => ended === 'failed')
  const tagged = tags.filter((tag) => message.tags.includes(tag))
  const spoken = [...roles, ...tags].filter((name) => !tagged.includes(name) && isSpoken(name, message.words))
  const fit = Math.min(most.fit, forTag * tagged.length + forWord * spoken.length)
  const lost = failing(done, failed)
  const work = Math.round(most.work * together(done) * (1 - lost))
  const load = 0 - Math.round((most.load * (open + owed)) / (open + owed + halfLoad))
  const failures = 0 - Math.round(most.failures * lost)
  return {
    agent,
    score: fit + work + load + failures,
    fit,
    work,
    load,
    failures,
    named: [...tagged, ...spoken],
    done: done.length,
    failed: failed.length,
    open,
    owed,
    like: sorted.slice(0, 3).map(({ message }) => message),
  }
}

/** Each piece of work adds, by its likeness, to what the ones before it left. */
function together(done: readonly LikeWork[]): number {
  return 1 - done.slice(0, mostAlike).reduce((left, { likeness }) => left * (1 - clamped(likeness)), 1)
}

/** The part of like work that failed. */
function failing(done: readonly LikeWork[], failed: readonly LikeWork[]): number {
  const sum = (works: readonly LikeWork[]) =>
    works.reduce((total, { likeness }) => total + clamped(likeness), 0)
  const lost = sum(failed)
  return lost === 0 ? 0 : lost / (lost + sum(done) + halfTrust)
}

function clamped(likeness: number): number {
  return Math.min(1, Math.max(0, likeness))
}

/** Whether a role or a tag is among the words: `review` names a `reviewer`, `parser` the tag `concern:parser`. */
function isSpoken(name: string, words: readonly string[]): boolean {
  const parts = wordsOf(name.slice(name.indexOf(':') + 1))
  return (
    parts.length > 0 && parts.every((part) => words.some((word) => begins(part, word) || begins(word, part)))
  )
}

function begins(one: string, other: string): boolean {
  return one === other || (other.length >= 4 && one.startsWith(other))
}

/** Why an agent is where it is, in one line. */
export function reasonOf({ fit, work, load, failures, named, done, failed, open, owed }: Ranked): string {
  const names = named.length === 0 ? '' : ` (${named.join(', ')})`
  return [
    `roles and tags ${fit}${names}`,
    `like work ${work} (${done} done)`,
    `load ${load} (${open} open, ${owed} owed)`,
    `failures ${failures} (${failed} failed)`,
  ].join('; ')
}
